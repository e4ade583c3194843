"""Thousands of games at once: the same rules as everywhere, move by move."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import stolik
from stolik.contract import load_part
from stolik.contract.registry import find_game
from stolik.games.graph import rules as graph
from stolik.games.krazki import rules as krazki
from stolik.library import batches

pytest.importorskip("numba")

from stolik.contract.batch import Batch
from stolik.games.graph.players.batch import GraphBatch
from stolik.games.kierki.players.batch import KierkiBatch
from stolik.games.kierki.players.kernels import HANDS, KIND, LEADER
from stolik.games.kierki.rules import Deal, new_match
from stolik.games.krazki.players.batch import KrazkiBatch
from stolik.games.othello.rules import START

GAMES = 40
NAMES = ["graph", "kierki", "krazki", "othello"]


def starts(batch: Batch) -> list[Any]:
    """The same starts as positions of the rules."""
    if isinstance(batch, KierkiBatch):
        return [new_match([_deal(row)]) for row in batch.deals]
    if isinstance(batch, KrazkiBatch):
        return [
            krazki.Position("b", tuple(map(_stack, white, heights)))
            for white, heights in zip(batch.white, batch.heights, strict=True)
        ]
    if isinstance(batch, GraphBatch):
        return [
            graph.Position(32, int(token), tuple(_edges(neighbours)))
            for token, neighbours in zip(batch.tokens, batch.neighbours, strict=True)
        ]
    return [START] * GAMES


def _deal(row: Any) -> Deal:
    return Deal(int(row[KIND]), int(row[LEADER]), tuple(_cards(int(hand)) for hand in row[HANDS : HANDS + 4]))


def _stack(white: int, height: int) -> str:
    return "".join("b" if white >> place & 1 else "c" for place in range(height))


def _edges(neighbours: Any) -> Iterator[tuple[int, int]]:
    for u, row in enumerate(neighbours):
        yield from ((u, v) for v in range(u + 1, 32) if int(row) >> v & 1)


def _cards(hand: int) -> tuple[int, ...]:
    return tuple(card for card in range(52) if hand >> card & 1)


@pytest.mark.parametrize("name", NAMES)
def test_every_move_is_that_of_the_rules(name: str) -> None:
    batch = stolik.batch(name, GAMES, seed=1)
    game, learning = stolik.game(name), load_part(find_game(name).learning or "")
    positions = starts(batch)
    while (batch.turns >= 0).any():
        legal, moves = batch.legal(), batch.random_moves()
        for row, position in enumerate(positions):
            assert list(np.flatnonzero(legal[row])) == sorted(map(learning.number, position.moves()))
            assert batch.turns[row] == (-1 if position.turn is None else game.seats.index(position.turn))
            if position.turn is not None:
                assert legal[row, moves[row]]
                positions[row] = position.play(learning.move(position, int(moves[row])))
        batch.play(moves)
    for row, position in enumerate(positions):
        assert list(batch.scores[row]) == list(position.scores.values())


@pytest.mark.parametrize("name", NAMES)
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


@pytest.mark.parametrize("name", NAMES)
def test_an_illegal_move_is_named_and_no_move_is_made(name: str) -> None:
    batch = stolik.batch(name, 3, seed=1)
    moves = batch.random_moves()
    for wrong in (-1, batch.actions, int(np.flatnonzero(~batch.legal()[1])[0])):
        moves[1] = wrong
        with pytest.raises(ValueError, match=f"the move {wrong} is illegal in game 1"):
            batch.play(moves)
    assert (batch.scores == stolik.batch(name, 3, seed=1).scores).all()


def test_graphs_are_drawn_like_those_of_a_contest() -> None:
    for position in starts(stolik.batch("graph", 200, seed=3)):
        degrees = np.bincount(np.ravel(position.edges), minlength=32)
        assert len(position.edges) == graph.DEFAULT_EDGES
        assert degrees.max() <= graph.DEFAULT_DEGREE
        assert len(_reached(position)) == 32


def _reached(position: graph.Position) -> set[int]:
    reached = {position.token}
    for _ in range(position.vertices):
        reached |= {end for edge in position.edges if reached & set(edge) for end in edge}
    return reached


def test_stacks_are_drawn_like_those_of_a_contest() -> None:
    batch = stolik.batch("krazki", 2000, seed=3)
    assert isinstance(batch, KrazkiBatch)
    assert ((batch.white & 1).sum(axis=1) == 5).all()
    assert (batch.heights.min(), batch.heights.max()) == (1, krazki.TALLEST)
    # Each stack is white at the bottom, and any other disc is white, in half of the games.
    assert np.allclose((batch.white & 1).mean(axis=0), 0.5, atol=0.05)
    assert np.isclose(np.bitwise_count(batch.white).sum() / batch.heights.sum(), 0.5, atol=0.01)


def test_a_seed_may_be_any_number() -> None:
    for name in NAMES:
        assert stolik.batch(name, 2, seed=-1).games == stolik.batch(name, 2, seed=1 << 70).games == 2


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(batches, "find_game", lambda name: replace(find_game(name), batch=None))
        with pytest.raises(ValueError, match="krazki is not played in batches; there are batches of graph, kierki"):
            stolik.batch("krazki", 10)
    with pytest.raises(ValueError, match="0 is not a number of games"):
        stolik.batch("othello", 0)
    for module in [name for name in sys.modules if name.startswith("stolik.games.othello.players")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(ModuleNotFoundError, match="batches of othello need numba, which is not installed"):
        stolik.batch("othello", 10)
