"""Every quotation stands in the document that it is said to be from.

The documents are not part of this project: their folder is named by STOLIK_DOCUMENTS, or lies beside the project in
`shared/seeds`. Without them there is nothing to compare with.
"""

from __future__ import annotations

import os
import re
import unicodedata
from functools import cache
from pathlib import Path

import pytest

from stolik.check.scenario import Suite
from stolik.check.suites import find_suite, suite_names

ROOT = Path(__file__).parents[2]
PLACES = (os.environ.get("STOLIK_DOCUMENTS", ""), ROOT.parent / "shared" / "seeds", ROOT / "shared" / "seeds")


def plain(text: str) -> str:
    """A text without its marks and with one space between words: documents are typeset in several ways."""
    text = unicodedata.normalize("NFKC", text).replace("\\_", "_").replace("\\n", "\n").replace("\\r", "\r")
    text = re.sub(r"[*`$\\{}„”“\"'′‘’]", "", text)
    text = re.sub(r"[-−–—•]+", "-", text)
    text = re.sub(r"_+", "_", text)
    return re.sub(r"\s+", "", text).casefold()


@cache
def documents() -> str:
    """All documents, one after another; empty where there are none."""
    folder = next((Path(place) for place in PLACES if place and Path(place).is_dir()), None)
    files = sorted(folder.glob("*.txt")) if folder is not None else []
    return "\n".join(plain(file.read_text(encoding="utf-8")) for file in files)


def false_quotations(suite: Suite) -> dict[str, str]:
    """The quotations that no document has, by a scenario that uses each."""
    return {
        scenario.name: scenario.quote.text
        for scenario in suite.scenarios()
        if plain(scenario.quote.text) not in documents()
    }


@pytest.mark.parametrize("name", suite_names())
def test_every_quotation_stands_in_a_document(name: str) -> None:
    if not documents():
        pytest.skip("the documents are not here: name their folder by STOLIK_DOCUMENTS")
    assert {text: name for name, text in false_quotations(find_suite(name)).items()} == {}


def test_marks_and_line_ends_of_a_document_do_not_matter() -> None:
    assert plain("**CREQ~<jméno__x>**\n - Umožňuje `vyzvat`") == plain("CREQ~<jméno_x> - Umožňuje vyzvat")
    assert plain("one") != plain("two")
