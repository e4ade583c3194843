"""Honest programs beside villains that take every processor, on a machine at load 10."""

from __future__ import annotations

import pytest
from tests.support.loaded_games import lost_by_honest, play_beside_load


@pytest.mark.soak
def test_no_honest_program_loses_by_overtime_beside_villains_and_load() -> None:
    results = play_beside_load(1000)
    assert len(results) == 1000
    assert lost_by_honest(results) == []
