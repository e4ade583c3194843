"""The door of the code protocol with no socket and no event loop: every line, every event, and games of any shape."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.support.cuts import CUTS, Cut
from tests.support.pocket_games import AGAIN, GUESSING, PATIENT, THREE, Guessing, start_of
from tests.support.seed_game import FIRST_RECEIVES, FIRST_SENDS, SECOND_RECEIVES, SECOND_SENDS, START

from stolik.contract import AnyGame, Ending
from stolik.contract.check import GameError, check_game
from stolik.games.graph import GAME as GRAPH
from stolik.games.graph.rules import FIRST, SECOND
from stolik.games.krazki import GAME as KRAZKI
from stolik.service.doors.code_door import CodeDoor
from stolik.service.doors.door import Goodbye, Request
from stolik.service.doors.memory import MemoryPeer, MemoryTable
from stolik.table.events import Asked, Ended, Event, Expelled, Left, Played, Refused, Sat, Shown
from stolik.table.inputs import Foul, Play
from stolik.table.table import Table
from stolik.wire.lines import Overlong
from stolik.wire.report import OVERLONG_MARK

PATH = GRAPH.read("4 0 3 0 1 1 2 2 3")


def test_one_who_talks_before_the_game_is_told_to_wait_and_closed() -> None:
    door = CodeDoor(GRAPH)
    assert door.read(b"210 1") == Goodbye(
        ("999 the game has not begun: wait for 200",), "the game has not begun: wait for 200"
    )
    assert door.over


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        (b"210 1", Play(FIRST, "1")),
        (b"210 1\r", Play(FIRST, "1")),
        (b"210 01", Foul(FIRST, "not a whole number: '01'", line="210 01")),
        (b"210", Foul(FIRST, "not 210 and a move: '210'", line="210")),
        (b"", Foul(FIRST, "not 210 and a move: ''")),
        (b"220 1", Foul(FIRST, "not 210 and a move: '220 1'", line="220 1")),
        (b"210 \xff", Foul(FIRST, r"not a whole number: '\\xff'", line=r"210 \xff")),
        (Overlong(b"210 1"), Foul(FIRST, "the line is longer than 5 bytes", line=f"210 1{OVERLONG_MARK}")),
    ],
)
def test_what_a_player_says(line: bytes, request_: Request) -> None:
    door = CodeDoor(GRAPH)
    door.sit(FIRST)
    assert door.read(line) == request_


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (Asked(FIRST, None), ["200 4 0 3 0 1 1 2 2 3"]),
        (Asked(SECOND, None), []),
        (Played(FIRST, FIRST, "1", PATH.play(1)), []),
        (Refused(FIRST, "it is not your turn"), []),
        (Sat(SECOND, "somebody"), []),
        (Left(SECOND), []),
        (Expelled(FIRST, "why"), ["999 why"]),
        (Ended(Ending.RULES, "why", {}, (FIRST,)), ["230"]),
        (Ended(Ending.OVERTIME, "why", {}, (SECOND,), FIRST), ["241"]),
    ],
)
def test_what_a_table_says(event: Event, lines: list[str]) -> None:
    door = CodeDoor(GRAPH)
    door.sit(FIRST)
    door.tell(Shown(FIRST, PATH))
    assert list(door.tell(event)) == lines
    assert door.over == isinstance(event, Expelled | Ended)


def test_a_question_before_the_position_was_shown_waits() -> None:
    door = CodeDoor(GRAPH)
    door.sit(FIRST)
    assert door.tell(Asked(FIRST, None)) == ()


@pytest.mark.parametrize("cut", CUTS)
def test_the_seeds_game_is_played_in_memory_to_the_letter(cut: Cut) -> None:
    table = MemoryTable(Table(GRAPH, GRAPH.read(START), GRAPH.house_rules))
    peers = [table.connect(CodeDoor(GRAPH), seat) for seat in GRAPH.seats]
    heard: list[list[str]] = [[], []]
    moves = [iter(FIRST_SENDS), iter(SECOND_SENDS)]
    mover = 0
    while not peers[0].closed:
        for peer, lines in zip(peers, heard, strict=True):
            lines += peer.take_lines()
        for piece in cut(f"{next(moves[mover])}\r\n".encode()):
            peers[mover].send(piece)
        mover = 1 - mover
    for peer, lines in zip(peers, heard, strict=True):
        lines += peer.take_lines()
    assert heard == [FIRST_RECEIVES, SECOND_RECEIVES]


@pytest.mark.parametrize("cut", CUTS)
def test_a_line_with_another_behind_it_is_a_foul_after_the_move(cut: Cut) -> None:
    table = MemoryTable(Table(GRAPH, PATH, GRAPH.house_rules))
    first, second = (table.connect(CodeDoor(GRAPH), seat) for seat in GRAPH.seats)
    for piece in cut(b"210 1\n210 2\n210 3\n"):
        first.send(piece)
    assert first.take_lines() == ["200 4 0 3 0 1 1 2 2 3", "999 it is not your turn"]
    assert second.take_lines() == ["200 4 1 2 1 2 2 3", "230"]


def at_table(game: AnyGame, position: Any) -> tuple[MemoryTable, list[MemoryPeer]]:
    table = MemoryTable(Table(game, position, game.house_rules))
    return table, [table.connect(CodeDoor(game), seat) for seat in game.seats]


def test_where_more_than_two_play_every_question_is_the_whole_position() -> None:
    _, (a, b, c) = at_table(THREE, start_of(THREE))
    a.send(b"210 1\n")
    b.send(b"210 1\n")
    c.send(b"210 1\n")
    assert a.take_lines() == ["200 a 6", "200 a 3"]
    assert b.take_lines() == ["200 b 5"]
    a.send(b"210 1\n")
    b.send(b"210 2\n")
    assert [peer.take_lines() for peer in (a, b, c)] == [["240"], ["200 b 2", "230"], ["200 c 4", "240"]]


def test_one_who_moves_twice_in_a_row_and_the_one_who_waits_are_told_the_whole_position() -> None:
    _, (a, b) = at_table(AGAIN, start_of(AGAIN))
    a.send(b"210 1\n")
    b.send(b"210 1\n")
    assert a.take_lines() == ["200 a 6", "220 1"]
    a.send(b"210 2\n")
    assert a.take_lines() == ["200 a 2"], "it is its turn again, and no opponent has moved"
    a.send(b"210 1\n")
    assert b.take_lines() == ["200 b 5", "200 b 1"], "two moves were made, and 220 tells of one"


def test_where_something_is_hidden_every_question_is_the_seats_own_view_in_one_line() -> None:
    _, (a, b) = at_table(GUESSING, Guessing((1, 2)))
    a.send(b"210 3\n")
    b.send(b"210 3\n")
    assert a.take_lines() == ["200 mine 1 named", "200 mine 1 named 3 3"]
    assert b.take_lines() == ["200 mine 2 named 3"]


def test_a_refused_move_and_a_silence_repeat_the_question_as_the_whole_position() -> None:
    table, (a, b) = at_table(PATIENT, start_of(PATIENT))
    a.send(b"210 1\n")
    b.send(b"210 1\n")
    assert a.take_lines() == ["200 a 6", "220 1"]
    a.send(b"210 7\n")
    assert a.take_lines() == ["200 a 4"]
    table.pass_time(6.0)
    assert a.take_lines() == ["200 a 4"]
    b.send(b"210 1\n")
    assert b.take_lines() == ["200 b 5"], "one who was not asked hears nothing"


def test_a_game_says_how_long_its_moves_may_be() -> None:
    assert CodeDoor(KRAZKI).limit == 64
    long = replace(GRAPH, longest_move=200)
    assert CodeDoor(long).limit == 205
    _, (first, _) = at_table(long, PATH)
    first.send(b"210 " + b"1" * 200 + b"\r\n")
    assert "longer" not in first.take_lines()[-1]


def test_a_game_that_hides_something_must_say_how_a_view_is_written() -> None:
    with pytest.raises(GameError, match="give it 'text'"):
        check_game(replace(GUESSING, text=None, shown=print))
