from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.contract import NotationError
from stolik.games.othello import nboard_wire as nboard
from stolik.games.othello.rules import START, read_square

GAME = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[black]PW[white]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]{moves};)"
)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("set depth 14", nboard.SetDepth(14)),
        ("move F5", nboard.PlayMove(read_square("f5"))),
        ("move f5/1.25/0.3\n", nboard.PlayMove(read_square("f5"))),
        ("move PA", nboard.PlayMove(None)),
        ("hint 3", nboard.Hint(3)),
        ("go\r\n", nboard.Go()),
        ("ping 7", nboard.Ping(7)),
        ("nboard 2", nboard.Other("nboard 2")),
        ("set contempt 0", nboard.Other("set contempt 0")),
        ("learn", nboard.Learn()),
        ("analyze", nboard.Analyze()),
    ],
)
def test_each_command_has_one_reading(line: str, command: nboard.Command) -> None:
    assert nboard.read_command(line) == command


def test_a_game_is_its_positions() -> None:
    assert nboard.read_ggf(GAME.format(moves="")) == ((START,), False)
    first = START.play(read_square("f5"))
    game = nboard.SetGame((START, first, first.play(read_square("f6"))))
    assert nboard.read_command("set game " + GAME.format(moves="B[F5]W[f6//0.01]")) == game


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("set game (;GM[Othello];)", "not a GGF game"),
        ("set game (;BO[10 -- *];)", "not a GGF game"),
        ("set game (;BO[8 --- *];)", "not a board of 64"),
        ("set game " + GAME.format(moves="B[A1]"), "illegal move 'A1': a1 turns no disc"),
        ("move z9", "not a square"),
        ("ping x", "not a number"),
        ("set depth", "not a number"),
    ],
)
def test_what_cannot_be_read_says_why(line: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        nboard.read_command(line)


@given(st.text())
def test_nothing_that_a_board_sends_raises_anything_else(line: str) -> None:
    for prefix in ("", "set game ", "move ", "set depth ", "ping "):
        try:
            nboard.read_command(prefix + line)
        except NotationError:
            continue


def test_answers() -> None:
    assert nboard.write_name("Stolik") == "set myname Stolik"
    assert nboard.write_answer(read_square("f5"), -2, 0.5) == "=== F5/-2.00/0.50"
    assert nboard.write_answer(None, 0, 0) == "=== PA/0.00/0.00"
    assert nboard.write_hint(read_square("a1"), 3.5, 12, exact=False) == "search A1 3.50 0 12"
    assert nboard.write_hint(read_square("a1"), 4, 20, exact=True) == "search A1 4.00 0 100%"
    assert nboard.write_status("") == "status"
    assert nboard.write_nodes(1000, 2) == "nodestats 1000 2.00"
    assert nboard.write_pong(3) == "pong 3"
    assert nboard.write_analysis(12, -3) == "analysis 12 -3.00"


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3",
        "F5D6C3\n",
        "f5 d6 c3",
        "1. f5 d6 2. c3",
        "1.f5 2.d6 3.c3",
        "1) f5 2) d6 3) c3",
        "1 f5 2 d6 3 c3",
        "f5 d6 c3 pa",
        "f5d6papac3",
        "1. f5 d6\n2. c3 --\n",
    ],
)
def test_a_transcript_may_have_numbers_and_passes(text: str) -> None:
    played = nboard.read_file(text)
    assert played is not None
    assert played.moves == ("f5", "d6", "c3")


@pytest.mark.parametrize(("text", "why"), [("f5d", "'d'"), ("f5 z9", "'z9'"), ("1. f5 dd", "'dd'")])
def test_a_transcript_with_another_word_is_refused(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=f"not a square from a1 to h8, nor a pass: {why}"):
        nboard.read_file(text)


@pytest.mark.parametrize("text", ["", "[1,2] report", "{}", "hello, world", "f5!d6"])
def test_another_text_is_no_transcript(text: str) -> None:
    assert nboard.read_file(text) is None
