"""The server of the code protocol: who plays with whom, and whose time is up."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from io import BytesIO

import pytest
from tests.support.code_doors import Client, in_loop, rules, server_of
from tests.support.pocket_games import THREE

from stolik.games.graph import GAME as GRAPH
from stolik.games.graph.rules import Position
from stolik.service.doors.code_server import CodeServer, tables_of
from stolik.service.net import loop as service_loop


def _two_edges() -> Position:
    return GRAPH.read("3 0 2 0 1 1 2")


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


@pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, service_loop.new_event_loop])
def test_an_answer_that_has_come_is_read_before_the_clock_strikes(
    new_loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    """However late a busy service looks at it."""
    turn_time = 0.2

    async def play() -> bytes:
        loop = asyncio.get_running_loop()
        server = CodeServer(GRAPH, tables_of(GRAPH, _two_edges, rules(GRAPH, turn_time)), games=1)
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


@in_loop
async def test_a_game_of_three_begins_when_three_are_here_and_the_earliest_moves_first() -> None:
    server = CodeServer(THREE, tables_of(THREE, lambda: THREE.read("b 6"), THREE.house_rules))
    one = Client(server, THREE)
    Client(server, THREE).go()
    two = Client(server, THREE)
    assert (one.heard(), two.heard()) == ([], [])
    three = Client(server, THREE)
    assert (one.heard(), two.heard(), three.heard()) == (["200 b 6"], [], [])
    one.say("210 1")
    two.say("210 2")
    assert (one.heard(), two.heard(), three.heard()) == ([], ["200 c 5"], ["200 a 3"])
