"""Makes the table of faults in docs/operations.md from the tests: each fault that is tried has a marker.

@pytest.mark.fault("what happens", sees="what players see", kept="what is kept")

python -m tests.support.fault_table          writes the table
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "operations.md"
BEGIN: Final = "<!-- faults: made by python -m tests.support.fault_table -->\n"
END: Final = "<!-- end of faults -->\n"


class Fault(NamedTuple):
    """One row."""

    what: str
    sees: str
    kept: str
    file: str


def faults() -> list[Fault]:
    """Every marked test, in the order of files and lines."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [fault for file in files for fault in _of_file(file)]


def _of_file(file: Path) -> Iterator[Fault]:
    for node in ast.parse(file.read_text()).body:
        for mark in getattr(node, "decorator_list", ()):
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.fault":
                said = {word.arg: ast.literal_eval(word.value) for word in mark.keywords}
                what = ast.literal_eval(mark.args[0])
                yield Fault(what, said["sees"], said["kept"], str(file.relative_to(ROOT / "tests")))


def table() -> str:
    """The table, as Markdown."""
    rows = "".join(f"| {what} | {sees} | {kept} | `{file}` |\n" for what, sees, kept, file in faults())
    return f"| what happens | what players see | what is kept | tested in |\n|---|---|---|---|\n{rows}"


def with_table(page: str) -> str:
    """The page with the table of now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text()))
