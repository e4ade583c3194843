"""The suites: names, titles, quotations and causes."""

from __future__ import annotations

import re

import pytest
from tests.support.pocket_games import GUESSING

from stolik.check.scenario import Suite
from stolik.check.suites import find_suite, suite_names
from stolik.contract.registry import added

AT_LEAST = {"kierki-serwer": 80, "kierki-klient": 50}
OTHERS = 30


@pytest.mark.parametrize("name", suite_names())
def test_every_suite_is_long_enough_and_its_names_are_different(name: str) -> None:
    names = [scenario.name for scenario in find_suite(name).scenarios()]
    assert len(names) >= AT_LEAST.get(name, OTHERS)
    assert len({*names}) == len(names)


@pytest.mark.parametrize("name", suite_names())
def test_every_scenario_has_a_name_a_title_and_a_translated_quotation(name: str) -> None:
    suite: Suite = find_suite(name)
    for scenario in suite.scenarios():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", scenario.name), scenario.name
        assert scenario.title.strip(), scenario.name
        assert scenario.quote.text
        assert scenario.quote.heading
        assert suite.document_language == "en" or scenario.quote.translations["en"], scenario.name


@pytest.mark.parametrize("name", suite_names())
def test_every_suite_has_a_program_of_ours_that_is_played_beside_on_a_busy_machine(name: str) -> None:
    assert find_suite(name).own


def test_a_game_that_hides_something_has_no_suite_and_the_message_says_why() -> None:
    with (
        added(GUESSING),
        pytest.raises(ValueError, match=r"guessing cannot be checked: .* games for two that hide nothing"),
    ):
        find_suite("guessing")


def test_an_unknown_suite_or_scenario_is_named_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match=r"nothing called 'chess' can be checked; there are .*kierki-serwer"):
        find_suite("chess")
    with pytest.raises(ValueError, match="has no scenario 'iam-splt-after-1': iam-split-after-1"):
        find_suite("kierki-serwer").find("iam-splt-after-1")
