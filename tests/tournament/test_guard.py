"""The process that starts a tournament again; and whole tournaments that a program kills, where nobody else is hurt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.support.old_kernel import run_on_old_kernel
from tests.support.tournaments import VILLAINS, builtin, command, write_players

from stolik.tournament.folder import open_folder

BEFORE = "import os, signal, sys, time\nfrom stolik.tournament.guard import GaveUp, run_guarded\n"


def guarded(code: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a guard in a process of its own."""
    script = [sys.executable, "-c", BEFORE + code, *map(str, arguments)]
    return subprocess.run(script, capture_output=True, text=True, timeout=60, check=False)


def test_a_process_that_is_killed_or_stopped_goes_on_until_it_ends_by_itself(tmp_path: Path) -> None:
    code = """
notes = sys.argv[1]
def attempt():
    with open(notes, "a") as file: print("run", file=file)
    runs = len(open(notes).readlines())
    if runs == 1: os.kill(os.getpid(), signal.SIGKILL)
    if runs == 2:
        os.kill(os.getpid(), signal.SIGSTOP)
        if os.fork() == 0: time.sleep(99)
        os.kill(os.getpid(), signal.SIGSEGV)
    print("over")
    return 7
sys.exit(run_guarded(attempt, lambda: len(open(notes).read())) + 1)
"""
    (tmp_path / "notes").touch()
    done = guarded(code, tmp_path / "notes")
    assert (done.returncode, done.stdout, done.stderr) == (8, "over\n", "")
    assert (tmp_path / "notes").read_text() == "run\n" * 3


def test_one_that_is_killed_again_and_again_without_progress_is_given_up() -> None:
    code = """
try: run_guarded(lambda: os.kill(os.getpid(), signal.SIGKILL), lambda: 0)
except GaveUp as error: sys.exit(str(error))
"""
    assert guarded(code).stderr == "killed 5 times by signal 9 without a finished game\n"


def test_an_error_of_an_attempt_is_told_and_not_tried_again() -> None:
    done = guarded("sys.exit(run_guarded(lambda: 1 // 0, lambda: 0))")
    assert done.returncode == 1
    assert done.stderr.count("ZeroDivisionError") == 1


def test_a_guard_that_is_told_to_stop_tells_its_child_and_starts_no_other() -> None:
    code = """
def attempt():
    signal.signal(signal.SIGTERM, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    os.kill(os.getppid(), signal.SIGTERM)
    time.sleep(99)
sys.exit(run_guarded(attempt, lambda: 0))
"""
    assert guarded(code).returncode == 1


def tournament(tmp_path: Path, ancestors: int, times: int, *, as_root: bool = False) -> Sequence[str]:
    """The command of a tournament with a program that kills so many of its ancestors, so many times."""
    (tmp_path / "left").write_text(str(times))
    os.chmod(tmp_path / "left", 0o666)
    killer = {
        "name": "Killer",
        "program": sys.executable,
        "args": [str(VILLAINS / "kills_its_ancestors.py"), str(ancestors), str(tmp_path / "left")],
    }
    players = write_players(tmp_path, [killer, builtin("House", "random")])
    return command("run", players, "--game", "krazki", "--rounds", "1", "--no-sandbox", "--out", tmp_path / "out")


def test_a_program_that_kills_the_tournament_on_an_old_system_does_not_end_it(tmp_path: Path) -> None:
    # The referee, the process that starts referees, and the tournament.
    done = run_on_old_kernel(tournament(tmp_path, 3, 1))
    assert done.returncode == 0, done.stderr
    assert "This system lets Killer kill the tournament" in done.stderr
    assert (tmp_path / "left").read_text() == "0", "it was killed"
    results = open_folder(tmp_path / "out").results()
    assert {result.ending for result in results.values()} == {"rules"}
    assert len(results) == 2
    assert "Killer could also kill the referee" in done.stdout.replace("\n", " ")


@pytest.mark.soak
@pytest.mark.parametrize("ancestors", [1, 2, 3])
def test_one_that_always_kills_loses_its_games_on_an_old_system(tmp_path: Path, ancestors: int) -> None:
    done = run_on_old_kernel(tournament(tmp_path, ancestors, 10**6))
    assert done.returncode == 0, done.stderr
    results = open_folder(tmp_path / "out").results()
    assert [(result.ending, result.winner) for result in results.values()] == [("foul", "House")] * 2


@pytest.mark.soak
def test_one_that_kills_every_process_of_its_user_costs_no_finished_game(tmp_path: Path) -> None:
    first = tournament(tmp_path, 0, 2)
    assert run_on_old_kernel(first).returncode == 128 + signal.SIGKILL
    resume = command("run", "--resume", tmp_path / "out")
    assert run_on_old_kernel(resume).returncode == 128 + signal.SIGKILL
    done = run_on_old_kernel(resume)
    assert done.returncode == 0, done.stderr
    assert {result.ending for result in open_folder(tmp_path / "out").results().values()} == {"rules"}
