"""Values of options that several commands read."""

from __future__ import annotations

import math
from typing import Any

import click
from click.shell_completion import CompletionItem

from stolik.contract import AnyGame
from stolik.contract.registry import all_games, find_game


def seconds(ctx: click.Context, param: click.Parameter, value: str) -> float:
    """A positive number of seconds; raises BadParameter for anything else, also for infinity."""
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise click.BadParameter(f"{value!r} is not a positive number of seconds", ctx, param)
    return number


class InstalledGame(click.ParamType[AnyGame]):
    """A game or variant by its name; of one that cannot be played it says why."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AnyGame:  # noqa: ANN401 - click's
        """The game of that name."""
        try:
            return find_game(str(value))
        except ValueError as error:
            self.fail(f"{error}.", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that begin so."""
        return [CompletionItem(name) for name in all_games() if name.startswith(incomplete)]

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """What stands for it in the line of usage."""
        return "GAME"


class Integer(click.IntRange):
    """A whole number in a range, which the help describes in words."""

    name = "integer"

    def _describe_range(self) -> str:
        return _range_in_words(self)


class Finite(click.FloatRange):
    """A number in a range. `nan` is in no range, although no comparison says so."""

    name = "number"

    def _describe_range(self) -> str:
        return _range_in_words(self)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's
        """The number; fails for `nan`."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


def _range_in_words(limits: click.IntRange | click.FloatRange) -> str:
    """`1 to 10`, `1 or more`, `more than 0`."""
    if limits.max is not None:
        return f"{limits.min:g} to {limits.max:g}"
    return f"more than {limits.min:g}" if limits.min_open else f"{limits.min:g} or more"


HIGHEST_PORT = 65535


class Port(Integer):
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
