"""Where a wrong message itself tells the likely cause, every scenario that meets it names that cause."""

from __future__ import annotations

import pytest
from tests.check.planted import played, subject

from stolik.check.program import Subject
from stolik.check.scenario import GENERAL_CAUSES, LAST_CAUSES
from stolik.check.stage import ENDED_EARLY
from stolik.check.suites import find_suite, suite_names
from stolik.check.verdicts import FaultKind, Verdict
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


@pytest.mark.parametrize("name", suite_names())
def test_every_scenario_has_a_likely_cause_of_its_own(name: str) -> None:
    assert [one.name for one in find_suite(name).scenarios() if not (one.cause or one.causes)] == []


def test_every_kind_of_fault_has_a_likely_cause_in_each_language() -> None:
    for scenario in find_suite("krazki").scenarios():
        assert all(scenario.likely_cause(kind) for kind in FaultKind)
    for language in LANGUAGES:
        words = Words(language)
        assert language == "en" or all(map(words.find, (*GENERAL_CAUSES.values(), *LAST_CAUSES.values())))
