"""The example client plays a whole match, four of it at one table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


def test_the_example_stays_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 100
