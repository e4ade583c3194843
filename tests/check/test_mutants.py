"""Every fault that is planted in our programs is caught by the scenario that is meant for it."""

from __future__ import annotations

import pytest
from tests.check import mutant_table
from tests.check.planted import WHAT, caught, mutants_of

SHARES = {"othello-server": 3, "othello-client": 3}
"""One fault of so many is planted in the quick part; of the other programs, every one."""


def missed(what: str, share: int) -> dict[str, str]:
    """The faults that were not caught, and what came of them."""
    return {
        name: f"{result.verdict.value} in {result.scenario}: {result.remarks}"
        for name, result in caught(what, share).items()
        if result.verdict is not mutants_of(what)[name].verdict
    }


@pytest.mark.parametrize("what", WHAT)
def test_planted_faults_are_caught(what: str) -> None:
    assert missed(what, SHARES.get(what, 1)) == {}


@pytest.mark.soak
@pytest.mark.parametrize("what", SHARES)
def test_every_planted_fault_is_caught(what: str) -> None:
    assert missed(what, 1) == {}


@pytest.mark.parametrize("what", WHAT)
def test_the_table_in_the_documents_has_every_fault(what: str) -> None:
    lines = mutant_table.PAGE.read_text(encoding="utf-8").splitlines()
    for mutant in mutants_of(what).values():
        row = mutant_table.row(mutant, "", "").removesuffix("  |  |")
        assert any(line.startswith(row) for line in lines), f"python -m tests.check.mutant_table: {mutant.name}"
