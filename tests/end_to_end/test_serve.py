"""`stolik serve`, with real programs at its doors."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.support.peer import Peer
from tests.support.person_at_kierki import play_by_hand
from tests.support.programs import PATIENCE, program
from tests.support.service import Service

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with Service(tmp_path, "--db", str(tmp_path / "stolik.db")) as running:
        yield running


def ask(service: Service, path: str, what: object = None, token: str = "") -> Any:
    """What the API answers."""
    data = None if what is None else json.dumps(what).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"http://127.0.0.1:{service.http}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return json.load(response)


def client(port: int, name: str, *say: str) -> Peer:
    """A client in the Othello lobby, once the lobby has heard it."""
    peer = Peer(port, end="\n").say(f"CNAME~{name}", *say, "CPING")
    while peer.hear() != "SPONG":
        pass
    return peer


def expect_at_last(peer: Peer, line: str) -> None:
    """The line comes, whatever comes before it."""
    while peer.hear() != line:
        pass


def two_in_a_game(port: int) -> tuple[Peer, Peer]:
    """Dan, who plays black, and Eva."""
    dan, eva = client(port, "Dan"), client(port, "Eva")
    dan.say("CREQ~Eva")
    expect_at_last(eva, "SREQ~Dan")
    eva.say("CRES~Dan~ACCEPT")
    expect_at_last(dan, "SSTARTG~Eva")
    expect_at_last(eva, "SSTARTG~Dan")
    return dan, eva


def another_language() -> list[str]:
    node = shutil.which("node")
    return [node, str(EXAMPLES / "kierki_client.js")] if node else [sys.executable, str(EXAMPLES / "kierki_client.py")]


def test_a_person_an_automatic_client_a_bot_and_a_stranger_play_at_one_table(service: Service) -> None:
    token = ask(service, "/api/session", {"name": "Ada"})["token"]
    seats = {"S": {"kind": "bot", "name": "heuristic"}, **{seat: {"kind": "program"} for seat in "NEW"}}
    port = ask(service, "/api/tables", {"game": "kierki", "seats": seats}, token)["port"]
    busy = Peer(port).say("IAMS")
    busy.expect("BUSYS")
    busy.expect_end()
    automatic = [program("kierki-klient"), "-h", "127.0.0.1", "-p", str(port), "-E", "-a"]
    stranger = [*another_language(), "127.0.0.1", str(port), "W"]
    with (
        ThreadPoolExecutor(1) as pool,
        subprocess.Popen(automatic, stdout=subprocess.DEVNULL) as east,
        subprocess.Popen(stranger, stdout=subprocess.DEVNULL) as west,
    ):
        code, printed = pool.submit(play_by_hand, port, "N").result(2 * PATIENCE)
        assert (code, east.wait(PATIENCE), west.wait(PATIENCE)) == (0, 0, 0)
    assert printed.count("The total scores are:") == 7
    [record] = ask(service, "/api/records?game=kierki")
    assert record["outcome"]["ending"] == "rules"
    assert {seat: who["kind"] for seat, who in record["seats"].items()} == {
        "N": "program", "E": "program", "S": "bot", "W": "program",
    }  # fmt: skip


def test_when_the_service_stops_everyone_is_told_and_the_game_waits(tmp_path: Path) -> None:
    database = ("--db", str(tmp_path / "stolik.db"))
    with Service(tmp_path, *database) as service:
        port = service.ports["othello"]
        idle = client(port, "Fred")
        dan, eva = two_in_a_game(port)
        dan.say("CMOV~3~2")
        expect_at_last(eva, "SMOV~3~2")
        program_ = Peer(service.ports["krazki"], end="\n")
        assert service.stop() == 0
        for peer in (idle, dan, eva):
            assert peer.rest().splitlines()[-1] == "SGAMEI~The server stops."
        program_.expect("999 no more games are played here")
    with Service(tmp_path, *database, othello_port=port):
        eva = client(port, "Eva")
        eva.close()
        dan = Peer(port, end="\n").say("CNAME~Dan")
        expect_at_last(dan, "SSTARTG~Eva")
        assert dan.hear().startswith("SRECOV~" + "0" * 19 + "1")


def test_a_seat_is_taken_back_under_the_same_name_only(service: Service) -> None:
    port = service.ports["othello"]
    dan, eva = two_in_a_game(port)
    dan.close()
    expect_at_last(eva, "SGAMEI~Dan is gone. The game waits 60 s.")
    alike = Peer(port, end="\n").say("CNAME~dan")
    assert "looks like Dan" in alike.rest()
    other = client(port, "Daniel")
    other.say("CMOV~3~2")
    assert "not in a game" in other.rest()
    dan = Peer(port, end="\n").say("CNAME~Dan")
    expect_at_last(dan, "SSTARTG~Eva")
    expect_at_last(eva, "SGAMEI~Dan is back.")


def test_health_and_metrics_are_on_the_pages_port(service: Service) -> None:
    assert ask(service, "/health") == {"status": "ok"}
    dan, eva = two_in_a_game(service.ports["othello"])
    dan.say("CMOV~3~2")
    expect_at_last(eva, "SMOV~3~2")
    with urllib.request.urlopen(f"http://127.0.0.1:{service.http}/metrics", timeout=PATIENCE) as response:
        text = response.read().decode()
    for line in (
        'stolik_tables{game="othello"} 1.0',
        'stolik_connections{door="othello"} 2.0',
        'stolik_moves_total{game="othello"} 1.0',
    ):
        assert line in text
    assert "stolik_store_batch_seconds_count" in text
