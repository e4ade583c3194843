"""How much of each room the tests run is counted room by room."""

from __future__ import annotations

from typing import Any

from tests.support.coverage_by_room import by_room


def measured(lines: int, run: int, branches: int = 0, taken: int = 0) -> dict[str, Any]:
    counts = {"num_statements": lines, "covered_lines": run, "num_branches": branches, "covered_branches": taken}
    return {"summary": counts}


def test_lines_and_branches_of_all_files_of_a_room_are_counted_together() -> None:
    files = {
        "src/stolik/table/table.py": measured(60, 60, 20, 10),
        "src/stolik/table/inner/record.py": measured(20, 5),
        "src/stolik/wire/lines.py": measured(10, 9),
        "src/stolik/wire/__init__.py": measured(0, 0),
        "src/stolik/version.py": measured(9, 0),
    }
    assert by_room(files) == {"table": 75.0, "wire": 90.0}


def test_a_room_without_a_line_of_code_lacks_nothing() -> None:
    assert by_room({"src/stolik/check/__init__.py": measured(0, 0)}) == {"check": 100.0}
