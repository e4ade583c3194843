"""SIGTERM: everything closes at once, also when nobody reads and nobody answers."""

from __future__ import annotations

import json
import socket
import time
import urllib.request
from pathlib import Path

from tests.support.programs import PATIENCE
from tests.support.service import Service

SILENT = 30
LIMIT = 10.0
"""Twice the seconds within which the service ends on a quiet machine. Closed one after another, the clients would take
a second each."""


def ask(service: Service, path: str, what: object, token: str = "") -> dict[str, str]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"http://127.0.0.1:{service.http}{path}", json.dumps(what).encode(), headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        answer: dict[str, str] = json.load(response)
        return answer


def test_silent_clients_at_every_door_do_not_delay_the_end(tmp_path: Path) -> None:
    with Service(tmp_path, "--no-db") as service:
        clients = []
        for number in range(SILENT):
            if number % 6 == 0:
                token = ask(service, "/api/session", {})["token"]
            port = int(
                ask(service, "/api/tables", {"game": "kierki", "seats": {"N": {"kind": "program"}}}, token)["port"]
            )
            clients.append(socket.create_connection(("127.0.0.1", port)))
            clients[-1].sendall(b"IAMN\r\n")
        for port in (*service.ports.values(), service.http):
            clients += [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
        began = time.monotonic()
        assert service.stop() == 0
        assert time.monotonic() - began < LIMIT
        for client in clients:
            client.close()
