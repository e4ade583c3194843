"""The service as a process, and what it uses from moment to moment."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import click
import httpx
from msgspec import Struct

_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_TICK: Final = os.sysconf("SC_CLK_TCK")
FREE_PORTS: Final = ("--port", "0", "--othello-port", "0", "--krazki-port", "0", "--graph-port", "0")


class Sample(Struct, frozen=True):
    """What the service uses at one moment, and how fast it answered since the last one."""

    at: float
    """Seconds since the start."""
    phase: str
    memory: float
    """Resident megabytes of the service itself."""
    workers: float
    """Resident megabytes of the processes that it started."""
    descriptors: int
    tasks: int
    tables: int
    connections: int
    """At the games' own doors."""
    processor: float
    """Share of a core since the last sample."""
    p50: float
    p99: float
    worst: float
    """Milliseconds from a ping of a tab to the answer, since the last sample."""
    moves: int
    """Moves since the last sample."""


class Service:
    """A running service with a store."""

    def __init__(self, folder: Path, db: str) -> None:
        files = ("--operator-file", f"{folder}/operator", "--contests", f"{folder}/contests")
        waits = ("--grace", "20", "--abandoned-after", "120", "--table-ports", "0-0")
        command = [str(Path(sys.executable).parent / "stolik"), "serve", *FREE_PORTS, *waits, *files, "--db", db]
        self.log = folder / "serve.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline() + self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)", said)
        if found is None:
            raise click.ClickException(f"the service did not start: {self.log.read_text()}")
        self.http = int(found[1])
        self.ports = {game: int(port) for game, port in re.findall(r"(\w+) on port (\d+)", said)}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self.process.poll() is None

    def memory(self) -> tuple[float, float]:
        """Resident megabytes of the process, and of all that it started."""
        pids = _descendants(self.process.pid)
        return _resident(self.process.pid), sum(_resident(pid) for pid in pids)

    def descriptors(self) -> int:
        """How many files and sockets it has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def processor(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICK

    def tracebacks(self) -> int:
        """How many errors of our own are in the log."""
        return self.log.read_text(errors="replace").count("Traceback (most recent call last)")


def _resident(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE / 1e6
    except OSError:
        return 0.0  # it has just ended


def _descendants(pid: int) -> list[int]:
    """All processes below one."""
    found: list[int] = []
    todo = [pid]
    while todo:
        parent = todo.pop()
        for children in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                below = [int(word) for word in children.read_text().split()]
            except OSError:
                continue
            found += below
            todo += below
    return found


class Metrics:
    """The service's own metrics, at one moment."""

    def __init__(self, text: str) -> None:
        self._values = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]

    def sum(self, name: str) -> int:
        """The value of a metric, of all its labels together."""
        return int(sum(float(value) for key, _, value in self._values if key.partition("{")[0] == name))


class Sampler:
    """Takes samples of a service."""

    def __init__(self, service: Service, http: httpx.AsyncClient) -> None:
        self._service = service
        self._http = http
        self._began = self._last = time.monotonic()
        self._processor = service.processor()
        self._moves = 0
        self.pings: list[float] = []
        """Seconds that each ping took, since the last sample."""

    async def take(self, phase: str) -> Sample:
        """A sample of now."""
        metrics = Metrics((await self._http.get("/metrics")).text)
        now, used, moves = time.monotonic(), self._service.processor(), metrics.sum("stolik_moves_total")
        pings = sorted(self.pings)
        self.pings.clear()
        memory, workers = self._service.memory()
        sample = Sample(
            at=now - self._began,
            phase=phase,
            memory=memory,
            workers=workers,
            descriptors=self._service.descriptors(),
            tasks=metrics.sum("stolik_tasks"),
            tables=metrics.sum("stolik_tables"),
            connections=metrics.sum("stolik_connections"),
            processor=(used - self._processor) / (now - self._last),
            p50=_share(pings, 0.5),
            p99=_share(pings, 0.99),
            worst=_share(pings, 1.0),
            moves=moves - self._moves,
        )
        self._last, self._processor, self._moves = now, used, moves
        return sample


def _share(ordered: list[float], share: float) -> float:
    """The time that this share of the pings did not exceed, in milliseconds; 0 if there were none."""
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
