"""The strong player, and the two simple ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest
from hypothesis import given, settings
from tests.support.othello import best_score, positions

from stolik.games.othello.players.greedy import Greedy, Steady
from stolik.games.othello.rules import START, Position, read_position
from stolik.players.chance import RandomPlayer
from stolik.players.player import Player

pytest.importorskip("numba", reason="the strong players need Numba: pip install '.[strong]'")

from stolik.games.othello.players.player import OthelloStrong

AnyPlayer = Player[Position, int]


def lead_of_black(black: AnyPlayer, white: AnyPlayer) -> int:
    position = START
    while position.turn is not None:
        position = position.play((black if position.turn == "black" else white).choose(position))
    return position.scores["black"] - position.scores["white"]


def test_greedy_turns_most_discs() -> None:
    position = read_position("-OOOX---" + "-O------" + "-X------" + "-" * 40 + " X")
    assert Greedy().choose(position) == 0


@given(positions())
def test_steady_takes_a_corner_when_it_can(position: Position) -> None:
    corners = {0, 7, 56, 63} & set(position.moves())
    assert not corners or Steady().choose(position) in corners


@settings(max_examples=20)
@given(positions(0, 60))
def test_it_chooses_a_legal_move_and_the_same_one_again(position: Position) -> None:
    choice = OthelloStrong(nodes=20_000).choose(position)
    assert choice in position.moves()
    assert OthelloStrong(nodes=20_000).choose(position) == choice


@settings(max_examples=20)
@given(positions(54, 60))
def test_near_the_end_it_is_exact(position: Position) -> None:
    found = OthelloStrong(nodes=100_000).think(position)
    assert found.exact
    assert found.score == best_score(position)


def test_where_the_score_is_out_of_reach_it_proves_the_win() -> None:
    # FFO #40: the score takes nine million nodes, the win far fewer.
    position = read_position("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
    found = OthelloStrong(nodes=2_000_000).think(position)
    assert not found.exact
    assert found.outcome == 1


@given(positions(0, 40))
def test_it_counts_no_more_nodes_than_it_may(position: Position) -> None:
    found = OthelloStrong(nodes=5_000).think(position)
    assert found.nodes <= 6_000


def test_it_answers_when_the_alarm_rings() -> None:
    rung: list[float] = []

    @contextmanager
    def alarm(seconds: float, ring: Callable[[], None]) -> Iterator[None]:
        rung.append(seconds)
        ring()
        yield

    choice = OthelloStrong(seconds=0.5, alarm=alarm).choose(START)
    assert choice in START.moves()
    assert rung == [0.5]


def test_seconds_without_an_alarm_are_refused() -> None:
    with pytest.raises(ValueError, match="an alarm must be given together"):
        OthelloStrong(seconds=1.0)


@pytest.mark.parametrize("rival", [RandomPlayer(Random(1)), Greedy(), Steady()])
def test_it_beats_the_simple_players(rival: AnyPlayer) -> None:
    assert lead_of_black(OthelloStrong(nodes=30_000), rival) > 0
    assert lead_of_black(rival, OthelloStrong(nodes=30_000)) < 0
