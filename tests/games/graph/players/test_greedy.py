from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from stolik.games.graph import GAME
from stolik.games.graph.players.greedy import Greedy
from stolik.games.graph.rules import Position, random_position, read_position
from stolik.players.chance import RandomPlayer


@pytest.mark.parametrize(
    ("graph", "choice", "why"),
    [
        ("4 0 3 0 1 1 2 0 3", 3, "walks to where no other edge leaves, which wins at once"),
        ("5 0 4 0 1 1 2 0 3 3 4", 1, "when all is lost, walks somewhere all the same"),
        ("6 0 5 0 1 1 2 0 3 3 4 4 5", 3, "does not give the opponent such a vertex"),
        ("3 0 1 0 1", 1, "has one move only"),
    ],
)
def test_it_sees_what_is_near(graph: str, choice: int, why: str) -> None:
    assert Greedy().choose(read_position(graph)) == choice, why


@lru_cache(None)
def is_won(position: Position) -> bool:
    return any(not is_won(position.play(move)) for move in position.moves())


def test_a_small_graph_is_played_perfectly() -> None:
    rng = Random(3)
    wins = 0
    for _ in range(60):
        position = random_position(rng, 7, rng.randint(6, 11))
        if is_won(position):
            wins += 1
            assert not is_won(position.play(Greedy().choose(position))), position
    assert wins > 20


def test_it_beats_chance_from_either_seat() -> None:
    rng = Random(5)
    greedy, chance = Greedy(), RandomPlayer(rng)
    won = 0
    for game in range(12):
        position = GAME.start(rng)
        seat = GAME.seats[game % 2]
        while position.turn is not None:
            position = position.play(greedy.choose(position) if position.turn == seat else chance.choose(position))
        won += position.winners == (seat,)
    assert won >= 10
