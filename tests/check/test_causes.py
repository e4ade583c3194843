"""Where a wrong message itself tells the likely cause, every scenario that meets it names that cause."""

from __future__ import annotations

import pytest
from tests.check.planted import played, subject

from stolik.check.program import Subject
from stolik.check.stage import ENDED_EARLY
from stolik.check.verdicts import Verdict
from stolik.check.words import LANGUAGES, Words


@pytest.mark.parametrize(
    ("mutant", "scenario", "cause"),
    [
        ("highest-rank-takes", "several-deals", "the taker is found wrongly"),
        ("last-trick-is-free", "several-deals", "the points of type 6 are counted wrongly"),
        ("total-is-of-one-deal", "early-end-or-not", "TOTAL is not the sum over all deals so far"),
        ("score-adds-up", "match-of-all-types", "SCORE does not begin again from 0"),
        ("tricks-on-return-are-reversed", "two-players-leave", "then TAKEN for each trick of this deal, in order"),
    ],
)
def test_a_wrong_message_that_tells_its_cause_is_explained_in_every_scenario(
    mutant: str, scenario: str, cause: str
) -> None:
    result = played("kierki-serwer", scenario, subject("kierki-serwer", mutant))
    assert result.verdict is Verdict.FAIL
    assert cause in result.cause


def test_a_server_that_ends_at_its_start_may_want_other_parameters() -> None:
    result = played("kierki-serwer", "four-sit-down", Subject(("/bin/sh", "-c", "exit 2")))
    assert (result.verdict, result.cause) == (Verdict.FAIL, ENDED_EARLY)
    assert all(Words(language).find(ENDED_EARLY) for language in LANGUAGES if language != "en")
