"""Writes `docs/checking-mutants.md`: `python -m tests.check.mutant_table`."""

from __future__ import annotations

import re
import sys

from tests.check.mutants import Mutant
from tests.check.planted import ROOT, WHAT, caught, mutants_of

from stolik.check.verdicts import Result

PORT = re.compile(r"(?<=127\.0\.0\.1:)\d+|(?<=port )\d+|(?<=127\.0\.0\.1', )\d+")
PAGE = ROOT / "docs" / "checking-mutants.md"
HEAD = """# Does the checker find faults?

To find out, we put small faults into our own programs, one at a time. A certain scenario has to find each fault. The
table shows what that scenario expected, and what came instead. `python -m tests.check.mutant_table` writes this page;
`make test` tries most of the faults again, `make soak` all of them.
"""


def table(what: str, results: dict[str, Result]) -> str:
    """The faults of one program, and what the checker said of each; ends the program if one was not caught."""
    rows = [f"\n## {what}\n", "| the fault | caught by | expected | but |", "|---|---|---|---|"]
    for name, mutant in mutants_of(what).items():
        result = results[name]
        if result.verdict is not mutant.verdict:
            sys.exit(f"{what}: {name} was not caught by {mutant.caught_by}")
        # Advice has no expectation that was not met, but a remark.
        expected, came = (result.expected, result.came) if result.expected else ("advice", result.remarks[0])
        rows.append(row(mutant, str(expected), str(came)))
    return "\n".join(rows) + "\n"


def row(mutant: Mutant, expected: str, came: str) -> str:
    """The row of one fault."""
    words = (mutant.words.rstrip("."), f"`{mutant.caught_by}`", expected, came)
    return "| " + " | ".join(map(_cell, words)) + " |"


def _cell(text: str) -> str:
    text = PORT.sub("…", text)  # it is another one in every run
    short = text if len(text) <= 90 else text[:90] + "…"
    return short.replace("|", "\\|").replace("\n", " ")


def main() -> None:
    """Plants every fault, and writes the page."""
    PAGE.write_text(HEAD + "".join(table(what, caught(what)) for what in WHAT), encoding="utf-8")


if __name__ == "__main__":
    main()
