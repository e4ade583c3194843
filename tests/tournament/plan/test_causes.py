"""Causes are kept with their kind and facts, and every kind can be told on the page."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import msgspec
import pytest

import stolik.web
from stolik.tournament.plan.assignment import Conduct, Ending, Result
from stolik.tournament.plan.causes import WORDS, Cause, cause, told

TEXTS = Path(stolik.web.__file__).parent / "static" / "js" / "lang"
LOST = cause("gone.left", cause("exit.code", code=3), name="Ada")


def result(**more: object) -> dict[str, object]:
    return {
        "number": 1, "round": 1, "seats": {"c": "Ada", "b": "Jan"}, "setup": "c |c|b|", "ending": "gone",
        "reason": "Ada left without an answer (exit code 3)", "winners": ["b"], "scores": {"c": 0, "b": 1}, "moves": [],
        "times": [], "conduct": {"c": {"exit": "exit code 3"}}, **more,
    }  # fmt: skip


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_a_cause_is_told_with_what_it_comes_from() -> None:
    assert str(LOST) == "Ada left without an answer (exit code 3)"
    assert str(cause("several", told("one"), told("another"))) == "one; another"
    late = cause("overtime.late", name="Ada", limit=1.0, answered=1.2, late=0.2)
    assert str(late) == "Ada answered after 1.200 s, 0.200 s too late: it had 1 s"


def test_a_cause_is_read_from_the_record_as_it_was() -> None:
    written = msgspec.convert(result(cause=LOST, conduct={"c": Conduct("exit code 3", ended=LOST.because[0])}), Result)
    again = msgspec.json.decode(msgspec.json.encode(written), type=Result)
    assert (again.cause, again.conduct["c"].ended) == (LOST, Cause("exit.code", {"code": 3}))


def test_a_record_from_before_causes_were_kept_is_read() -> None:
    old = msgspec.json.decode(msgspec.json.encode(result()), type=Result)
    assert (old.ending, old.cause, old.conduct["c"].ended) == (Ending.GONE, None, None)


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_the_page_tells_every_kind_and_no_other(language: str) -> None:
    page = dict(re.findall(r"^  'cause\.([\w.]+)': '(.*)',$", (TEXTS / f"{language}.js").read_text(), re.MULTILINE))
    assert page.keys() == WORDS.keys()
    for kind, text in page.items():
        assert fields(text) <= fields(WORDS[kind]), kind
