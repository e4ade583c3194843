"""`kierki-klient` at our own `kierki-serwer`: whole matches, and a seat that is left and taken again."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from tests.support.peer import Peer
from tests.support.programs import LONG, PATIENCE, Serve, program

from stolik.games.kierki.match_file import write_match
from stolik.games.kierki.rules import random_match

MATCH = write_match(random_match(Random(7)))


@contextmanager
def automatic(port: int, seats: str) -> Iterator[list[subprocess.Popen[bytes]]]:
    """An automatic client in each of the seats."""
    clients = [
        subprocess.Popen(
            [program("kierki-klient"), "-h", "127.0.0.1", "-p", str(port), f"-{seat}", "-a"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for seat in seats
    ]
    try:
        yield clients
    finally:
        for client in clients:
            client.kill()
            client.communicate()


def test_four_automatic_clients_play_a_match_and_are_never_wrong(serve: Serve) -> None:
    server = serve(MATCH, *LONG)
    with automatic(server.port, "NESW") as clients:
        reports = [client.communicate(timeout=PATIENCE) for client in clients]
        assert [client.returncode for client in clients] == [0, 0, 0, 0]
    assert server.wait() == 0
    for out, err in reports:
        assert err == b""
        assert out.count(b"] DEAL") == out.count(b"] TOTAL") == 7
        assert b"WRONG" not in out
    messages = sum(out.count(b"\n") for out, _ in reports)
    assert server.report().count("\n") == messages


def test_a_client_that_takes_a_seat_in_play_carries_on(serve: Serve) -> None:
    server = serve(MATCH, *LONG)
    first = Peer(server.port).say("IAMN")
    with automatic(server.port, "ESW") as others:
        while not first.hear().startswith("TRICK"):
            pass
        first.close()
        with automatic(server.port, "N") as late:
            out, err = late[0].communicate(timeout=PATIENCE)
            assert (late[0].returncode, err) == (0, b"")
            assert b"WRONG" not in out
            assert [client.wait(PATIENCE) for client in others] == [0, 0, 0]
    assert server.wait() == 0


def test_a_taken_seat_is_busy(serve: Serve) -> None:
    server = serve(MATCH, *LONG)
    first = Peer(server.port).say("IAMS")
    first.expect_silence()
    with automatic(server.port, "S") as late:
        out, err = late[0].communicate(timeout=PATIENCE)
        assert (late[0].returncode, err) == (1, b"kierki-klient: seat S is taken; taken seats: S\n")
        assert out.endswith(b"] BUSYS\r\n")
