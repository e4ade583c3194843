"""Many tables of Kierki in one service, each with four programs: how long a card takes, and how the cost grows.

    python -m bench.kierki_tables [--tables 50 --tables 100] [--seconds 10] [--moves-a-second 1] [--at-once 50]
                                  [--db PATH] [--one-port]

The service and the crowd are two processes; the crowd is written in C, so that it is not the slower of the two. For
each number of tables, a new service is started. First the tables are made over the API, by CPU time of the service;
then four programs come to each; then every table plays at the same pace. `crowd.c` says how a card's time is measured
and when a table is broken.

Each table has a port of its own, so 5,000 tables are 25,000 open files of the service. With `--one-port` all programs
come to one port, and 5,000 tables are 20,000 open files: the rest is the service's own code, but the tables are not
made over the API. `--tables 0` is as many tables as the system's limit of open files allows. A number of tables that
needs more is not measured, and a line says so.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click
from msgspec import Struct

from bench.kierki_tables.seats import AT_ONCE, make_tables
from stolik.games.kierki.rules import SEATS
from stolik.service.net.listen import allow_many_connections, most_open_files

HERE: Final = Path(__file__).parent
FIRST_PORT: Final = 10000
OTHER_FILES: Final = 100
"""Open files of the service for everything else, and of the crowd."""
SETTLING: Final = 240
"""Seconds until every table plays, when all programs come at once."""

COLUMNS: Final = (
    "tables", "programs", "ms of CPU to make", "cards/s", "median ms", "p99 ms", "longest ms", "µs of CPU/card",
    "crowd's CPU", "MB", "broken tables",
)  # fmt: skip


class Options(Struct, frozen=True):
    """How the tables are measured."""

    seconds: float
    pace: float
    at_once: int
    db: str | None
    one_port: bool

    @property
    def files_each(self) -> int:
        """Open files of the service for a table: its programs, and perhaps its port."""
        return len(SEATS) + (not self.one_port)

    @property
    def most_tables(self) -> int:
        """How many tables one service can have here, by its limit of open files."""
        return (most_open_files() - OTHER_FILES) // self.files_each


class Service:
    """A running service, the ports of its tables, and the seconds of CPU that it took to make them; None: not known."""

    def __init__(self, process: subprocess.Popen[str], ports: list[int], made: float | None) -> None:
        self.process, self.ports, self.made = process, ports, made


@contextmanager
def started(*command: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running program and its first line."""
    with subprocess.Popen([*command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline()
        finally:
            process.kill()


@contextmanager
def service(tables: int, db: str | None) -> Iterator[Service]:
    """`stolik serve` with that many tables, each with its own port."""
    ports = f"{FIRST_PORT}-{FIRST_PORT + 2 * tables + 100}"
    with tempfile.TemporaryDirectory() as folder:
        files = ("--operator-file", f"{folder}/operator", "--contests", folder)
        store = ("--no-db",) if db is None else ("--db", db)
        doors = ("--port", "0", "--othello-port", "0", "--krazki-port", "0", "--graph-port", "0")
        program = str(Path(sys.executable).parent / "stolik")
        with started(program, "serve", *doors, "--table-ports", ports, *store, *files) as (process, said):
            found = re.search(r"http://localhost:(\d+)", said)
            if found is None:
                raise click.ClickException(f"the service did not start: {said!r}")
            before = cpu(process)
            at = asyncio.run(make_tables(int(found[1]), tables))
            yield Service(process, at, cpu(process) - before)


@contextmanager
def behind_one_port(tables: int, db: str | None) -> Iterator[Service]:
    """The service's tables behind one port."""
    store = () if db is None else ("--db", db)
    module = "bench.kierki_tables.one_port"
    with started(sys.executable, "-m", module, *store) as (process, port):
        yield Service(process, [int(port)] * tables, None)


def cpu(process: subprocess.Popen[str]) -> float:
    """Seconds of CPU that a process has used so far."""
    fields = _stat(process)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: subprocess.Popen[str]) -> float:
    """Megabytes of memory that a process uses."""
    return int(_stat(process)[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _stat(process: subprocess.Popen[str]) -> list[str]:
    return Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()


def compile_crowd() -> Path:
    """The program of the crowd."""
    program = HERE.parent / "build" / "kierki_crowd"
    program.parent.mkdir(exist_ok=True)
    subprocess.run(["cc", "-O2", "-Wall", "-o", str(program), str(HERE / "crowd.c")], check=True)
    return program


def measure(program: Path, at: Service, options: Options) -> str:
    """The programs come and play; one row."""
    # The port does not name the table: programs that came together could be given to different ones.
    at_once = 1 if options.one_port else options.at_once
    arguments = [str(each) for each in (options.pace, options.seconds, SETTLING, at_once)]
    pipe = subprocess.PIPE
    with subprocess.Popen([str(program), *arguments], stdin=pipe, stdout=pipe, text=True) as crowd:
        assert crowd.stdin is not None
        assert crowd.stdout is not None
        crowd.stdin.write("".join(f"{port}\n" for port in at.ports))
        crowd.stdin.close()
        if crowd.stdout.readline() != "begin\n":
            raise click.ClickException("the crowd could not connect")
        before, crowd_before = cpu(at.process), cpu(crowd)
        said = crowd.stdout.readline().split()
        used, crowd_used = cpu(at.process) - before, cpu(crowd) - crowd_before
    cards, broken = int(said[0]), int(said[4])
    median, p99, longest = (1000 * float(word) for word in said[1:4])
    tables = len(at.ports)
    made = "–" if at.made is None else f"{1000 * at.made / tables:.2f}"
    return (
        f"| {tables} | {len(SEATS) * tables} | {made} | {cards / options.seconds:.0f} "
        f"| {median:.1f} | {p99:.1f} | {longest:.0f} | {1e6 * used / max(cards, 1):.0f} "
        f"| {crowd_used / options.seconds:.0%} | {memory(at.process):.0f} | {broken} |"
    )


@click.command()
@click.option("--tables", "sizes", type=click.IntRange(0), multiple=True, default=(25, 50), show_default=True)
@click.option("--seconds", default=10.0, show_default=True, help="How long each number of tables plays.")
@click.option("--moves-a-second", default=1.0, show_default=True, help="Cards a second at each table.")
@click.option(
    "--at-once", type=click.IntRange(1), default=AT_ONCE, show_default=True, help="Tables whose programs come together."
)
@click.option("--db", help="Store of the service; none: nothing is stored.")
@click.option("--one-port", is_flag=True, help="All programs come to one port.")
def command(
    sizes: tuple[int, ...], seconds: float, moves_a_second: float, at_once: int, db: str | None, one_port: bool
) -> None:
    """Measure many tables of Kierki in one service."""
    allow_many_connections()
    options = Options(seconds, 1 / moves_a_second, at_once, db, one_port)
    program = compile_crowd()
    click.echo(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|")
    wanted = [tables or options.most_tables for tables in sizes]
    for tables in wanted:
        if tables <= options.most_tables:
            with (behind_one_port if one_port else service)(tables, db) as at:
                click.echo(measure(program, at, options))
    too_many = [tables for tables in wanted if tables > options.most_tables]
    for tables in too_many:
        click.echo(
            f"\n{tables} tables were not measured: they need {options.files_each * tables + OTHER_FILES} open files of "
            f"the service, and a process here may have {most_open_files()}, enough for {options.most_tables} tables. "
            "Raise the limit (ulimit -Hn)."
        )
    sys.exit(int(bool(too_many)))


if __name__ == "__main__":
    command()
