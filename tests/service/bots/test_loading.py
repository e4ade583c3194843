from __future__ import annotations

from random import Random
from threading import Event, Thread
from typing import Any

import pytest

from stolik.games.krazki.players.perfect import Perfect
from stolik.games.krazki.rules import Position, random_position
from stolik.service.bots.loading import Choice, LoadingPlayer, choose_in_time
from stolik.service.net.alarm import ring_after

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


def never() -> Thoughtful:
    """Takes for ever to make one."""
    Event().wait()
    raise AssertionError


def test_a_quick_player_plays_until_the_strong_one_is_made() -> None:
    compiled = Event()
    strong = Thoughtful()

    def make() -> Thoughtful:
        assert compiled.wait(PATIENCE)
        return strong

    player = LoadingPlayer(make, Perfect())
    assert player.choice(START, 0.0) == Choice(Perfect().choose(START), stand_in=True)
    compiled.set()
    strong.cancel()
    assert player.choice(START, None) == Choice(FIRST)
    assert player.choice(START, PATIENCE) == Choice(FIRST)
    assert player.choose(START) == FIRST


def test_a_move_with_time_waits_until_the_strong_player_is_made() -> None:
    compiled, strong = Event(), Thoughtful()

    def make() -> Thoughtful:
        assert compiled.wait(PATIENCE)
        strong.cancel()
        return strong

    player = LoadingPlayer(make, Perfect(), loading_time=PATIENCE)
    Thread(target=compiled.set).start()
    assert player.choose(START, 2 * PATIENCE) == FIRST


def test_nobody_waits_long_for_a_player_that_is_being_compiled() -> None:
    player = LoadingPlayer(never, Perfect(), loading_time=0.0)
    assert player.choose(START, 2 * PATIENCE) == Perfect().choose(START)


def test_a_choice_that_waits_for_the_strong_player_can_be_cancelled() -> None:
    player = LoadingPlayer(never, Perfect(), loading_time=PATIENCE)
    with ring_after(0.01, player.cancel):
        assert player.choose(START, 2 * PATIENCE) == Perfect().choose(START)


def test_a_player_is_told_when_its_time_is_up() -> None:
    strong = Thoughtful()
    player = LoadingPlayer(lambda: strong, Perfect())
    player.cancel()
    while player.choose(START, 0.01) != FIRST:
        pass  # it was not made yet
    assert strong.cancelled.is_set()


def test_a_player_that_is_made_at_once_is_told_when_its_time_is_up_too() -> None:
    assert choose_in_time(Thoughtful(), START, 0.01) == FIRST
    assert choose_in_time(Perfect(), START, 0.01) == Perfect().choose(START)


def test_a_player_that_cannot_be_made_says_so() -> None:
    def make() -> Thoughtful:
        raise ValueError("out of ideas")

    player = LoadingPlayer(make, Perfect())
    with pytest.raises(ValueError, match="out of ideas"):
        player.choose(START, None)
    player.cancel()  # of no use, and no harm
