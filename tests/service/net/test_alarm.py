from __future__ import annotations

from threading import Event

import pytest

from stolik.games.othello.rules import START
from stolik.service.net.alarm import ring_after, ring_in_time


def test_it_rings_when_the_time_is_up() -> None:
    rung = Event()
    with ring_after(0.0, rung.set):
        assert rung.wait(10)


def test_it_rings_again_for_one_who_has_missed_it() -> None:
    rung = Event()
    with ring_after(0.0, rung.set):
        for _ in range(3):
            assert rung.wait(10)
            rung.clear()


def test_it_does_not_ring_once_the_block_is_left() -> None:
    rung = Event()
    with ring_after(60.0, rung.set):
        pass
    assert not rung.is_set()


def test_it_rings_before_the_time_is_up_for_one_who_works() -> None:
    rung = Event()
    with ring_in_time(0.05, rung.set):
        while not rung.is_set():
            pass


def test_it_does_not_ring_early_for_one_who_is_done() -> None:
    rung = Event()
    with ring_in_time(60.0, rung.set):
        pass
    assert not rung.is_set()


def test_a_player_that_would_think_for_ever_answers_when_it_rings() -> None:
    pytest.importorskip("numba", reason="the strong players need Numba: pip install '.[strong]'")
    from stolik.games.othello.players.player import OthelloStrong

    found = OthelloStrong(seconds=0.2, alarm=ring_after).think(START)
    assert found.move in START.moves()
    assert found.depth > 1
