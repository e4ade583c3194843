"""Programs that differ from ours, as the documents allow: no scenario fails them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from tests.check.strangers import kierki_klient, kierki_serwer, krazki, othello_client, othello_server

from stolik.check.program import Subject
from stolik.check.runner import Settings, check
from stolik.check.suites import find_suite
from stolik.check.verdicts import Verdict

ROOT = Path(__file__).parents[2]
ACCEPTABLE = (Verdict.PASS, Verdict.ALLOWED, Verdict.ADVICE)

SERVER = {
    "busy-in-another-order": ("busy-lists-all-taken-seats", Verdict.ALLOWED),
    "busy-before-iam": ("wrong-newcomer-in-a-match", Verdict.ALLOWED),
    "room-for-few": ("silent-crowd-before-the-match", Verdict.ADVICE),
    "seat-stays-taken-before-the-match": ("leaving-before-the-match-frees-the-seat", Verdict.ADVICE),
    "clock-before-the-match": ("waiting-for-others-takes-as-long-as-it-takes", Verdict.ADVICE),
    "asks-at-once-after-wrong": ("card-not-held", Verdict.PASS),
    "closes-on-malformed": ("answer-no-card", Verdict.ALLOWED),
    "asks-late-after-a-return": ("asked-player-leaves", Verdict.PASS),
    "closes-on-malformed-and-asks-late": ("answer-no-card", Verdict.ALLOWED),
    "silent-before-the-match": ("card-before-the-first-deal", Verdict.ALLOWED),
    "early-end": ("early-end-or-not", Verdict.ALLOWED),
    "points-in-another-order": ("total-adds-up", Verdict.ALLOWED),
    "asks-while-a-seat-is-empty": ("card-while-a-seat-is-empty", Verdict.PASS),
    "cards-are-kept-while-a-seat-is-empty": ("card-while-a-seat-is-empty", Verdict.PASS),
    "never-recovers-when-all-left": ("all-four-leave", Verdict.ADVICE),
    "long-lines-are-kept": ("memory-stays-small", Verdict.ADVICE),
    "first-parameter-counts": ("port-twice", Verdict.PASS),
    "report-has-mapped-addresses": ("report-has-every-message", Verdict.PASS),
    "report-ends-in-letters": ("report-has-every-message", Verdict.PASS),
    "report-at-the-end": ("report-has-every-message", Verdict.PASS),
    "hands-are-sorted": ("four-sit-down", Verdict.ALLOWED),
    "ipv4-alone": ("clients-of-both-versions", Verdict.ADVICE),
    "sends-in-pieces": ("score-is-of-one-deal", Verdict.PASS),
    "closes-before-the-line-ends": ("iam-other-word", Verdict.PASS),
    "lf-alone-is-wrong-at-once": ("card-ended-by-lf-alone", Verdict.ALLOWED),
    "ended-by-sigterm": ("stopped-by-a-signal", Verdict.ADVICE),
    "clock-restarts-after-wrong": ("asked-again-after-wrong", Verdict.PASS),
    "ignores-malformed-out-of-turn": ("seated-player-sends-garbage", Verdict.PASS),
    "waits-for-clients-to-leave": ("match-ends-with-code-0", Verdict.PASS),
    "whole-seconds-alone": ("timeout-with-letters", Verdict.PASS),
    "report-in-utc": ("report-has-every-message", Verdict.PASS),
    "report-has-brackets": ("report-has-every-message", Verdict.PASS),
}
"""A way to differ, a scenario that sees it, and what it says."""
CLIENT = {
    "plain": ("question-is-repeated", Verdict.PASS),
    "card-is-gone-when-sent": ("question-is-repeated", Verdict.PASS),
    "one-answer-for-a-question": ("answer-is-called-wrong", Verdict.PASS),
    "answers-wrong-at-once": ("answer-is-called-wrong", Verdict.PASS),
    "thinks": ("leads-at-n", Verdict.PASS),
    "sends-in-pieces": ("leads-at-n", Verdict.PASS),
    "leaves-at-busy": ("seat-is-busy", Verdict.PASS),
    "sorts-its-hand": ("shows-deal", Verdict.ALLOWED),
    "shows-more": ("shows-deal", Verdict.ALLOWED),
    "report-at-the-end": ("report-has-every-message", Verdict.PASS),
    "tricks-of-the-whole-match": ("shows-tricks-on-demand", Verdict.PASS),
    "leaves-when-the-input-ends": ("plays-a-whole-deal", Verdict.PASS),
    "checks-the-order": ("comes-after-5-tricks", Verdict.PASS),
}
OTHELLO_SERVER = {
    "guest-has-black": ("players-take-turns", Verdict.ALLOWED),
    "counts-from-1": ("players-take-turns", Verdict.ALLOWED),
    "both-of-that": ("two-games-at-once", Verdict.ALLOWED),
    "other-words": ("host-ends-the-game-after-3", Verdict.ALLOWED),
    "an-end-has-its-own-name": ("another-opponent-after-the-game", Verdict.ALLOWED),
    "more-messages": ("players-take-turns", Verdict.ALLOWED),
    "recovers-without-a-start": ("guest-comes-back-after-4-moves", Verdict.ALLOWED),
    "tells-every-state": ("newcomer-is-told-who-is-here", Verdict.PASS),
    "illegal-move-is-told": ("move-on-idle-square-after-0", Verdict.ALLOWED),
}
OTHELLO_CLIENT = {
    "guest-has-black": ("guest-answers-the-first-move", Verdict.ALLOWED),
    "counts-from-1": ("guest-answers-the-first-move", Verdict.ALLOWED),
    "answers-with-yes": ("guest-answers-the-first-move", Verdict.ALLOWED),
    "pings-often": ("guest-answers-the-first-move", Verdict.PASS),
}
KRAZKI = {"ends-lines-with-cr-lf": ("first-move-1", Verdict.PASS)}
WAYS = {
    "kierki-serwer": SERVER,
    "kierki-klient": CLIENT,
    "othello-server": OTHELLO_SERVER,
    "othello-client": OTHELLO_CLIENT,
    "krazki": KRAZKI,
}
MODULES: dict[str, Iterable[str]] = {
    "kierki-serwer": kierki_serwer.WAYS,
    "kierki-klient": kierki_klient.WAYS,
    "othello-server": othello_server.WAYS,
    "othello-client": othello_client.WAYS,
    "krazki": krazki.WAYS,
}
QUICK = {
    "kierki-serwer": ("closes-on-malformed-and-asks-late", "asks-at-once-after-wrong", "room-for-few"),
    "kierki-klient": ("card-is-gone-when-sent", "sorts-its-hand", "answers-wrong-at-once"),
    "othello-server": ("guest-has-black", "an-end-has-its-own-name", "more-messages", "recovers-without-a-start"),
    "othello-client": ("guest-has-black",),
}
"""Ways that the quick part plays; the others have been calm, and `make soak` plays every way in every scenario."""


def pairs(ways: Mapping[str, Iterable[str]]) -> list[tuple[str, str]]:
    return [(what, way) for what, names in ways.items() for way in names]


def verdicts(
    what: str, way: str, names: list[str], patience: float = Settings.patience
) -> dict[str, tuple[Verdict, str]]:
    suite = find_suite(what)
    module = f"tests.check.strangers.{what.replace('-', '_')}"
    subject = Subject((sys.executable, "-m", module, way), cwd=str(ROOT))
    scenarios = [suite.find(name) for name in names] or list(suite.scenarios())
    results = asyncio.run(check(suite, scenarios, subject, Settings(patience=patience), lambda _: None))
    return {
        result.scenario: (result.verdict, f"expected {result.expected}, {result.came} {list(map(str, result.remarks))}")
        for result in results
    }


@pytest.mark.parametrize("what", WAYS)
def test_every_way_to_differ_has_a_scenario_that_sees_it(what: str) -> None:
    assert set(WAYS[what]) == set(MODULES[what])


@pytest.mark.parametrize(("what", "way"), pairs(QUICK))
def test_what_the_document_allows_is_not_called_wrong(what: str, way: str) -> None:
    name, verdict = WAYS[what][way]
    found, why = verdicts(what, way, [name], 1.5)[name]
    assert found is verdict, why


@pytest.mark.soak
@pytest.mark.parametrize(("what", "way"), pairs(WAYS))
def test_no_scenario_fails_a_program_that_differs_as_the_document_allows(what: str, way: str) -> None:
    found = verdicts(what, way, [])
    assert {name: why for name, (verdict, why) in found.items() if verdict not in ACCEPTABLE} == {}
    name, verdict = WAYS[what][way]
    assert found[name][0] is verdict
