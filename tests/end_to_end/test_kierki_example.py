"""The example client plays a whole match, four of it at one table."""

from __future__ import annotations

import runpy
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.support.kierki import match_file
from tests.support.programs import LONG, PATIENCE, Serve

from stolik.games.kierki.rules import SEATS

EXAMPLE = Path(__file__).parents[2] / "examples" / "kierki_client.py"


def test_four_example_clients_play_a_match_to_its_end(serve: Serve) -> None:
    server = serve(match_file(range(1, 8)), *LONG)
    clients = [
        subprocess.Popen(
            [sys.executable, str(EXAMPLE), "localhost", str(server.port), seat], stdout=subprocess.PIPE, text=True
        )
        for seat in SEATS
    ]
    outputs = [client.communicate(timeout=PATIENCE)[0] for client in clients]
    assert [client.returncode for client in clients] == [0] * 4
    assert server.wait() == 0
    assert len({output.splitlines()[-1] for output in outputs}) == 1
    assert "WRONG" not in "".join(outputs)


def test_it_tries_again_while_the_server_is_just_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    example = runpy.run_path(str(EXAMPLE))
    answers = [ConnectionRefusedError(), ConnectionRefusedError(), "connected"]

    def create_connection(address: tuple[str, int]) -> object:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(socket, "create_connection", create_connection)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    assert example["connect"]("localhost", 2345) == "connected"


@pytest.mark.parametrize("program", [[sys.executable, EXAMPLE], ["node", EXAMPLE.with_suffix(".js")]], ids=["py", "js"])
def test_one_that_cannot_connect_says_so_in_one_line(program: list[str | Path]) -> None:
    if shutil.which(program[0]) is None:
        pytest.skip("node is not installed: the program cannot be run")
    done = subprocess.run(
        [*program, "localhost", "none", "N"], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


def test_the_example_stays_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 100
