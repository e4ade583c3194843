"""Thousands of games at once: the same rules as everywhere, move by move."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import stolik

pytest.importorskip("numba")

from stolik.contract.batch import Batch
from stolik.games.kierki.players.batch import KierkiBatch
from stolik.games.kierki.players.kernels import HANDS, KIND, LEADER
from stolik.games.kierki.rules import Deal, new_match
from stolik.games.othello.rules import START

GAMES = 40


def starts(batch: Batch) -> list[object]:
    """The same starts as positions of the rules."""
    if not isinstance(batch, KierkiBatch):
        return [START] * GAMES
    return [
        new_match([Deal(int(row[KIND]), int(row[LEADER]), tuple(_cards(int(hand)) for hand in row[HANDS : HANDS + 4]))])
        for row in batch.deals
    ]


def _cards(hand: int) -> tuple[int, ...]:
    return tuple(card for card in range(52) if hand >> card & 1)


@pytest.mark.parametrize("name", ["othello", "kierki"])
def test_every_move_is_that_of_the_rules(name: str) -> None:
    batch = stolik.batch(name, GAMES, seed=1)
    seats = stolik.game(name).seats
    positions: list[object] = starts(batch)
    while (batch.turns >= 0).any():
        legal, moves = batch.legal(), batch.random_moves()
        for game, position in enumerate(positions):
            assert list(np.flatnonzero(legal[game])) == sorted(position.moves())  # type: ignore[attr-defined]
            turn = position.turn  # type: ignore[attr-defined]
            assert batch.turns[game] == (-1 if turn is None else seats.index(turn))
            if turn is not None:
                assert legal[game, moves[game]]
                positions[game] = position.play(int(moves[game]))  # type: ignore[attr-defined]
        batch.play(moves)
    for game, position in enumerate(positions):
        assert list(batch.scores[game]) == list(position.scores.values())  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["othello", "kierki"])
def test_playouts_end_every_game_and_follow_from_their_seed(name: str) -> None:
    one, two, other = (stolik.batch(name, 500, seed=seed) for seed in (1, 1, 2))
    for batch in (one, two, other):
        batch.play_out()
        assert (batch.turns == -1).all()
        assert not batch.legal().any()
        assert (batch.random_moves() == -1).all()
    assert (one.scores == two.scores).all()
    assert (one.scores != other.scores).any()
    one.play(np.zeros(500))


@pytest.mark.parametrize("name", ["othello", "kierki"])
def test_an_illegal_move_is_named_and_no_move_is_made(name: str) -> None:
    batch = stolik.batch(name, 3, seed=1)
    moves = batch.random_moves()
    for wrong in (-1, batch.actions, int(np.flatnonzero(~batch.legal()[1])[0])):
        moves[1] = wrong
        with pytest.raises(ValueError, match=f"the move {wrong} is illegal in game 1"):
            batch.play(moves)
    assert (batch.scores == stolik.batch(name, 3, seed=1).scores).all()


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="krazki is not played in batches; there are batches of kierki, othello"):
        stolik.batch("krazki", 10)
    with pytest.raises(ValueError, match="0 is not a number of games"):
        stolik.batch("othello", 0)
    for module in [name for name in sys.modules if name.startswith("stolik.games.othello.players")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(ModuleNotFoundError, match="batches of othello need numba, which is not installed"):
        stolik.batch("othello", 10)
