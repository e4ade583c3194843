"""Long runs, by `make soak` only: a thousand deals under every attack at once, and memory that stays flat."""

from __future__ import annotations

import contextlib
import threading

import pytest
from tests.end_to_end.test_kierki_hostile import ATTACKS, SLACK
from tests.support.kierki import HonestClient, match_file, play_out
from tests.support.peer import Peer
from tests.support.programs import LONG, Serve

from stolik.games.kierki.rules import SEATS


@pytest.mark.soak
def test_a_thousand_deals_are_played_out_under_every_attack_at_once(serve: Serve) -> None:
    server = serve(match_file([1 + number % 7 for number in range(1000)]), *LONG)
    clients = [HonestClient(server.port, seat) for seat in SEATS]
    over = threading.Event()
    before = server.memory()
    peaks = [before]

    def attack() -> None:
        while not over.is_set():
            for each in ATTACKS:
                with contextlib.suppress(OSError):
                    each(server.port)
            with contextlib.suppress(OSError):
                peaks.append(server.memory())

    thread = threading.Thread(target=attack)
    thread.start()
    try:
        play_out(clients)
    finally:
        over.set()
        thread.join()
    assert server.wait() == 0
    assert max(peaks) - before < 4 * SLACK


@pytest.mark.soak
def test_ten_thousand_connections_come_and_go(serve: Serve) -> None:
    server = serve(match_file(), *LONG)
    before = server.memory()
    for _ in range(10_000):
        peer = Peer(server.port)
        peer.say("IAMX")
        peer.close()
    clients = [HonestClient(server.port, seat) for seat in SEATS]
    assert server.memory() - before < SLACK
    play_out(clients)
    assert server.wait() == 0
