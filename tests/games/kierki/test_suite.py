"""Kierki and its variant keep what every game promises."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.support.kierki_positions import with_the_unseen_changed

from stolik.contract import Seat
from stolik.games.kierki import EARLY_END, GAME
from stolik.testing import GameSuite


class TestKierki(GameSuite):
    game = GAME

    def alike(self, position: Any, seat: Seat | None, rng: Random) -> Any:
        return with_the_unseen_changed(position, seat, rng)


class TestEarlyEnd(TestKierki):
    game = EARLY_END
