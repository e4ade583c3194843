"""Runs the measurements one after another, and writes their figures to bench/RESULTS.md: python -m bench [NAME …]"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from datetime import date
from pathlib import Path

RESULTS = Path(__file__).parent / "RESULTS.md"

MEASUREMENTS: dict[str, tuple[str, ...]] = {
    "kierki_server": ("--deals", "1000"),
    "kierki_strength": ("--deals", "200"),
    "graph_solver": (),
    "store": (),
    "othello_load": ("--games", "100", "--games", "1000"),
}
"""What is measured, and how much of it: enough for steady figures, in some minutes each."""


def machine() -> str:
    """What the figures were measured on."""
    model = next(
        (line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.machine(),
    )
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, {date.today().isoformat()}"


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []


def measure(name: str) -> str:
    """The section of one measurement; what it prints is shown as it comes, too."""
    command = [sys.executable, "-m", f"bench.{name}", *MEASUREMENTS[name]]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=os.environ | {"COLUMNS": "110"})
    print(done.stdout, flush=True)
    shown = " ".join(["python", *command[1:]])
    return f"## {name}\n\n`{shown}`\n\n```\n{done.stdout.rstrip()}\n```\n"


def main() -> int:
    """Measures what is named, or everything."""
    names = sys.argv[1:] or list(MEASUREMENTS)
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        print(f"no measurement is called {unknown[0]!r}; there are {', '.join(MEASUREMENTS)}", file=sys.stderr)
        return 2
    sections = [measure(name) for name in names]
    if len(names) == len(MEASUREMENTS):
        RESULTS.write_text("\n".join([f"# Measured\n\n{machine()}\n", *sections]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
