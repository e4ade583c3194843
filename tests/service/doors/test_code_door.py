"""The door of the code protocol, on transports in memory."""

from __future__ import annotations

import pytest
from tests.support.code_doors import Client, in_loop, server_of

from stolik.contract import Ending, HouseRules
from stolik.games.graph import GAME as GRAPH
from stolik.games.graph.rules import FIRST, SECOND
from stolik.games.krazki import GAME as KRAZKI
from stolik.service.doors.code_door import verdict
from stolik.service.doors.code_server import CodeServer, tables_of
from stolik.table.events import Ended


@in_loop
async def test_the_seeds_small_game_is_played_to_its_end() -> None:
    # "czarne … `1 bc`", "białe grają `0 cb`, czarne grają `0` …, białe grają `1` i czarne nie mają możliwości"
    server = server_of(KRAZKI, "c |cbbcb|bcc|")
    black, white = Client(server, KRAZKI), Client(server, KRAZKI)
    assert (black.heard(), white.heard()) == (["200 c |cbbcb|bcc|"], [])
    black.say("210 1 bc")
    assert (black.heard(), white.heard()) == ([], ["200 b |cbbcb|bc|"])
    white.say("210 0 cb\r")
    assert (black.heard(), white.heard()) == (["220 0 cb"], [])
    black.say("210 0 ")
    assert (black.heard(), white.heard()) == ([], ["220 0"])
    white.say("210 1")
    assert (black.heard(), white.heard()) == (["240", "end"], ["230", "end"])


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("210 0 c", "the lowest disc taken must be your own (c), and it is b"),
        ("210 2", "there is no stack 2: stacks are numbered 0 to 1"),
        ("210 x", "not a stack's number and what is left of it, such as '7 bbc': 'x'"),
        ("HELLO", "not 210 and a move: 'HELLO'"),
        ("210", "not 210 and a move: '210'"),
        ("210 0 " + "c" * 60, "the line is longer than 64 bytes"),
    ],
)
def test_a_foul_is_explained_and_loses_at_once(line: str, why: str) -> None:
    @in_loop
    async def test() -> None:
        server = server_of(KRAZKI, "c |cbcbc|bcc|")
        black, white = Client(server, KRAZKI), Client(server, KRAZKI)
        black.heard()
        black.say(line)
        assert (black.heard(), white.heard()) == ([f"999 {why}", "end"], ["230", "end"])

    test()


@in_loop
async def test_a_move_may_come_in_two_pieces_cut_anywhere() -> None:
    server = server_of(KRAZKI, "c |cbbcb|bcc|")
    data = b"210 1 bc\r\n"
    for cut in range(len(data)):
        black, white = Client(server, KRAZKI), Client(server, KRAZKI)
        black.door.data_received(data[:cut])
        assert white.heard() == []
        black.door.data_received(data[cut:])
        assert white.heard() == ["200 b |cbbcb|bc|"]


@in_loop
async def test_a_second_move_in_one_turn_is_a_foul() -> None:
    server = server_of(KRAZKI, "c |cbcbc|bcc|")
    black, white = Client(server, KRAZKI), Client(server, KRAZKI)
    black.heard()
    black.say("210 0 cbcb\n210 1 bc\n210 1 b")
    assert black.heard() == ["999 it is not your turn", "end"]
    assert white.heard() == ["200 b |cbcb|bcc|", "230", "end"]


@in_loop
async def test_a_line_before_ones_own_turn_is_a_foul() -> None:
    server = server_of(GRAPH, "3 0 2 0 1 1 2")
    first, second = Client(server, GRAPH), Client(server, GRAPH)
    second.say("210 2")
    assert first.heard() == ["200 3 0 2 0 1 1 2", "230", "end"]
    assert second.heard() == ["999 it is not your turn", "end"]


@in_loop
async def test_whoever_goes_loses() -> None:
    server = server_of(GRAPH, "3 0 2 0 1 1 2")
    first, second = Client(server, GRAPH), Client(server, GRAPH)
    first.go()
    assert second.heard() == ["230", "end"]
    first, second = Client(server, GRAPH), Client(server, GRAPH)
    second.go()
    assert first.heard() == ["200 3 0 2 0 1 1 2", "230", "end"]
    second.go()  # what a transport never does is harmless too


@in_loop
async def test_one_move_can_end_the_game_before_the_second_player_was_asked() -> None:
    server = server_of(GRAPH, "3 0 1 0 1")
    first, second = Client(server, GRAPH), Client(server, GRAPH)
    first.say("210 1")
    assert (first.heard()[1:], second.heard()) == (["230", "end"], ["240", "end"])


@in_loop
async def test_one_whom_the_house_rules_expel_is_told_why() -> None:
    expelling = HouseRules(on_foul="expel", on_absence="forfeit")
    server = CodeServer(GRAPH, tables_of(GRAPH, lambda: GRAPH.read("3 0 2 0 1 1 2"), expelling))
    first, second = Client(server, GRAPH), Client(server, GRAPH)
    first.say("210 2")
    assert first.heard()[1:] == ["999 no edge joins vertex 0, where the token is, with 2", "end"]
    assert second.heard() == ["230", "end"]


@in_loop
async def test_one_who_stops_reading_is_gone() -> None:
    server = server_of(GRAPH, "3 0 2 0 1 1 2")
    first, second = Client(server, GRAPH), Client(server, GRAPH)
    first.door.pause_writing()
    assert first.transport.aborted
    first.go()
    assert second.heard() == ["230", "end"]


@pytest.mark.parametrize(
    ("ending", "winners", "by", "codes"),
    [
        (Ending.RULES, (FIRST,), None, ("230", "240")),
        (Ending.RULES, (SECOND,), None, ("240", "230")),
        (Ending.OVERTIME, (FIRST,), SECOND, ("231", "241")),
        (Ending.OVERTIME, (SECOND,), FIRST, ("241", "231")),
        (Ending.FOUL, (FIRST,), SECOND, ("230", "999 a reason")),
        (Ending.FOUL, (SECOND,), FIRST, ("999 a reason", "230")),
        (Ending.GONE, (FIRST,), SECOND, ("230", "999 a reason")),
        (Ending.CANCELLED, (), FIRST, ("999 a reason", "999 a reason")),
    ],
)
def test_every_ending_has_its_codes(
    ending: Ending, winners: tuple[str, ...], by: str | None, codes: tuple[str, str]
) -> None:
    ended = Ended(ending, "a reason", {}, winners, by)
    assert tuple(verdict(ended, seat).text() for seat in (FIRST, SECOND)) == codes
