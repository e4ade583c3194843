"""The forms of a report: each has the verdict, the quotation, what was expected and what came."""

from __future__ import annotations

import io
import json
from xml.etree import ElementTree

import pytest
from rich.console import Console

from stolik.check.forms import terminal
from stolik.check.forms.github import as_annotations
from stolik.check.forms.html import as_html
from stolik.check.forms.json import as_json
from stolik.check.forms.junit import as_junit
from stolik.check.suites import find_suite
from stolik.check.telling import Checked, checked
from stolik.check.verdicts import Entry, FaultKind, Phrase, Result, Verdict, phrase
from stolik.check.words import Words

RESULTS = (
    Result(scenario="four-sit-down", verdict=Verdict.PASS),
    Result(
        scenario="iam-split-after-1",
        verdict=Verdict.FAIL,
        kind=FaultKind.CLOSED,
        who="N",
        expected=phrase("{line}", line="DEAL1N2C"),
        came=Phrase("the connection was closed"),
        cause="your server takes what one recv() returns for one message: TCP may split and join messages anywhere",
        exchange=(Entry(0.1, "N", "sent", "I|AMN\\r\\n"), Entry(0.2, "N", "note", "closed by <the program>")),
        stderr="bad client\x07",
    ),
    Result(scenario="all-four-leave", verdict=Verdict.ADVICE, remarks=(Phrase("nobody can come back"),)),
    Result(scenario="clients-of-both-versions", verdict=Verdict.NOT_REACHED, remarks=(Phrase("no IPv6"),)),
)


def told(language: str = "en") -> tuple[Checked, Words]:
    suite = find_suite("kierki-serwer")
    words = Words(language, [suite.words])
    return checked(suite, RESULTS, ["./server"], 1.5, words), words


def on_terminal(language: str = "en") -> str:
    text = io.StringIO()
    terminal.write(told(language)[0], Console(file=text, width=200), Words(language))
    return text.getvalue()


def test_the_terminal_shows_the_exchange_the_quotation_and_the_cause() -> None:
    text = on_terminal()
    for part in (
        "DEAL1N2C",
        "the connection was closed",
        "Serwer i klient komunikują się za pomocą TCP.",
        "recv()",
        "1 fail",
    ):
        assert part in text
    assert "four-sit-down" not in text


@pytest.mark.parametrize(("language", "word"), [("pl", "oczekiwano"), ("cs", "očekáváno"), ("en", "expected")])
def test_the_checkers_own_words_are_in_the_readers_language(language: str, word: str) -> None:
    assert word in on_terminal(language)


def test_a_polish_reader_needs_no_translation_of_a_polish_document() -> None:
    assert told("pl")[0].results[1].quote.translation == ""
    assert told("cs")[0].results[1].quote.translation.startswith("The server and the client communicate by TCP.")


def test_json_has_everything() -> None:
    data = json.loads(as_json(told()[0]))
    assert data["counts"]["fail"] == 1
    assert not data["passed"]
    assert data["results"][1]["exchange"][0]["text"] == "I|AMN\\r\\n"


def test_junit_counts_and_has_no_forbidden_characters() -> None:
    suite = ElementTree.fromstring(as_junit(*told()))
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("4", "1", "1")
    failure = suite.find(".//failure")
    assert failure is not None
    assert "bad client" in (failure.text or "")


def test_html_escapes_what_programs_say() -> None:
    page = as_html(*told())
    assert "&lt;the program&gt;" in page
    assert "<the program>" not in page
    assert "<script" not in page


def test_github_annotations_are_one_line_each() -> None:
    lines = as_annotations(*told()).splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["::error", "::notice", "::warning"]
    assert "%0A" in lines[0]


def test_a_terminal_counts_the_histories_that_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    text = io.StringIO()
    monkeypatch.setattr(terminal, "Console", lambda **_: Console(file=text, force_terminal=True, width=100))
    with terminal.counting(find_suite("kierki-serwer")) as count:
        count(17)
    assert "kierki-serwer --fuzz" in text.getvalue()


def test_a_terminal_shows_how_far_the_check_is_and_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = io.StringIO()
    monkeypatch.setattr(terminal, "Console", lambda **_: Console(file=text, force_terminal=True, width=100))
    with terminal.progress(find_suite("kierki-serwer"), len(RESULTS), Words("en")) as finished:
        for result in RESULTS:
            finished(result)
    assert f"{len(RESULTS)}/{len(RESULTS)}" in text.getvalue()
    assert "1 fail" in text.getvalue()


def test_a_list_on_a_terminal_has_its_titles_in_a_column() -> None:
    suite = find_suite("kierki-serwer")
    console = Console(file=io.StringIO(), force_terminal=True, width=70, no_color=True)
    terminal.write_list(suite, [suite.find("iam-split-after-1")], console, Words("en"))
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert lines[1].startswith("  iam-split-after-1 ")
    assert lines[2].startswith(" " * 38)
