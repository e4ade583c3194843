"""The table of faults in the operator's page is made from the tests."""

from __future__ import annotations

from tests.support.fault_table import PAGE, faults, with_table


def test_the_page_has_every_fault_that_is_tried() -> None:
    page = PAGE.read_text()
    assert with_table(page) == page, "run: python -m tests.support.fault_table"


def test_every_fault_is_there_once() -> None:
    told = [fault.what for fault in faults()]
    assert len(told) >= 15
    assert len(set(told)) == len(told)
