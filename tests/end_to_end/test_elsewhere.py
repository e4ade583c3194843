"""The service and its programs where the system has none of what only Linux has, as on macOS."""

from __future__ import annotations

import json
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.support.elsewhere import elsewhere
from tests.support.programs import LONG, PATIENCE, Serve, program, run
from tests.support.service import Service

from stolik.games.kierki.match_file import write_match
from stolik.games.kierki.rules import random_match

SEATS = "NESW"


@pytest.fixture(autouse=True)
def system(tmp_path: Path) -> Iterator[None]:
    with elsewhere(tmp_path):
        yield


def ask(service: Service, path: str, what: object = None, token: str = "") -> Any:
    """What the API answers."""
    data = None if what is None else json.dumps(what).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"http://127.0.0.1:{service.http}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return json.load(response)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_the_service_runs_its_bots_think_and_it_stops_when_it_is_told(tmp_path: Path, how: signal.Signals) -> None:
    with Service(tmp_path, "--db", str(tmp_path / "stolik.db")) as service:
        token = ask(service, "/api/session", {"name": "Ada"})["token"]
        bots = {seat: {"kind": "bot", "name": "random"} for seat in "bc"}
        table = ask(service, "/api/tables", {"game": "krazki", "seats": bots}, token)["id"]
        with urllib.request.urlopen(f"http://127.0.0.1:{service.http}/health", timeout=PATIENCE) as health:
            assert json.load(health)["status"] == "ok"
        until = time.monotonic() + PATIENCE
        while ask(service, f"/api/tables/{table}")["stage"] != "over":
            assert time.monotonic() < until
        service.process.send_signal(how)
        assert service.process.wait(PATIENCE) == 0
        log = service.log_file.read_text()
    assert "worker" not in log
    assert "Traceback" not in log


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[str]]:
    """One of our programs, which is not left behind when the test fails."""
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [program(command[0]), *command[1:]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=pipe, text=True
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def port_of(host: subprocess.Popen[str]) -> str:
    """Where it says on stderr that it listens."""
    assert host.stderr
    return host.stderr.readline().split()[-1]


def test_a_kierki_match_is_played_to_its_end(serve: Serve) -> None:
    server = serve(write_match(random_match(Random(7), [1])), *LONG)
    with ExitStack() as stack:
        where = ("-h", "127.0.0.1", "-p", str(server.port), "-a")
        clients = [stack.enter_context(started("kierki-klient", *where, f"-{seat}")) for seat in SEATS]
        assert [client.wait(PATIENCE) for client in clients] == [0, 0, 0, 0]
    assert server.wait() == 0


def test_a_game_is_hosted_for_two_bots() -> None:
    with started("stolik", "host", "krazki", "--port", "0", "--games", "1", "--move-time", "20") as host:
        bot = ("stolik", "bot", "krazki", "--port", port_of(host))
        with started(*bot) as one, started(*bot) as other:
            assert (one.wait(PATIENCE), other.wait(PATIENCE)) == (0, 0)
        assert host.wait(PATIENCE) == 0


def test_a_lobby_is_hosted_and_joined() -> None:
    with started("stolik", "host", "othello", "--port", "0") as host:
        where = ("--host", "127.0.0.1", "--port", port_of(host))
        joined = run("stolik", "join", "othello", "--name", "Ada", *where, input_="quit\n")
        assert (joined.returncode, joined.stderr) == (0, "")
        host.terminate()
        log = host.communicate(timeout=PATIENCE)[1]
        assert host.returncode == 0
        assert "login player=Ada" in log
        assert "Traceback" not in log


def test_one_plays_against_a_bot_at_the_terminal() -> None:
    done = run("stolik", "play", "krazki", "--against", "random", input_="")
    assert (done.returncode, done.stderr.count("Traceback")) == (1, 0)


def test_a_tournament_is_refused_in_one_line(tmp_path: Path) -> None:
    players = tmp_path / "players.jsonl"
    players.write_text('{"name": "One", "builtin": "random"}\n{"name": "Two", "builtin": "random"}\n')
    done = run("stolik", "tournament", "run", str(players), "--game", "krazki", "--out", str(tmp_path / "out"))
    assert (done.returncode, done.stderr) == (1, "stolik: tournaments of programs run only on Linux\n")
    assert not (tmp_path / "out").exists()
