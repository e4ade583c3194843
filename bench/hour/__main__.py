"""An hour of `stolik serve` under changing load: memory, descriptors, tasks and times, sampled and drawn.

    python -m bench.hour [--minutes 60] [--cycle 10] [--size 20] [--db ADDRESS] [--to FOLDER]

A cycle begins idle; then come, one after another, programs of each protocol, tabs, replays, bots and half requests,
then all of them at once, then nothing. In every idle phase memory, descriptors and tasks should be what they were in
the first cycle. Everything is written to the folder: samples.csv, hour.svg, hour.png and the service's log.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

import click
import httpx
import msgspec

from bench.hour import loads
from bench.hour.picture import draw
from bench.hour.service import Sample, Sampler, Service
from stolik.service.net.listen import allow_many_connections
from stolik.service.net.loop import run

EVERY: Final = 5.0
"""Seconds between two samples."""
PHASES: Final[tuple[tuple[str, float, tuple[loads.Load, ...]], ...]] = (
    ("idle", 1, ()),
    ("Othello", 1, (loads.othello,)),
    ("Kierki", 1, (loads.kierki,)),
    ("codes", 1, (loads.codes,)),
    ("tabs", 1, (loads.tabs, loads.bots)),
    ("replays", 1, (loads.replays,)),
    ("half requests", 1, (loads.halves, loads.othello)),
    (
        "all",
        1.5,
        (
            loads.othello,
            loads.kierki,
            loads.codes,
            loads.tabs,
            loads.replays,
            loads.bots,
            loads.halves,
        ),
    ),
)
"""A cycle: the name of each phase, its share of the time, and what is done meanwhile."""


def plan(minutes: float, cycle: float) -> Iterator[tuple[str, float, tuple[loads.Load, ...]]]:
    """The phases of a run, with their seconds; it ends idle."""
    shares = sum(share for _, share, _ in PHASES)
    for _ in range(max(1, round(minutes / cycle))):
        for name, share, what in PHASES:
            yield name, 60 * cycle * share / shares, what
    yield PHASES[0][0], 60 * cycle / shares, ()


async def measure(service: Service, minutes: float, cycle: float, size: int, samples: list[Sample]) -> list[str]:
    """Lives through all phases; adds the samples, and returns what went wrong."""
    wrongs: list[str] = []
    base = f"http://127.0.0.1:{service.http}"
    async with httpx.AsyncClient(base_url=base, timeout=loads.PATIENCE) as client:
        sampler, rng = Sampler(service, client), Random(1)
        for name, seconds, what in plan(minutes, cycle):
            until = time.monotonic() + seconds
            where = loads.Where(service.http, service.ports, size, until, client, rng)
            doing = [asyncio.ensure_future(load(where)) for load in what]
            over = asyncio.Event()
            pinging = asyncio.ensure_future(loads.ping(where, over, sampler.pings))
            while time.monotonic() < until or not all(load.done() for load in doing):
                await asyncio.sleep(EVERY)
                samples.append(await sampler.take(name))
                if time.monotonic() > until + loads.PATIENCE:
                    wrongs += [
                        f"{name}: {load.__name__} does not end"
                        for load, on in zip(what, doing, strict=True)
                        if not on.done()
                    ]
                    break
            over.set()
            wrongs += [f"{name}: {error}" for error in await _ended([*doing, pinging])]
    if service.tracebacks():
        wrongs.append(f"{service.tracebacks()} tracebacks in {service.log}")
    return wrongs


async def _ended(doing: Sequence[asyncio.Future[None]]) -> list[str]:
    """What was wrong with each load; one that goes on is cancelled, and not waited for any longer."""
    done, going_on = await asyncio.wait(doing, timeout=EVERY)
    for load in going_on:
        load.cancel()
    return [repr(load.exception()) for load in done if not load.cancelled() and load.exception() is not None]


def idle_ends(samples: Sequence[Sample]) -> list[Sample]:
    """The last sample of each idle phase."""
    following = [*samples[1:], None]
    return [
        sample
        for sample, then in zip(samples, following, strict=True)
        if sample.phase == "idle" and (then is None or then.phase != "idle")
    ]


def write_csv(samples: Sequence[Sample], file: Path) -> None:
    """One row for each sample."""
    names = Sample.__struct_fields__
    rows = [",".join(str(value) for value in msgspec.structs.astuple(sample)) for sample in samples]
    file.write_text("\n".join([",".join(names), *rows]) + "\n")


@click.command()
@click.option("--minutes", default=60.0, show_default=True, help="How long.")
@click.option("--cycle", default=10.0, show_default=True, help="Minutes of a cycle.")
@click.option("--size", default=20, show_default=True, help="Games of a kind at once; three times as many tabs.")
@click.option("--db", help="Store of the service.  [default: a new SQLite file]")
@click.option("--to", "folder", default="hour", show_default=True, type=click.Path(path_type=Path), help="Folder.")
def command(minutes: float, cycle: float, size: int, db: str | None, folder: Path) -> None:
    """Run the service under changing load, and draw what it uses."""
    allow_many_connections()
    folder.mkdir(parents=True, exist_ok=True)
    samples: list[Sample] = []
    with tempfile.TemporaryDirectory() as store, Service(folder, db or f"{store}/stolik.db") as service:
        try:
            wrongs = run(measure(service, minutes, cycle, size, samples))
        finally:
            write_csv(samples, folder / "samples.csv")
    for ending in ("svg", "png"):
        draw(samples, folder / f"hour.{ending}", f"{minutes:g} minutes of stolik serve, {size} games of a kind")
    click.echo("| idle at minute | MB | workers' MB | descriptors | tasks | tables | p99 ms |")
    click.echo("|---|---|---|---|---|---|---|")
    for idle in idle_ends(samples):
        click.echo(
            f"| {idle.at / 60:.0f} | {idle.memory:.0f} | {idle.workers:.0f} | {idle.descriptors} | {idle.tasks} "
            f"| {idle.tables} | {idle.p99:.1f} |"
        )
    moves = sum(sample.moves for sample in samples)
    click.echo(f"{moves} moves; worst p99 of {EVERY:g} s: {max(sample.p99 for sample in samples):.0f} ms")
    for wrong in wrongs:
        click.echo(f"wrong: {wrong}")
    sys.exit(1 if wrongs else 0)


if __name__ == "__main__":
    command()
