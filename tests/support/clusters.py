"""A real Dask cluster on this machine, for tests."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path


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
