"""A tournament on a real Dask cluster, one of whose workers is killed in the middle."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.support.tournaments import PATIENCE, VILLAINS, builtin, command, python, write_players

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

ROUNDS = 20


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack = stack
        self._folder = folder
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        found = self._wait_for(self.scheduler, r"(tcp://127\.0\.0\.1:\d+)")
        self.address = found
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder))
        self.workers = [self._start("worker", self.address, *options) for _ in range(2)]
        for worker in self.workers:
            self._wait_for(worker, r"(Registered to)")

    def _start(self, *arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        self._stack.callback(_end, process)
        return process

    def _wait_for(self, process: subprocess.Popen[str], pattern: str) -> str:
        assert process.stderr
        for line in process.stderr:
            found = re.search(pattern, line)
            if found:
                return found[1]
        raise AssertionError("it ended")


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


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
