"""SIGTERM: everything closes at once, also when nobody reads and nobody answers."""

from __future__ import annotations

import json
import socket
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.end_to_end.test_serve import two_in_a_game
from tests.support.programs import PATIENCE
from tests.support.service import Service
from websockets.sync.client import connect

SILENT = 30
LIMIT = 10.0
"""Twice the seconds within which the service ends on a quiet machine. Closed one after another, the clients would take
a second each."""
HALF_REQUESTS = (
    b"",
    b"GET /api/tables HTTP/1.1\r\nHost: a\r\n",
    b"POST /api/session HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
)


def ask(service: Service, path: str, what: object, token: str = "") -> dict[str, str]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"http://127.0.0.1:{service.http}{path}", json.dumps(what).encode(), headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        answer: dict[str, str] = json.load(response)
        return answer


@pytest.mark.fault(
    "the service is stopped (Ctrl-C or SIGTERM), and many clients say nothing",
    sees="“The server stops.”; after 5 s at most every connection is closed",
    kept="everything; the games wait for the next start",
)
def test_silent_clients_at_every_door_do_not_delay_the_end(tmp_path: Path) -> None:
    with Service(tmp_path, "--db", f"{tmp_path}/stolik.db") as service, ExitStack() as tabs:
        clients = []
        for number in range(SILENT):
            if number % 6 == 0:
                token = ask(service, "/api/session", {})["token"]
            seats = {"N": {"kind": "program"}, **{seat: {"kind": "bot", "name": "best"} for seat in "ESW"}}
            port = int(ask(service, "/api/tables", {"game": "kierki", "seats": seats}, token)["port"])
            clients.append(socket.create_connection(("127.0.0.1", port)))
            clients[-1].sendall(b"IAMN\r\n")
        for port in service.ports.values():
            clients += [socket.create_connection(("127.0.0.1", port)) for _ in range(SILENT)]
        for half in HALF_REQUESTS * (SILENT // len(HALF_REQUESTS)):
            clients.append(socket.create_connection(("127.0.0.1", service.http)))
            clients[-1].sendall(half)
        for number in range(SILENT):
            tab = tabs.enter_context(connect(f"ws://127.0.0.1:{service.http}/api/ws"))
            if number % 2:
                tab.send(json.dumps({"type": "hello"}))
        at_table = two_in_a_game(service.ports["othello"])
        began = time.monotonic()
        assert service.stop() == 0
        took = time.monotonic() - began
        print(f"the service ended in {took:.2f} s")
        assert took < LIMIT
        for client in clients:
            client.close()
        for player in at_table:
            player.close()
