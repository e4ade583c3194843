"""The dry run: who is ready, who is not, and why."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.contest.test_tournament import stolik
from tests.support.tournaments import VILLAINS, builtin, python, sandbox_or_skip, write_players

from stolik.cli.contest.tournament import command
from stolik.contract.registry import find_game
from stolik.tournament.plan.assignment import Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.tryout import try_out

UNFLUSHED = "import sys\nsys.stdin.readline()\nprint('210 0')\nsys.stdin.readline()"
TERMS = Terms(start_time=3.0)


def test_every_program_is_tried_and_what_is_wrong_is_told(tmp_path: Path) -> None:
    programs = {
        "Honest": python("Honest", "honest.py"),
        "Buffer": {"name": "Buffer", "program": sys.executable, "args": ["-c", UNFLUSHED]},
        "Error": {"name": "Error", "program": sys.executable, "args": ["-c", "raise KeyError('stack')"]},
    }
    (tmp_path / "honest.py").write_text((VILLAINS / "honest.py").read_text())
    players = write_players(tmp_path, [*programs.values(), builtin("House", "random")])
    arguments = ["try", str(players), "--game", "krazki", "--json", "--start-time", "4", "--no-sandbox"]
    done = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert done.return_value == 1
    trials = {trial["name"]: trial for trial in json.loads(done.stdout)}
    assert list(trials) == list(programs)
    assert [trial["ready"] for trial in trials.values()] == [True, False, False]
    assert "Flush the output after every line" in trials["Buffer"]["why"]
    assert "exit code 1" in trials["Error"]["why"]
    told = stolik("try", players, "--game", "krazki", "--start-time", "4", "--no-sandbox").stdout.splitlines()
    assert told[0] == "built in   House"
    assert told[1].startswith("ready      Honest")
    assert "           | KeyError: 'stack'" in told
    assert told[-1] == "1 of 3 programs is ready"


@pytest.mark.parametrize("game", ["graph", "kierki", "othello"])
def test_programs_of_every_protocol_can_be_tried(game: str) -> None:
    sandbox_or_skip()
    where = ("{host}", "{port}", "{seat}") if find_game(game).protocol else ()
    honest = Entrant("Honest", (sys.executable, "honest.py", *where), str(VILLAINS), own=(str(VILLAINS),))
    (trial,) = try_out(game, [honest, Entrant("House", builtin="random")], TERMS, "1")
    assert trial.ready, trial.why
    assert trial.seconds is not None


def test_one_that_is_too_slow_is_not_ready() -> None:
    slow = "import sys, time\nsys.stdin.readline()\ntime.sleep(0.5)\nprint('210 0', flush=True)\nsys.stdin.readline()"
    entrant = Entrant("Slow", (sys.executable, "-c", slow), "/")
    (trial,) = try_out("krazki", [entrant], Terms(start_time=0.1, move_time=0.2, sandbox=False), "1")
    assert not trial.ready


def test_a_program_with_a_name_of_the_house_is_tried_too() -> None:
    answer = "import sys\nsys.stdin.readline()\nprint('210 0', flush=True)\nsys.stdin.readline()"
    names = [f"house {seat}" for seat in find_game("krazki").seats]
    entrants = [Entrant(name, (sys.executable, "-c", answer), "/") for name in names]
    for seed in "12":  # either seat moves first
        trials = try_out("krazki", entrants, Terms(sandbox=False), seed)
        assert [trial.seconds is not None or "illegal" in trial.why for trial in trials] == [True, True], trials
