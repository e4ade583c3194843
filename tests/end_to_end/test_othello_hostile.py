"""`stolik host othello` among clients that are broken or mean: two who play honestly must not notice."""

import contextlib
import resource
import socket
import struct
from collections.abc import Iterator
from random import Random

import pytest
from tests.end_to_end.othello_clients import two_in_a_game
from tests.end_to_end.programs import STOLIK, Client, Server, running

MOVES = [(4, 5), (5, 3), (4, 2), (5, 5), (6, 4), (3, 5), (4, 6), (5, 4), (2, 4)]


@pytest.fixture
def server() -> Iterator[Server]:
    with running(STOLIK, "host", "othello", "--port", "0") as server:
        yield server
        assert server.stop() == 0
        assert not any("Traceback" in line or "ERROR" in line for line in server.log)


def play_to_the_end(dan: Client, eva: Client) -> None:
    players = [dan, eva]
    for number, (column, row) in enumerate(MOVES):
        players[number % 2].say(f"CMOV~{column}~{row}")
        other = players[1 - number % 2]
        other.collect_until(f"SMOV~{column}~{row}")
        assert [line for line in other.lines if not line.startswith(("SADDP", "SDELP"))] == []
        other.lines.clear()
    for player in players:
        player.collect_until("SGAMEEC~GameHasBeenCanceled")
        assert player.lines[-1] == "SGAMEI~Black wins: black 13, white 0."
        player.close()


def memory_of(server: Server) -> int:
    """Bytes of real memory that the server holds."""
    with open(f"/proc/{server.process.pid}/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def send_until_cut_off(client: Client, data: bytes) -> None:
    """Sends without reading until the server has had enough."""
    with contextlib.suppress(ConnectionError):
        while True:
            client.send(data)


def reset(client: Client) -> None:
    """Ends a connection without ceremony."""
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.socket.close()


def test_garbage_closes_only_its_own_connection(server: Server) -> None:
    dan, eva = two_in_a_game(server.port)
    rng = Random(1)
    for number in range(40):
        noise = Client(server.port)
        noise.send(rng.randbytes(rng.randrange(1, 5000)) + b"\nC" + rng.randbytes(5) + b"\n")
        if number % 2:
            reset(noise)
            continue
        while noise.receive() is not None:
            pass
        noise.socket.close()
    play_to_the_end(dan, eva)


def test_a_line_without_an_end_fills_no_memory(server: Server) -> None:
    dan, eva = two_in_a_game(server.port)
    before = memory_of(server)
    noise = Client(server.port)
    for _ in range(1000):
        noise.send(b"C" * 65536)
    assert memory_of(server) - before < 8 << 20
    noise.send(b"\n")
    assert noise.receive() == "SGAMEI~You are disconnected: the line is longer than 256 bytes."
    assert noise.receive() is None
    noise.socket.close()
    play_to_the_end(dan, eva)


@pytest.mark.parametrize("lines", [1, 900, 10_000])
def test_a_flood_of_pings_whose_answers_nobody_reads_is_cut_off(server: Server, lines: int) -> None:
    dan, eva = two_in_a_game(server.port)
    before = memory_of(server)
    noise = Client(server.port)
    noise.say("CNAME~noise")
    send_until_cut_off(noise, b"CPING\n" * lines)
    assert memory_of(server) - before < 8 << 20
    noise.socket.close()
    play_to_the_end(dan, eva)


def test_three_hundred_connections_keep_nobody_from_playing(server: Server) -> None:
    dan, eva = two_in_a_game(server.port)
    crowd = [Client(server.port) for _ in range(300)]
    for number, client in enumerate(crowd):
        client.say("CPING", f"CNAME~crowd{number}")
    let_in = []
    for client in crowd:
        assert client.receive() == "SPONG"
        client.say("CPING")
        client.collect_until("SPONG")
        if any(line.startswith("SGAMEI~You cannot come in: the server is full") for line in client.lines):
            client.socket.close()
        else:
            let_in.append(client)
    assert len(let_in) == 10
    play_to_the_end(dan, eva)
    for client in let_in:
        reset(client)


def test_a_crowd_that_says_nothing_keeps_nobody_out(server: Server) -> None:
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(600)]
    dan, eva = two_in_a_game(server.port)
    play_to_the_end(dan, eva)
    for each in silent:
        each.close()


def test_a_player_that_connects_and_dies_again_and_again_leaves_no_trace(server: Server) -> None:
    watcher = Client(server.port)
    watcher.say("CNAME~watcher")
    for _ in range(100):
        client = Client(server.port)
        client.say("CNAME~ghost", "CREQ~watcher")
        client.collect_until("SUPS~watcher~BUSY")
        reset(client)
        watcher.collect_until("SDELP~ghost")
    assert list(watcher.lines) == [*["SADDP~ghost", "SREQ~ghost", "SUPS~ghost~BUSY", "SREQC~ghost"]] * 100
    watcher.close()
