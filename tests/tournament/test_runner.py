"""Games side by side, and referees that are lost."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from tests.support.tournaments import VILLAINS, builtin, command, python, sandbox_or_skip, write_players

from stolik.tournament.folder import Folder, FolderError, create, open_folder
from stolik.tournament.plan.assignment import Ending, Result, Terms
from stolik.tournament.plan.players import read_players
from stolik.tournament.plan.tournament import draw
from stolik.tournament.runner import free_cores, local_pool, run
from stolik.tournament.sandbox.signal_scope import can_be_scoped


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    players = read_players(write_players(tmp_path, [builtin(name, "random") for name in ("A", "B", "C")]), "krazki")
    return create(tmp_path / "out", draw("krazki", "cyclic", 20, "1", players, False, Terms()))


def test_a_referee_that_is_killed_costs_a_replay_of_its_games_and_nothing_else(folder: Folder) -> None:
    heard: list[int] = []

    def finished(batch: Sequence[Result]) -> None:
        if not heard:
            multiprocessing.active_children()[0].kill()
        heard.extend(result.number for result in batch)

    run(folder, partial(local_pool, 1), finished)
    assert sorted(heard) == list(range(1, 61))
    assert sorted(folder.results()) == list(range(1, 61))
    assert len((folder.path / "games.jsonl").read_text().splitlines()) == 60


def test_a_program_that_kills_its_referee_does_not_end_the_tournament(tmp_path: Path) -> None:
    killer = {"name": "Killer", "program": sys.executable, "args": [str(VILLAINS / "kills_the_referee.py")]}
    players = [killer, builtin("B", "random"), builtin("C", "random"), builtin("D", "random")]
    entrants = read_players(write_players(tmp_path, players), "krazki")
    folder = create(tmp_path / "out", draw("krazki", "cyclic", 1, "1", entrants, False, Terms(sandbox=False)))
    run(folder, partial(local_pool, 1), lambda _: None)
    results = folder.results().values()
    assert sorted(result.number for result in results) == [1, 2, 3, 4]
    for result in results:
        killed = "Killer" in result.seats.values()
        if can_be_scoped():  # the system refuses the signal, and the killer's next line is no move
            assert (result.ending == "foul") is killed, result.reason
            assert len(result.winners) == 1
        else:
            assert (result.ending == "crash" and "the referee was killed" in result.reason) is killed, result.reason
            assert len(result.winners) == (0 if killed else 1)


def test_nobody_is_left_when_something_goes_wrong(folder: Folder) -> None:
    def finished(batch: Sequence[Result]) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        run(folder, partial(local_pool, 1), finished)
    assert multiprocessing.active_children() == []
    assert folder.results(), "what was played is kept"


def test_a_folder_holds_one_tournament(folder: Folder) -> None:
    assert open_folder(folder.path).tournament == folder.tournament
    with pytest.raises(FolderError, match="--resume"):
        create(folder.path, folder.tournament)
    (folder.path / "tournament.json").write_text("{}")
    with pytest.raises(FolderError, match="cannot be read"):
        open_folder(folder.path)


def test_there_is_always_a_core_to_play_on() -> None:
    assert free_cores() >= 1


def test_a_program_that_fails_its_first_games_alike_is_put_aside_and_stays_so_after_a_resume(tmp_path: Path) -> None:
    crashes = {"name": "Bad", "program": "/bin/sh", "args": ["-c", "exit 3"]}
    players = read_players(write_players(tmp_path, [crashes, builtin("House", "random")]), "krazki")
    made = create(tmp_path / "out", draw("krazki", "cyclic", 30, "1", players, False, Terms(sandbox=False)))
    run(made, partial(local_pool, 1), lambda _: None)
    results = made.results()
    endings = [results[number].ending for number in sorted(results)]
    assert len(endings) == 60
    assert endings[:3] == ["crash"] * 3
    assert endings.count(Ending.ASIDE) > 20
    assert {result.winner for result in results.values()} == {"House"}
    file = made.path / "games.jsonl"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:10]))
    run(made, partial(local_pool, 1), lambda _: None)
    assert sorted(made.results()) == sorted(results)
    assert made.transcript(60) == ""


@pytest.mark.skipif(not can_be_scoped(), reason="Landlock is older than its version 6 here")
def test_one_that_kills_every_process_of_its_user_does_not_end_a_tournament_without_a_sandbox(tmp_path: Path) -> None:
    bwrap = sandbox_or_skip().bwrap
    assert bwrap is not None
    killer = python("Killer", VILLAINS / "kills_everybody.py")
    players = write_players(tmp_path, [killer, builtin("B", "random"), builtin("C", "random")])
    alone = [
        bwrap,
        "--dev-bind",
        "/",
        "/",
        "--unshare-pid",
        "--proc",
        "/proc",
        "--tmpfs",
        "/sys",
        "--die-with-parent",
        "--",
    ]
    options = ("--game", "krazki", "--rounds", "1", "--no-sandbox", "--out", tmp_path / "out", "--json")
    done = subprocess.run([*alone, *command("run", players, *options)], capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    results = open_folder(tmp_path / "out").results()
    assert len(results) == 3
    assert all((result.ending == "foul") is ("Killer" in result.seats.values()) for result in results.values())


def test_a_referee_that_is_told_to_stop_ends_also_when_its_groups_cannot_be_removed() -> None:
    code = (
        "import threading\n"
        "from stolik.tournament import runner\n"
        "runner.remove_groups = lambda: 1 / 0\n"
        "threading.Thread(target=runner._stop, daemon=True).start()\n"
        "threading.Event().wait()\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 1
