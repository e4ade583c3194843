"""A server of Kierki repeats its question whenever it likes to: that is neither news nor an answer."""

from __future__ import annotations

from tests.check.planted import played, subject
from tests.support.programs import program

from stolik.check.program import Subject
from stolik.check.verdicts import FaultKind, Verdict

IMPATIENT = ("-p", "{port}", "-f", "{file}", "-t", "0.1")
"""The question is repeated ten times a second, whatever timeout a scenario wants."""


def test_a_question_that_is_repeated_in_any_moment_is_no_answer() -> None:
    result = played("kierki-serwer", "card-ended-by-lf-alone", Subject((program("kierki-serwer"), *IMPATIENT)))
    assert (result.verdict, result.remarks) == (Verdict.PASS, ())


def test_a_server_that_only_asks_again_is_silent() -> None:
    result = played("kierki-serwer", "card-not-held", subject("kierki-serwer", "wrong-is-never-said", *IMPATIENT))
    assert (result.verdict, result.kind) == (Verdict.FAIL, FaultKind.SILENT)
    assert str(result.expected) == "WRONG1"
    assert str(result.came) == "only TRICK1 came, again"
