from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("numba")

import numpy as np

from stolik.games.kierki.players.acquaintance import STRANGER, acquaintance
from stolik.games.kierki.players.duck import Duck
from stolik.games.kierki.players.heuristic import Heuristic
from stolik.games.kierki.players.playout import DUCK, HEURISTIC, ROUGH_DUCK
from stolik.games.kierki.rules import SEATS, Finished, Position, Trick, random_match
from stolik.players.chance import RandomPlayer, Slipping
from stolik.players.registry import AnyPlayer


def after_a_deal(players: list[AnyPlayer], *, early_end: bool = False, kinds: tuple[int, ...] = (7, 1)) -> Position:
    position = random_match(Random(1), kinds, early_end=early_end)
    while not position.open.sheet:
        position = position.play(players[position.open.actor].choose(position.view(SEATS[position.open.actor])))
    return position


def test_a_seat_is_known_by_the_way_it_played_a_deal() -> None:
    rng = Random(1)
    position = after_a_deal([Duck(), Heuristic(), RandomPlayer(rng), Slipping(Duck(), rng, 0.2)])
    known = acquaintance(position.open.finished)
    assert int(np.argmax(known[3])) == ROUGH_DUCK
    assert known[2, [DUCK, HEURISTIC]].max() < 1e-6, "a random player resembles neither"
    assert known.sum(axis=1) == pytest.approx(np.ones(4))
    assert (known > 0).all(), "somebody else may have sat down"
    assert known[0, DUCK] > 0.9
    assert known[1, HEURISTIC] > 0.9


def test_nothing_is_known_before_the_first_deal_is_over() -> None:
    assert acquaintance(()) == pytest.approx(np.tile(STRANGER, (4, 1)))


def test_a_deal_that_ended_early_tells_nothing_for_its_hands_are_not_known() -> None:
    position = after_a_deal([Duck(), Duck(), Duck(), Duck()], early_end=True, kinds=(5, 1))
    assert len(position.open.finished[0].tricks) < 13
    assert acquaintance(position.open.finished) == pytest.approx(np.tile(STRANGER, (4, 1)))


def test_a_deal_that_nobody_could_have_played_does_no_harm() -> None:
    absurd = Finished(1, tuple(Trick(number, 3, (0, 0, 51, 51), 2) for number in range(1, 14)))
    assert np.isfinite(acquaintance([absurd])).all()
