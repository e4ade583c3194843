"""The suites that there are: those that games bring, and the code protocol's for every game that speaks it."""

from __future__ import annotations

from stolik.check.scenario import Suite
from stolik.contract import load_part
from stolik.contract.registry import all_games


def suite_names() -> tuple[str, ...]:
    """The names that can be typed after `stolik check`."""
    return tuple(sorted(name for game in all_games().values() for name in game.checks))


def find_suite(name: str) -> Suite:
    """The suite of that name; raises ValueError, which lists the names that exist."""
    for game in all_games().values():
        if name in game.checks:
            suite = load_part(game.checks[name])
            assert isinstance(suite, Suite)  # noqa: S101 - an error of the game, not of any input
            return suite
    raise ValueError(f"nothing called {name!r} can be checked; there are {', '.join(suite_names())}")
