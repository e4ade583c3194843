"""Values of options that several commands read."""

from __future__ import annotations

import math

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
