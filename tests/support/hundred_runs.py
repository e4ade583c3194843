"""Checks our own programs again and again, each suite in turn: on a busy machine too, nothing may fail falsely.

python -m tests.support.hundred_runs --log FILE [--runs 100] [--suite NAME]...

The log has a line for each run, and below it every verdict that is not a pass. What is in the log is not run again, so
a run that was stopped goes on; with `--runs 0` only the total is told. The whole check of a run with a bad verdict is
kept beside the log.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from tests.check.test_own_programs import COMMANDS
from tests.support.programs import program

GOOD = ("pass", "allowed", "advice")
LONGEST = 3600.0
"""Seconds after which a run has hung."""
_RUN = re.compile(r"^\S+ \S+ (\S+) run (\d+): (.*);", re.MULTILINE)


def _cpu() -> float:
    """Seconds of processor time that the processes used which have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(suite: str) -> dict[str, Any]:
    """One whole check of our own program, as `stolik check --json` tells it."""
    command = [program("stolik"), "check", suite, "--json", "--language", "en", "--", *COMMANDS[suite]]
    try:
        said = subprocess.run(command, stdout=subprocess.PIPE, timeout=LONGEST, check=False).stdout
        return json.loads(said)  # type: ignore[no-any-return]
    except (subprocess.TimeoutExpired, ValueError) as error:
        return {"counts": {f"no result ({type(error).__name__})": 1}, "results": []}


def differing(found: dict[str, Any]) -> Iterator[str]:
    """A line for each verdict that is not a pass."""
    for one in found["results"]:
        if one["verdict"] != "pass":
            what = f"expected {one['expected']}, but {one['came']}" if one["expected"] else ""
            yield " ".join([f"    {one['scenario']}: {one['verdict']}:", what, *one["remarks"], *one["runs"]])


def done(log: Path) -> list[tuple[str, str]]:
    """The suite and the verdicts of each run in the log."""
    return [(suite, counts) for suite, _, counts in _RUN.findall(log.read_text())] if log.exists() else []


def is_bad(counts: str) -> bool:
    """Whether one of these verdicts, such as `184 pass, 1 unsteady`, is not a good one."""
    return any(count.split(" ", 1)[1] not in GOOD for count in counts.split(", "))


def total(log: Path) -> str:
    """The runs of each suite, and how many of them have a bad verdict."""
    runs = done(log)
    count, bad = Counter(suite for suite, _ in runs), Counter(suite for suite, counts in runs if is_bad(counts))
    return "\n".join(f"{suite:16} {number:4} runs, {bad[suite]} with a bad verdict" for suite, number in count.items())


@click.command()
@click.option("--log", type=click.Path(path_type=Path), required=True)
@click.option("--runs", default=100)
@click.option("--suite", "suites", type=click.Choice(list(COMMANDS)), multiple=True, default=tuple(COMMANDS))
def main(log: Path, runs: int, suites: tuple[str, ...]) -> None:
    """Runs what is not in the log yet."""
    for number in range(1, runs + 1):
        for suite in suites:
            if sum(name == suite for name, _ in done(log)) >= number:
                continue
            load, cpu, began = os.getloadavg()[0], _cpu(), time.monotonic()
            found = run(suite)
            counts = ", ".join(f"{n} {verdict}" for verdict, n in found["counts"].items() if n)
            cost = f"{_cpu() - cpu:.1f} s of CPU in {time.monotonic() - began:.0f} s, load {load:.1f}"
            text = "\n".join([f"{time.strftime('%F %T')} {suite} run {number}: {counts}; {cost}", *differing(found)])
            click.echo(text)
            with log.open("a") as file:
                file.write(text + "\n")
            if is_bad(counts):
                log.with_name(f"{log.stem}-{suite}-{number}.json").write_text(json.dumps(found, indent=1))
    click.echo(total(log))


if __name__ == "__main__":
    main()
