"""Which games are rated: only those that were played, resigned or lost in a way that helps nobody who leaves."""

from __future__ import annotations

import pytest

from stolik.contract import Ending, HouseRules

FAIR = {Ending.RULES, Ending.RESIGNED, Ending.OVERTIME, Ending.FOUL, Ending.CLAIMED}


@pytest.mark.parametrize("ending", Ending)
def test_a_game_is_rated_when_it_was_played_resigned_or_lost(ending: Ending) -> None:
    assert HouseRules().rates(ending) == (ending in FAIR)


def test_a_game_that_someone_left_is_rated_only_where_leaving_loses() -> None:
    rated = [rule for rule in ("wait", "forfeit", "count", "claim") if HouseRules(on_absence=rule).rates(Ending.GONE)]
    assert rated == ["forfeit"]


@pytest.mark.parametrize("ending", Ending)
def test_practice_is_never_rated(ending: Ending) -> None:
    assert not HouseRules(counts=False, on_absence="forfeit").rates(ending)
