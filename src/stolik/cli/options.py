"""Option values that several commands read."""

from __future__ import annotations

import math
from typing import Any

import click

from stolik.players.registry import stand_in


def seconds(ctx: click.Context, param: click.Parameter, value: str) -> float:
    """A positive number of seconds; raises BadParameter for anything else, also for infinity."""
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise click.BadParameter(f"{value!r} is not a positive number of seconds", ctx, param)
    return number


def tell_of_stand_in(game: str, player: str) -> None:
    """Says on stderr who plays instead of a player that cannot be made here."""
    instead = stand_in(game, player)
    if instead:
        click.echo(f"stolik: {instead}", err=True)


HIGHEST_PORT = 65535


class Port(click.IntRange):
    """A port's number, in decimal digits only."""

    name = "port"

    def __init__(self, lowest: int) -> None:
        super().__init__(lowest, HIGHEST_PORT)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's
        """The port's number; fails for a sign, a blank or a letter."""
        text = str(value)
        if not (text.isascii() and text.isdigit()):
            self.fail(f"{text!r} is not a port number.", param, ctx)
        return super().convert(value, param, ctx)
