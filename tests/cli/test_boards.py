from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik.cli.boards import drawing_of, drawn_games
from stolik.cli.ink import PLAIN, Ink
from stolik.cli.local_game import LocalGame, Quit
from stolik.contract import NotationError
from stolik.games.graph import rules as graph
from stolik.games.krazki import rules as krazki
from stolik.games.krazki.board import read_typed

ESCAPE = re.compile("\x1b\\[[0-9;]*m")


def local(name: str, rng: Random) -> LocalGame:
    drawing = drawing_of(name)
    return LocalGame(drawing, drawing.game.start(rng), dict.fromkeys(drawing.game.seats, "a person"))


@pytest.mark.parametrize("name", drawn_games())
@settings(max_examples=10)
@given(rng=st.randoms(use_true_random=False))
def test_a_whole_game_is_drawn_within_80_columns_and_24_rows_in_either_ink(name: str, rng: Random) -> None:
    game = local(name, rng)
    write = game.drawing.game.write_move
    while game.position.turn is not None:
        plain, coloured = game.board(PLAIN), game.board(Ink(colour=True, shapes=False))
        assert [ESCAPE.sub("", line).rstrip() for line in coloured] == list(plain)
        assert len(plain) <= 20
        assert max(map(len, plain)) < 80
        move = rng.choice(game.position.moves())
        assert write(move) in game.words()
        after = game.position.play(move)
        assert game.obey(f" !{write(move)} ", PLAIN) == ()
        assert game.position == after
    assert any("win" in line or "draw" in line for line in game.board(PLAIN))


@pytest.mark.parametrize("name", drawn_games())
def test_what_is_no_move_is_told_in_words_and_nothing_changes(name: str) -> None:
    game = local(name, Random(1))
    before = game.position
    for line in ("", "help", "?", "board", "moves", "nonsense", "999", "!"):
        game.obey(line, PLAIN)
        assert game.position is before
    assert game.obey("nonsense", PLAIN)[0].startswith("Not played: not a")
    assert game.obey("moves", PLAIN)[0].startswith("Legal moves: ")
    with pytest.raises(Quit):
        game.obey("quit", PLAIN)


def test_a_disc_of_krazki_is_taken_by_its_place() -> None:
    position = krazki.read_position("c |cbbcb|bcc|")
    assert read_typed("0 4", position) == krazki.Move(0, "cbb")
    assert read_typed("1 2", position) == krazki.Move(1, "b")
    assert read_typed("1 bc", position) == krazki.Move(1, "bc")
    assert read_typed("0", position) == krazki.Move(0, "")
    for wrong in ("0 6", "2 1", "1 x"):
        with pytest.raises(NotationError):
            read_typed(wrong, position)


def test_the_graph_shows_where_each_way_leads() -> None:
    drawing = drawing_of("graph")
    game = LocalGame(drawing, graph.read_position("4 0 3 0 1 0 2 1 3"), {"first": "you", "second": "random"})
    assert game.board(PLAIN) == (
        "The token is at 0; 3 edges left. From here, and on from there:",
        "    1 -> 3",
        "    2 -> a dead end",
        "First: you, second: random.",
        "The first to move.",
    )
    game.play(2)
    assert game.board(PLAIN)[-1] == "The second cannot move: the first wins."
