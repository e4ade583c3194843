"""The door and the server of the code protocol, on transports in memory and on sockets of one process."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Coroutine
from io import BytesIO
from typing import Any

import pytest

from stolik.games.contract import AnyGame
from stolik.games.graph import FIRST, SECOND
from stolik.games.graph import GAME as GRAPH
from stolik.games.krazki import GAME as KRAZKI
from stolik.service import loop as service_loop
from stolik.service.code_door import CodeDoor, verdict
from stolik.service.code_server import CodeServer
from stolik.service.connection import LINGER
from stolik.table.events import Ended
from stolik.table.rules import HOUSE_RULES, Ending, HouseRules

LONG = 100.0


class MemoryTransport(asyncio.Transport):
    """Keeps what is written; its peer has a name of its own."""

    def __init__(self, name: str | None) -> None:
        super().__init__({"peername": (name, 1), "sockname": ("127.0.0.9", 2)} if name else {})
        self.written = b""
        self.ended = self.aborted = False

    def write(self, data: Any) -> None:
        assert not self.ended
        self.written += data

    def write_eof(self) -> None:
        self.ended = True

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass


class Client:
    """A client whose connection is a door in memory."""

    def __init__(self, server: CodeServer, game: AnyGame, name: str | None = "127.0.0.1") -> None:
        self.transport = MemoryTransport(name)
        self.door = CodeDoor(game, server, None)
        self.door.connection_made(self.transport)

    def say(self, line: str) -> None:
        self.door.data_received(line.encode() + b"\n")

    def go(self) -> None:
        self.door.connection_lost(None)

    def heard(self) -> list[str]:
        """The lines since the last time; the last one is `end` once there is nothing more to come."""
        lines = self.transport.written.decode().splitlines()
        self.transport.written = b""
        return [*lines, *["end"] * self.transport.ended]


def rules(game: AnyGame, turn_time: float = LONG) -> HouseRules:
    house = HOUSE_RULES[game.name]
    return HouseRules(turn_time, house.on_silence, house.on_foul, house.on_absence)


def server_of(game: AnyGame, position: str, games: int | None = None) -> CodeServer:
    return CodeServer(game, lambda: game.read(position), rules(game), games)


def in_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that runs in an event loop."""

    def run() -> None:
        asyncio.run(test())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


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
async def test_a_position_that_is_over_is_lost_for_the_one_who_came_first() -> None:
    server = server_of(GRAPH, "3 2 1 0 1")
    first, second = Client(server, GRAPH), Client(server, GRAPH)
    assert (first.heard(), second.heard()) == (["240", "end"], ["230", "end"])


@in_loop
async def test_the_place_of_one_who_waited_and_left_is_free() -> None:
    server = server_of(GRAPH, "3 0 2 0 1 1 2")
    Client(server, GRAPH).go()
    first, second = Client(server, GRAPH), Client(server, GRAPH)
    assert (first.heard(), second.heard()) == (["200 3 0 2 0 1 1 2"], [])


@in_loop
async def test_one_who_talks_before_the_game_is_closed_and_its_place_is_free() -> None:
    server = server_of(GRAPH, "3 0 2 0 1 1 2")
    hasty = Client(server, GRAPH)
    hasty.say("210 1")
    assert hasty.heard() == ["999 the game has not begun: wait for 200", "end"]
    first, second = Client(server, GRAPH), Client(server, GRAPH)
    hasty.go()
    assert (first.heard(), second.heard()) == (["200 3 0 2 0 1 1 2"], [])


@in_loop
async def test_one_who_was_gone_before_it_was_greeted_waits_for_nobody() -> None:
    server = server_of(GRAPH, "3 0 2 0 1 1 2")
    assert Client(server, GRAPH, name=None).transport.aborted
    first, second = Client(server, GRAPH), Client(server, GRAPH)
    assert (first.heard(), second.heard()) == (["200 3 0 2 0 1 1 2"], [])


@in_loop
async def test_no_more_games_are_begun_than_were_asked_for() -> None:
    server = server_of(GRAPH, "3 0 2 0 1 1 2", games=1)
    first, _ = Client(server, GRAPH), Client(server, GRAPH)
    assert Client(server, GRAPH).heard() == ["999 no more games are played here", "end"]
    assert not server.played_all
    first.go()
    assert server.played_all


@in_loop
async def test_one_who_stops_reading_is_gone() -> None:
    server = server_of(GRAPH, "3 0 2 0 1 1 2")
    first, second = Client(server, GRAPH), Client(server, GRAPH)
    first.door.pause_writing()
    assert first.transport.aborted
    first.go()
    assert second.heard() == ["230", "end"]


@in_loop
async def test_one_who_does_not_close_its_own_end_is_dropped_after_a_while() -> None:
    server = server_of(GRAPH, "3 0 2 0 1 1 2")
    first = Client(server, GRAPH)
    first.say("?")
    assert not first.transport.aborted
    await asyncio.sleep(LINGER)
    await asyncio.sleep(0)
    assert first.transport.aborted


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


@pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, service_loop.new_event_loop])
def test_an_answer_that_has_come_is_read_before_the_clock_strikes(
    new_loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    """However late a busy service looks at it."""
    turn_time = 0.2

    async def play() -> bytes:
        loop = asyncio.get_running_loop()
        server = CodeServer(GRAPH, lambda: GRAPH.read("3 0 2 0 1 1 2"), rules(GRAPH, turn_time), games=1)
        listening = socket.create_server(("127.0.0.1", 0))
        serving = asyncio.create_task(server.serve(listening, BytesIO()))
        first, second = socket.socket(), socket.socket()
        for client in (first, second):
            client.setblocking(False)
            await loop.sock_connect(client, listening.getsockname())

        def answer_while_the_service_is_busy() -> None:
            loop.remove_reader(first)
            first.send(b"210 1\n")
            time.sleep(2 * turn_time)

        loop.add_reader(first, answer_while_the_service_is_busy)
        heard = await loop.sock_recv(second, 100)
        first.close()
        second.close()
        await serving
        return heard

    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(play()) == b"200 3 1 1 1 2\n"
