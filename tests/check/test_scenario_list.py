"""The pages that list all scenarios are up to date: `python -m tests.check.scenario_list` writes them."""

from __future__ import annotations

import pytest
from tests.check.scenario_list import HEADS, file_of, page


@pytest.mark.parametrize("language", HEADS)
def test_the_list_of_all_scenarios_is_up_to_date(language: str) -> None:
    assert file_of(language).read_text(encoding="utf-8") == page(language)
