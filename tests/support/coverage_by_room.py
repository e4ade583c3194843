"""Says how much of each room the tests have run, and fails if that is too little of one.

A room is a folder directly under `src/stolik`. `make test` runs this after the tests, on the data that they left.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any

from coverage import Coverage

LEAST = 90.0
"""Lines and branches that must have been run in each room, in percent."""


def by_room(files: Mapping[str, Mapping[str, Any]]) -> dict[str, float]:
    """The share of lines and branches that were run, in percent, from the files of coverage's JSON report."""
    counts: dict[str, tuple[int, int]] = {}
    for name, file in files.items():
        room = room_of(name)
        if room is not None:
            done, of = counts.get(room, (0, 0))
            sums = file["summary"]
            done += sums["covered_lines"] + sums.get("covered_branches", 0)
            of += sums["num_statements"] + sums.get("num_branches", 0)
            counts[room] = done, of
    return {room: 100 * done / of if of else 100.0 for room, (done, of) in sorted(counts.items())}


def room_of(name: str) -> str | None:
    """The room that a source file is in; None if it lies beside the rooms."""
    parts = PurePath(name).parts
    inside = parts[parts.index("stolik", parts.index("src")) + 1 :]
    return inside[0] if len(inside) > 1 else None


def main() -> int:
    """Prints a line for each room; 1 if one of them is below the limit."""
    coverage = Coverage()
    coverage.load()
    with TemporaryDirectory() as folder:
        report = Path(folder, "coverage.json")
        coverage.json_report(outfile=str(report))
        rooms = by_room(json.loads(report.read_text())["files"])
    for room, percent in rooms.items():
        print(f"{room:12} {percent:5.1f} %" + ("" if percent >= LEAST else f"  below {LEAST:.0f} %"))
    poor = [room for room, percent in rooms.items() if percent < LEAST]
    if poor:
        print(f"The tests run too little of: {', '.join(poor)}", file=sys.stderr)
    return 1 if poor else 0


if __name__ == "__main__":
    sys.exit(main())
