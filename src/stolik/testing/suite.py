"""The whole suite: one class, to be inherited by one class for each game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stolik.contract.registry import added, all_games, all_variants
from stolik.testing.notation import NotationSuite
from stolik.testing.parts import PartsSuite
from stolik.testing.rules import RulesSuite
from stolik.testing.tables import TablesSuite
from stolik.testing.views import ViewsSuite


class GameSuite(RulesSuite, NotationSuite, ViewsSuite, TablesSuite, PartsSuite):
    """What every game promises.

    A game sets `game`; `longest` when its games are longer than 400 moves; and, when it hides something, says in
    `alike` which positions a seat cannot tell apart.
    """

    @pytest.fixture(autouse=True)
    def _installed(self) -> Iterator[None]:
        """Has the game found by its name, also one that no entry point names."""
        if self.game in (*all_games().values(), *all_variants().values()):
            yield
        else:
            with added(self.game):
                yield
