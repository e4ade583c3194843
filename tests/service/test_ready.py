from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

import pytest

from stolik.games.krazki import Position, random_position
from stolik.players.krazki_perfect import Perfect
from stolik.service.ready import Ready

PATIENCE = 60.0
START: Position = random_position(Random(1))
FIRST = START.moves()[0]
assert Perfect().choose(START) != FIRST


class Thoughtful:
    """Answers with the first move, once it is told to stop thinking."""

    def __init__(self) -> None:
        self.cancelled = Event()

    def cancel(self) -> None:
        self.cancelled.set()

    def choose(self, view: Any) -> Any:
        assert self.cancelled.wait(PATIENCE)
        return view.moves()[0]


def test_a_quick_player_plays_until_the_strong_one_is_made() -> None:
    compiled = Event()
    strong = Thoughtful()

    def make() -> Thoughtful:
        assert compiled.wait(PATIENCE)
        return strong

    player = Ready(make, Perfect())
    assert player.choose(START, 0.0) == Perfect().choose(START)
    compiled.set()
    strong.cancel()
    assert player.choose(START, None) == FIRST
    assert player.choose(START, PATIENCE) == FIRST


def test_a_player_is_told_when_its_time_is_up() -> None:
    strong = Thoughtful()
    player = Ready(lambda: strong, Perfect())
    player.cancel()
    while player.choose(START, 0.01) != FIRST:
        pass  # it was not made yet
    assert strong.cancelled.is_set()


def test_a_player_that_cannot_be_made_says_so() -> None:
    def make() -> Thoughtful:
        raise ValueError("out of ideas")

    with pytest.raises(ValueError, match="out of ideas"):
        Ready(make, Perfect()).choose(START, None)
