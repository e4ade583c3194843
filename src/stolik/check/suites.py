"""The suites that there are: those that games bring, and the code protocol's for every game that speaks it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from stolik.check.codes import CLIENT, can_be_checked, code_suite
from stolik.check.scenario import Suite
from stolik.contract import load_part
from stolik.contract.registry import all_games, code_games


def suite_names() -> tuple[str, ...]:
    """The names that can be typed after `stolik check`."""
    return tuple(sorted(_makers()))


def find_suite(name: str) -> Suite:
    """The suite of that name; raises ValueError, which lists the names that exist."""
    make = _makers().get(name)
    if make is None and name in code_games():
        raise ValueError(f"{name} cannot be checked: there are scenarios only for games for two that hide nothing")
    if make is None:
        raise ValueError(f"nothing called {name!r} can be checked; there are {', '.join(suite_names())}")
    suite = make()
    assert isinstance(suite, Suite)  # noqa: S101 - an error of the game, not of any input
    return suite


def _makers() -> dict[str, Callable[[], Suite]]:
    """How each suite is made. What a game brings takes the place of the house's."""
    makers: dict[str, Callable[[], Suite]] = {}
    for game in all_games().values():
        if can_be_checked(game):
            makers[game.name] = partial(code_suite, game, "pipes")
            makers[game.name + CLIENT] = partial(code_suite, game, "tcp")
        makers |= {name: partial(load_part, part) for name, part in game.checks.items()}
    return makers
