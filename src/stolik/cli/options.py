"""Values of options that several commands read."""

from __future__ import annotations

import math
from typing import Any

import click


def seconds(ctx: click.Context, param: click.Parameter, value: str) -> float:
    """A positive number of seconds; fails for what is not one, and for zero, infinity and less."""
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise click.BadParameter(f"{value!r} is not a positive number of seconds", ctx, param)
    return number


HIGHEST_PORT = 65535


class Port(click.IntRange):
    """A port's number, in decimal digits only."""

    name = "port"

    def __init__(self, lowest: int) -> None:
        super().__init__(lowest, HIGHEST_PORT)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's
        """The number; a sign, a blank or a letter makes it no port."""
        text = str(value)
        if not (text.isascii() and text.isdigit()):
            self.fail(f"{text!r} is not a port's number.", param, ctx)
        return super().convert(value, param, ctx)
