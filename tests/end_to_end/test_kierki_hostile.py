"""Hostile clients: the match of the honest ones goes on as if they were not there, and memory stays flat."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from tests.support.kierki import FirstTrick, HonestClient, expected_lines, match_file, play_out, some_deals
from tests.support.peer import Peer
from tests.support.programs import LONG, KierkiServer, Serve

from stolik.games.kierki.cards import read_card, write_card
from stolik.games.kierki.rules import SEATS

KINDS = (7,) * 6
# What the interpreter's own allocations may add in a run; an attack that grew memory would add its megabytes to it.
SLACK = 12 * 1024 * 1024


def garbage(port: int) -> None:
    """Random bytes."""
    Peer(port).say_bytes(os.urandom(100_000))


def half_lines(port: int) -> None:
    """A greeting that never ends."""
    Peer(port).say_bytes(b"IAM")


def a_megabyte_without_an_end(port: int) -> None:
    """A line that no buffer should hold."""
    Peer(port).say_bytes(b"A" * 1_000_000)


def a_flood_of_greetings(port: int) -> None:
    """Many greetings in one breath."""
    Peer(port).say(*["IAMN"] * 20_000)


def a_flood_of_empty_lines(port: int) -> None:
    """Many messages that are nothing."""
    Peer(port).say_bytes(b"\r\n" * 100_000)


def a_reset(port: int) -> None:
    """A connection that is torn down while it is being accepted."""
    peer = Peer(port)
    peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    peer.close()


ATTACKS = [garbage, half_lines, a_megabyte_without_an_end, a_flood_of_greetings, a_flood_of_empty_lines, a_reset]


@contextmanager
def under_attack(attack: Callable[[int], None], port: int) -> Iterator[None]:
    """Repeats the attack from another thread as long as the match lasts."""
    over = threading.Event()

    def go_on() -> None:
        while not over.is_set():
            with contextlib.suppress(OSError):
                attack(port)

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_leaves_the_match_of_the_honest_untouched(serve: Serve, attack: Callable[[int], None]) -> None:
    server = serve(match_file(KINDS), *LONG)
    clients = [HonestClient(server.port, seat) for seat in SEATS]
    before = server.memory()
    for _ in range(20):
        with contextlib.suppress(OSError):
            attack(server.port)
    assert server.memory() - before < SLACK
    with under_attack(attack, server.port):
        play_out(clients)
    assert {client.seat: client.heard for client in clients} == expected_lines(some_deals(KINDS))
    assert server.wait() == 0


def test_a_thousand_silent_connections_do_not_keep_an_honest_client_out(serve: Serve) -> None:
    server = serve(match_file(KINDS), *LONG)
    before = server.memory()
    crowd = [Peer(server.port) for _ in range(1000)]
    clients = [HonestClient(server.port, seat) for seat in SEATS]
    assert server.memory() - before < SLACK
    play_out(clients)
    assert {client.seat: client.heard for client in clients} == expected_lines(some_deals(KINDS))
    # Those who waited longest had to make room; the others are closed with the match.
    assert crowd[0].rest() == crowd[-1].rest() == ""
    assert server.wait() == 0


def sit_again(server: KierkiServer, seat: str) -> Peer:
    """Takes a seat as soon as the server has seen that it is empty."""
    while True:
        peer = Peer(server.port).say(f"IAM{seat}")
        if peer.hear().startswith("DEAL"):
            return peer


def test_memory_stays_flat_while_a_seated_client_floods(serve: Serve) -> None:
    server = serve(match_file(KINDS), *LONG)
    table = FirstTrick(server.port, some_deals(KINDS))
    seat = next(seat for seat in SEATS if seat != table.position.turn)
    before = server.memory()
    for _ in range(30):
        with contextlib.suppress(OSError):
            table.peers[seat].say_bytes(b"TRICK12C\r\n" * 50_000)
        table.peers[seat].close()
        table.peers[seat] = sit_again(server, seat)
    assert server.memory() - before < SLACK
    table.play()


def test_memory_stays_flat_under_a_line_without_an_end(serve: Serve) -> None:
    server = serve(match_file(KINDS), *LONG)
    table = FirstTrick(server.port, some_deals(KINDS))
    before = server.memory()
    for _ in range(100):
        table.asked.say_bytes(b"x" * 1_000_000)
    assert server.memory() - before < SLACK
    table.asked.say("")
    table.asked.expect(table.question, "WRONG1")
    card = write_card(table.position.moves()[0])
    table.asked.say(f"TRICK1{card}")
    table.position = table.position.play(read_card(card))
    table.play()
