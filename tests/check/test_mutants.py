"""Every fault that is planted in our programs is caught by the scenario that is meant for it."""

from __future__ import annotations

import pytest
from tests.check.planted import caught

from stolik.check.verdicts import Verdict


@pytest.mark.parametrize("what", ["kierki-serwer"])
def test_every_planted_fault_is_caught(what: str) -> None:
    missed = {
        name: f"{result.verdict.value} in {result.scenario}: {result.remarks}"
        for name, result in caught(what).items()
        if result.verdict is not Verdict.FAIL
    }
    assert missed == {}
