"""The checker's words: every title, cause and phrase is there in Polish and Czech."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import stolik
from stolik.check.scenario import Suite
from stolik.check.suites import find_suite, suite_names
from stolik.check.telling import tell, title_of
from stolik.check.verdicts import Entry, Phrase, Result, Verdict, phrase
from stolik.check.words import LANGUAGES, Words

SOURCES = Path(stolik.__file__).parent
TRANSLATED = [language for language in LANGUAGES if language != "en"]
HOUSE = SOURCES / "check"


def texts_of(suite: Suite) -> Iterator[str]:
    yield suite.title
    for scenario in suite.scenarios():
        yield from filter(None, (scenario.topic, scenario.title, scenario.cause, *scenario.causes.values()))


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", suite_names())
def test_every_title_and_cause_is_translated(name: str, language: str) -> None:
    suite = find_suite(name)
    words = Words(language, [suite.words])
    assert [text for text in texts_of(suite) if words.find(text) is None] == []


def phrases_in(folder: Path) -> Iterator[str]:
    """What the sources say of programs: the texts of `phrase`, `advise` and `allowed`."""
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            if getattr(node.func, "id", getattr(node.func, "attr", "")) in ("Phrase", "phrase", "advise", "allowed"):
                yield str(node.args[0].value)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("folder", [HOUSE, *(SOURCES / "games").glob("*/check")], ids=lambda folder: folder.parent.name)
def test_every_phrase_is_translated(folder: Path, language: str) -> None:
    words = Words(language, [folder])
    assert sorted({text for text in phrases_in(folder) if words.find(text) is None}) == []


@pytest.mark.parametrize("folder", [HOUSE, *(SOURCES / "games").glob("*/check")], ids=lambda folder: folder.parent.name)
def test_a_translation_has_the_values_of_its_text_and_every_language_has_the_same_texts(folder: Path) -> None:
    catalogues = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("words.*.json"))]
    for catalogue in catalogues:
        assert set(catalogue) == set(catalogues[0])
        for text, translated in catalogue.items():
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", translated)), text


def notes_in(folder: Path) -> Iterator[str]:
    """What the sources write between the messages of an exchange; a value stands for each part that changes."""
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") not in ("note", "_note_end"):
                continue
            said = node.args[-1]
            if isinstance(said, ast.Constant):
                yield str(said.value)
            elif isinstance(said, ast.JoinedStr):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in said.values)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("folder", [HOUSE, *(SOURCES / "games").glob("*/check")], ids=lambda folder: folder.parent.name)
def test_every_note_is_translated(folder: Path, language: str) -> None:
    words = Words(language, [folder])
    assert sorted({text for text in notes_in(folder) if words.find(text) is None}) == []


def test_notes_are_translated_and_messages_are_not() -> None:
    came, note = "closed by the program", "the program ended: exit code 3"
    exchange = (Entry(0.1, "N", "came", came), Entry(0.2, "", "note", note))
    result = Result(scenario="ends-at-230", verdict=Verdict.FAIL, exchange=exchange)
    told = tell(find_suite("krazki"), result, Words("pl"))
    assert [entry.text for entry in told.exchange] == [came, "program skończył działanie: kod zakończenia 3"]


def test_braces_that_are_no_value_are_said_once() -> None:
    assert Words("pl").say(Phrase("the command has no {{clients}}")) == "the command has no {clients}"


def catalogue_of(folder: Path, **texts: str) -> Words:
    (folder / "words.pl.json").write_text(json.dumps(texts | {"Port {n} is {how}.": "Port {n} jest {how}."}))
    return Words("pl", [folder])


def test_a_key_with_names_in_braces_stands_for_all_texts_of_that_form(tmp_path: Path) -> None:
    words = catalogue_of(tmp_path, refused="odrzucony")
    assert words("Port 65536 is refused.") == "Port 65536 jest odrzucony."
    assert words("Port 1 is odd.") == "Port 1 jest odd."


def test_what_no_catalogue_has_stays_english(tmp_path: Path) -> None:
    words = catalogue_of(tmp_path)
    assert words("A scenario of another game.") == "A scenario of another game."
    assert Words("de").language == "en"


def test_a_sentence_inside_a_phrase_is_translated_and_what_a_program_sent_is_not() -> None:
    why = phrase("expected {expected}, but {came}", expected="nothing", came="the connection was closed")
    assert Words("pl").say(why) == "oczekiwano: nothing, ale połączenie zostało zamknięte"
    assert Words("pl").say(Phrase("nothing")) == "nic"


def test_the_title_of_a_game_is_in_the_reader_s_language() -> None:
    titles = [title_of(find_suite("graph"), Words(language)) for language in LANGUAGES]
    assert titles == [
        "Graph game: a program on standard input and output",
        "Gra na grafie: program na standardowym wejściu i wyjściu",
        "Hra na grafu: program na standardním vstupu a výstupu",
    ]
