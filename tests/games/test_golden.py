"""Golden games: what one whole game of each of ours was, ply by ply, in `golden/<game>.txt`.

A file has the start position, then for each ply whose turn it was, the move, how many moves were legal, and the scores
after it. The test plays the file's moves again and must write the same file. After a change of the rules that is meant,
draw the games anew and read the difference:

    REGENERATE=1 pytest tests/games -k golden
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stolik.contract import AnyGame, Position
from stolik.games.graph import GAME as GRAPH
from stolik.games.kierki import EARLY_END
from stolik.games.kierki import GAME as KIERKI
from stolik.games.kierki import rules as kierki
from stolik.games.krazki import GAME as KRAZKI
from stolik.games.othello import GAME as OTHELLO

GOLDEN = Path(__file__).parent / "golden"
GOLDEN_SEED = 7
EVERY_GAME = (KIERKI, EARLY_END, KRAZKI, GRAPH, OTHELLO)

# Two deals of Kierki are enough to read; a whole match would be seven.
GOLDEN_STARTS: dict[str, Callable[[Random], Position[Any]]] = {
    "kierki": partial(kierki.random_match, kinds=(4, 7)),
    "kierki-early-end": partial(kierki.random_match, kinds=(5, 2), early_end=True),
}


def golden_text(game: AnyGame, start: Position[Any], choose: Callable[[Sequence[Any]], Any]) -> str:
    """The record of the game in which `choose` chooses every move."""
    lines = ["start", game.write(start).rstrip("\n"), "plies"]
    position = start
    while position.turn is not None:
        moves = position.moves()
        move = choose(moves)
        after = position.play(move)
        scores = " ".join(f"{seat}:{after.scores[seat]}" for seat in game.seats)
        lines.append(f"{position.turn}  {game.write_move(move)}  of {len(moves)}  {scores}")
        position = after
    lines.append(f"won by {' '.join(position.winners)}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_the_golden_game_is_played_as_it_is_written(game: AnyGame) -> None:
    path = GOLDEN / f"{game.name}.txt"
    if os.environ.get("REGENERATE"):
        rng = Random(GOLDEN_SEED)
        start = GOLDEN_STARTS.get(game.name, game.start)(rng)
        path.write_text(golden_text(game, start, rng.choice))
    golden = path.read_text()
    start_text, plies = golden.removeprefix("start\n").split("\nplies\n")
    moves = (game.read_move(ply.split("  ")[1]) for ply in plies.splitlines())
    assert golden_text(game, game.read(start_text), lambda _: next(moves)) == golden
