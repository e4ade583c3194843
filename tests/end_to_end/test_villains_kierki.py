"""Villains of Kierki, network clients each of which spoils one match for itself alone."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from random import Random

import pytest
from tests.support.tournaments import VILLAINS, processes_left

from stolik.contract.registry import find_game
from stolik.games.kierki.rules import random_match
from stolik.tournament.plan.assignment import Assignment, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.referee.play import play

EXPECTED = {
    "never comes": ("start", "did not take its seat in time"),
    "leaves at once": ("start", "exit code 0"),
    "never greets": ("start", "did not take its seat in time"),
    "takes another seat": ("foul", "it did not begin with IAMW"),
    "hangs": ("overtime", "gave no answer"),
    "floods": ("overtime", "gave no answer"),
    "crashes": ("crash", "signal 11"),
    "leaves": ("gone", "left its table"),
    "forks and holds": ("gone", "left its table"),
    "is always wrong": ("foul", "sent away"),
}
TERMS = Terms(move_time=0.3, start_time=3.0)


@pytest.mark.parametrize("kind", EXPECTED)
def test_a_villain_loses_its_own_match_for_the_right_reason(kind: str, tmp_path: Path) -> None:
    script = str(shutil.copy(VILLAINS / "kierki.py", tmp_path))
    villain = Entrant("villain", (sys.executable, script, kind, "{host}", "{port}", "{seat}"), str(tmp_path))
    seats = {seat: Entrant(f"honest {seat}", builtin="duck") for seat in "NES"} | {"W": villain}
    setup = find_game("kierki").write(random_match(Random(1), kinds=(1, 2)))
    began = time.monotonic()
    result = play(Assignment(1, 1, "kierki", setup, seats, "1", TERMS))
    assert (result.ending, result.winners, result.by) == (EXPECTED[kind][0], ("N", "E", "S"), "W"), result.reason
    assert "villain" in result.reason
    assert EXPECTED[kind][1] in result.reason
    assert time.monotonic() - began < TERMS.start_time + 5
    assert processes_left(str(tmp_path)) == []


def test_honest_clients_of_every_kind_play_a_match_to_its_end(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "kierki_client.py"
    client = Entrant("example", (sys.executable, str(example), "{host}", "{port}", "{seat}"), str(tmp_path))
    seats = {"N": client, **{seat: Entrant(f"honest {seat}", builtin="duck") for seat in "ESW"}}
    setup = find_game("kierki").write(random_match(Random(1), kinds=(1, 2)))
    result = play(Assignment(1, 1, "kierki", setup, seats, "1", TERMS))
    assert result.ending == "rules", result.reason
    assert len(result.moves) == len(result.times) == 2 * 52
    assert result.conduct["N"].exit == "exit code 0"
    assert any(said.text.startswith("TOTAL") for said in result.transcript)
