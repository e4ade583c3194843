from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik.cli.terminal.boards import drawing_of, plain_drawing
from stolik.cli.terminal.ink import PLAIN, Ink
from stolik.cli.terminal.local_game import LocalGame, Quit
from stolik.cli.terminal.scene import Drawing
from stolik.contract import AnyGame, NotationError
from stolik.games.graph import GAME as GRAPH
from stolik.games.graph import rules as graph
from stolik.games.kierki import GAME as KIERKI
from stolik.games.kierki.cards import cards_in
from stolik.games.krazki import GAME as KRAZKI
from stolik.games.krazki import rules as krazki
from stolik.games.krazki.board import read_typed
from stolik.games.othello import GAME as OTHELLO

ESCAPE = re.compile("\x1b\\[[0-9;]*m")


OURS: list[AnyGame] = [KRAZKI, GRAPH, OTHELLO, KIERKI]
DRAWINGS = [
    *((game.name, drawing_of(game)) for game in OURS),
    *((f"plain {game.name}", plain_drawing(game)) for game in OURS),
]
of_every_drawing = pytest.mark.parametrize(
    "drawing", [drawing for _, drawing in DRAWINGS], ids=[name for name, _ in DRAWINGS]
)


def local(drawing: Drawing, rng: Random) -> LocalGame:
    return LocalGame(drawing, drawing.game.start(rng), dict.fromkeys(drawing.game.seats, "a person"))


@of_every_drawing
@settings(max_examples=10)
@given(rng=st.randoms(use_true_random=False))
def test_a_whole_game_is_drawn_within_80_columns_and_24_rows_in_either_ink(drawing: Drawing, rng: Random) -> None:
    game = local(drawing, rng)
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


@of_every_drawing
def test_what_is_no_move_is_told_in_words_and_nothing_changes(drawing: Drawing) -> None:
    game = local(drawing, Random(1))
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
    drawing = drawing_of(GRAPH)
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


def test_a_plain_drawing_shows_only_what_the_person_may_know() -> None:
    start = KIERKI.start(Random(2))
    names = {"N": "you", "E": "steady", "S": "steady", "W": "steady"}
    game = LocalGame(drawing_of(KIERKI), start, names, "N")
    while game.position.turn == "N":
        game.play(game.position.moves()[0])
    bots_moves = {KIERKI.write_move(move) for move in game.position.moves()}
    assert not bots_moves & set(game.words()), "what a bot may play tells what it holds"
    mine = [line for line in game.board(PLAIN) if line.startswith("Your cards: ")]
    held = set(mine[0].removeprefix("Your cards: ").split())
    assert held == {KIERKI.write_move(card) for card in cards_in(game.position.hands[0])}


def test_a_long_list_of_moves_is_cut_and_says_how_to_see_all() -> None:
    start = KRAZKI.read("b |" + "|".join(["b" * 20] * 10) + "|")
    board = LocalGame(plain_drawing(KRAZKI), start, {"b": "you", "c": "a person"}).board(PLAIN)
    assert board[-1] == "... (moves lists them all)"
    assert len(board) <= 20
