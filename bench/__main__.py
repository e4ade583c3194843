"""Runs the benchmarks one after another, and writes their figures to bench/RESULTS.md: python -m bench [NAME …]"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import click
from msgspec import Struct

RESULTS: Final = Path(__file__).parent / "RESULTS.md"
LIBRARIES: Final = (
    "numba",
    "llvmlite",
    "numpy",
    "msgspec",
    "uvloop",
    "websockets",
    "SQLAlchemy",
    "open_spiel",
    "jax",
    "pgx",
)
WORKERS: Final = str(max(1, min(2, os.cpu_count() or 1)))


class Measurement(Struct, frozen=True):
    """A module of `bench` with its arguments: for a short run (twenty minutes for all) and for a full one (hours)."""

    module: str
    quick: tuple[str, ...] = ()
    full: tuple[str, ...] = ()


MEASUREMENTS: Final = {
    "kierki_server": Measurement("kierki_server"),
    "kierki_tables": Measurement(
        "kierki_tables",
        ("--tables", "100", "--tables", "500"),
        ("--tables", "1000", "--tables", "2500", "--tables", "5000", "--seconds", "60"),
    ),
    "kierki_playouts": Measurement("kierki_playouts", ("--seconds", "1")),
    "kierki_strength": Measurement("kierki_strength", ("--deals", "50", "--workers", WORKERS), ("--deals", "200")),
    "kierki_search": Measurement(
        "kierki_strength",
        ("--strong", "--deals", "6", "--workers", WORKERS),
        ("--strong", "--deals", "200", "--workers", WORKERS),
    ),
    "othello": Measurement("othello"),
    "openspiel": Measurement("openspiel", ("--seconds", "2")),
    "batches": Measurement("batches", ("--seconds", "2")),
    "graph_solver": Measurement("graph_solver", ("--graphs", "25")),
    "strengths": Measurement(
        "strengths", ("--pairs", "40", "--workers", WORKERS), ("--pairs", "400", "--workers", WORKERS)
    ),
    "bots": Measurement("bots", ("--positions", "60"), ("--positions", "200")),
    "store": Measurement("store", ("--seconds", "1")),
    "othello_load": Measurement("othello_load"),
    "first_page": Measurement("first_page"),
    "judging": Measurement(
        "judging", ("--game", "kierki", "--games", "2"), ("--game", "kierki", "--player", "best", "--games", "6")
    ),
    "spectators": Measurement("spectators"),
    "tournament": Measurement("tournament", ("--games", "40", "--turns", "7")),
    "hour": Measurement(
        "hour",
        ("--minutes", "3", "--cycle", "1.5", "--size", "5", "--to", "bench/build/hour"),
        ("--minutes", "60", "--to", "bench/build/hour"),
    ),
}
"""[name on the command line]: the benchmark."""


def machine() -> str:
    """The machine and the software versions of the figures."""
    model = next(
        (line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.machine(),
    )
    return (
        f"{model}, {os.cpu_count()} cores; {platform.system()} {platform.release()}\n\n"
        f"Python {platform.python_version()}, {', '.join(map(_version, LIBRARIES))}"
    )


def _version(library: str) -> str:
    try:
        return f"{library} {version(library)}"
    except PackageNotFoundError:
        return f"no {library}"


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []


def measure(name: str, full: bool) -> tuple[str, bool]:
    """Runs one benchmark and shows its output; returns its section of the results, and whether it succeeded."""
    measurement = MEASUREMENTS[name]
    arguments = measurement.full if full else measurement.quick
    command = [sys.executable, "-m", f"bench.{measurement.module}", *arguments]
    click.echo(f"{name} …", err=True)
    began, load = time.monotonic(), os.getloadavg()[0]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, env=os.environ | {"COLUMNS": "110"})
    click.echo(done.stdout)
    took = f"{time.monotonic() - began:.0f} s"
    click.echo(f"{name}: {took}", err=True)
    said = done.stdout.rstrip() + ("" if done.returncode == 0 else f"\nfailed with exit code {done.returncode}")
    shown = " ".join(["python", *command[1:]])
    when = f"{took} on {date.today().isoformat()}, load {load:.1f} at the start"
    return f"`{shown}` ({when})\n\n```\n{said}\n```\n", done.returncode == 0


def results(where: str, before: str, measured: Mapping[str, str]) -> str:
    """The text of all results: the new sections, and the old sections of benchmarks that were not run."""
    known = dict(section.split("\n\n", 1) for section in re.split(r"^## ", before, flags=re.MULTILINE)[1:])
    sections = known | dict(measured)
    by_hand = [name for name in sections if name not in MEASUREMENTS]
    order = [*(name for name in MEASUREMENTS if name in sections), *by_hand]
    parts = [f"## {name}\n\n{sections[name].rstrip()}\n" for name in order]
    return "\n".join([f"# Measured\n\n{where}\n", *parts])


@click.command()
@click.argument("names", nargs=-1, metavar=f"[{'|'.join(MEASUREMENTS)}]…")
@click.option("--full", is_flag=True, help="Measure as much as the published figures need: hours, not twenty minutes.")
@click.option("--write", is_flag=True, help="Write the figures of the named benchmarks to bench/RESULTS.md, too.")
def main(names: tuple[str, ...], full: bool, write: bool) -> int:
    """Run the named benchmarks, or all; the figures of a run of all are written to bench/RESULTS.md."""
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        raise click.UsageError(f"no measurement is called {unknown[0]!r}; there are {', '.join(MEASUREMENTS)}")
    where = machine()
    sections = {name: measure(name, full) for name in names or MEASUREMENTS}
    if write or not names:
        measured = {name: text for name, (text, _) in sections.items()}
        RESULTS.write_text(results(where, "\n".join(_lines(str(RESULTS))), measured))
    return 0 if all(well for _, well in sections.values()) else 1


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
