"""A tournament on a real Dask cluster, one of whose workers is killed in the middle."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.support.clusters import Cluster
from tests.support.tournaments import PATIENCE, VILLAINS, builtin, command, python, write_players

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

ROUNDS = 20


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(stack, tmp_path)


def test_every_game_is_played_exactly_once_though_a_worker_is_lost(cluster: Cluster, tmp_path: Path) -> None:
    out = tmp_path / "out"
    players = write_players(tmp_path, [python("Honest", VILLAINS / "honest.py"), builtin("House", "random")])
    arguments = ("--game", "krazki", "--rounds", str(ROUNDS), "--seed", "1", "--out", out, "--cluster", cluster.address)
    with subprocess.Popen(command("run", players, *arguments, "--json"), stdout=subprocess.PIPE, text=True) as running:
        until = time.monotonic() + PATIENCE
        while len(_numbers(out)) < 5:
            assert running.poll() is None
            assert time.monotonic() < until
            time.sleep(0.01)  # a file is watched, and files do not tell
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        assert running.wait(PATIENCE) == 0
    assert sorted(_numbers(out)) == list(range(1, 2 * ROUNDS + 1))


def test_a_lost_scheduler_is_told_in_one_line_and_resume_goes_on(cluster: Cluster, tmp_path: Path) -> None:
    out = tmp_path / "out"
    players = write_players(tmp_path, [python("Honest", VILLAINS / "honest.py"), builtin("House", "random")])
    arguments = ("--game", "krazki", "--rounds", "40", "--seed", "1", "--out", out, "--cluster", cluster.address)
    with subprocess.Popen(command("run", players, *arguments), stderr=subprocess.PIPE, text=True) as running:
        until = time.monotonic() + PATIENCE
        while len(_numbers(out)) < 5:
            assert running.poll() is None
            assert time.monotonic() < until
            time.sleep(0.01)  # a file is watched, and files do not tell
        cluster.scheduler.kill()
        _, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 1
    assert len(said.splitlines()) == 1, said
    assert "--resume" in said
    assert cluster.address in said
    kept = len(_numbers(out))
    resumed = subprocess.run(command("run", "--resume", out), capture_output=True, timeout=PATIENCE, check=False)
    assert resumed.returncode == 0
    assert kept < len(_numbers(out)) == 80


def _numbers(out: Path) -> list[int]:
    file = out / "games.jsonl"
    return [int(number) for number in re.findall(r'^{"number":(\d+),', file.read_text(), re.M)] if file.exists() else []
