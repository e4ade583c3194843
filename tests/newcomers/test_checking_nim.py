"""`stolik check` knows the programs of a game that a package brings: `examples/nim`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.newcomer import Newcomer

# A program that takes discs from a heap that does not exist.
WRONG = "import sys\nfor line in sys.stdin:\n    print('210 99 1', flush=True)"


def test_a_program_of_a_fifth_game_passes_every_scenario_of_the_code_protocol(nim: Newcomer) -> None:
    told = json.loads(nim.run("check", "nim", "--json", "--", "python3", "nim_client.py"))
    assert told["passed"]
    assert told["counts"]["pass"] == len(told["results"]) >= 30


def test_a_wrong_program_of_a_fifth_game_fails(nim: Newcomer, tmp_path: Path) -> None:
    report = tmp_path / "junit.xml"
    nim.run("check", "nim", "--only", "first-move-1", "--junit", str(report), "--", "python3", "-c", WRONG, code=1)
    assert "210 99 1" in report.read_text()


def test_random_histories_of_a_fifth_game_are_played(nim: Newcomer) -> None:
    said = nim.run("check", "nim", "--fuzz", "2s", "--language", "en", "--", "python3", "nim_client.py")
    assert "random histories: none fails" in said
