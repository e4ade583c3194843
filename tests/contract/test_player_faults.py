"""What is wrong with the players that a game says it has is told when the game is loaded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.support.small_games import NIM

from stolik.contract import BuiltinPlayer
from stolik.contract.check import GameError, check_game

SLOW = BuiltinPlayer(make=lambda rng: rng, needs="numba")


@pytest.mark.parametrize(
    ("faulty", "why"),
    [
        ({"guess": "anything"}, "its 'guess' is not a function"),
        ({"quick_player": "best"}, "it says that 'best' plays at once, and has no player of that name"),
        ({"quick_player": "slow", "players": {"slow": SLOW}}, "'slow' plays at once, and that player needs numba"),
        ({"instant_player": "slow", "players": {"slow": SLOW}}, "'slow' plays at once, and that player needs numba"),
    ],
)
def test_a_game_that_promises_what_it_cannot_keep_is_refused(faulty: dict[str, Any], why: str) -> None:
    with pytest.raises(GameError, match=why):
        check_game(replace(NIM, **faulty))


def test_a_game_without_players_is_in_order() -> None:
    check_game(NIM)
