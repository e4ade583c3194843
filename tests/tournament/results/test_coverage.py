"""Intervals and likelihoods of superiority are right as often as they say, in simulated tournaments."""

from __future__ import annotations

import pytest
from bench.ratings import GAMES, KINDS, Kind, simulate

TOURNAMENTS = 60


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.title)
def test_statements_of_ratings_are_right_as_often_as_they_say(kind: Kind, games: int) -> None:
    counts = simulate(kind, games, TOURNAMENTS)
    # 720 intervals; those of one tournament depend on each other. The tables in the documentation have far more.
    assert 0.92 < counts.covered / counts.intervals < 0.98
    for claims, right, sure in counts.claims.values():
        if claims > 200:
            assert right / claims > sure / claims - 0.05, "the error is not larger than what is said"
