"""The small network in machine code: it tells what plain arithmetic makes of what a seat sees."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.kierki_positions import random_position

pytest.importorskip("numba")

import numpy as np

from stolik.games.kierki.players import instinct
from stolik.games.kierki.players.estimate import PAPER
from stolik.games.kierki.players.heuristic import Heuristic
from stolik.games.kierki.players.instinct import sense
from stolik.games.kierki.players.kernels import Floats
from stolik.games.kierki.players.network import PLANES, sight
from stolik.games.kierki.players.seen import Seen
from stolik.games.kierki.rules import DEAL_POINTS, KINDS, SEATS, View, new_match, random_deal

HAND, TABLE, NOT_DUCK, MAY, UNSEEN = 0, slice(6, 9), slice(12, 15), slice(15, 18), 18


def plainly(view: View) -> Floats:
    """[card]: what it is likely to cost, worked out from what the large network sees."""
    seen, kind = sight(view).astype(np.float64), view.open.kind
    planes = seen[: 52 * PLANES].reshape(PLANES, 52)
    void = planes[UNSEEN] - planes[MAY]
    rows = [planes[HAND], planes[UNSEEN], *planes[TABLE], *planes[NOT_DUCK], *void, seen[52 * PLANES :]]
    first = np.concatenate(rows) @ instinct._FIRST * instinct._UNITS + instinct._FIRST_BIAS[kind]
    second = np.maximum(first, 0) @ instinct._SECOND + instinct._SECOND_BIAS[kind]
    values: Floats = np.maximum(second, 0) @ instinct._LAST[kind].T + instinct._LAST_BIAS[kind]
    return values * DEAL_POINTS[kind] / 4


def sensed(view: View) -> tuple[int, Floats]:
    paper = np.full(PAPER, np.nan)
    return sense(Seen(view).deal, view.hand, paper), paper


@settings(max_examples=150)
@given(seed=st.integers(0, 2**32), plays=st.integers(0, 51))
def test_it_tells_what_plain_arithmetic_does(seed: int, plays: int) -> None:
    position = random_position(seed, plays)
    view = position.view(position.turn)
    card, paper = sensed(view)
    moves = list(view.moves())
    if len(moves) == 1:
        assert card == moves[0]
        return
    np.testing.assert_allclose(paper[moves], plainly(view)[moves], rtol=1e-4, atol=1e-3)
    assert paper[card] == min(paper[moves])


def test_no_sum_of_what_is_seen_at_once_is_too_large() -> None:
    size = np.abs(instinct._FIRST.astype(np.int64))
    cards, numbers = size[: 11 * 52].reshape(11, 52, -1), size[11 * 52 :]
    most = np.maximum(cards[0], cards[1] + cards[5:].sum(0)).sum(0) + cards[2:5].max(1).sum(0)
    for group in (slice(0, 13), slice(13, 17), slice(17, 68), slice(68, 72)):
        most += numbers[group].max(0)
    assert most.max() < 2**15


def test_it_plays_better_than_the_heuristic() -> None:
    taken = {"instinct": 0, "heuristic": 0}
    for number in range(140):
        deal = random_deal(Random(number), KINDS[number % len(KINDS)])
        for hero in taken:
            match = new_match([deal])
            while not match.open.over:
                view = match.view(SEATS[match.open.actor])
                at_heart = hero == "instinct" and view.seat == number % 4
                match = match.play(sensed(view)[0] if at_heart else Heuristic().choose(view))
            taken[hero] += match.open.sheet[0][number % 4]
    assert taken["instinct"] < 0.95 * taken["heuristic"]
