from __future__ import annotations

import re

import pytest

from stolik.lobby.names import LONGEST_NAME, name_keys, read_name, same_name


@pytest.mark.parametrize("name", ["a", "Ada", "Zażółć", "x" * LONGEST_NAME, ".."])
def test_one_printable_word_is_a_name(name: str) -> None:
    assert read_name(name) == name


@pytest.mark.parametrize("text", ["", "x" * (LONGEST_NAME + 1), "Ada Lovelace", "a~b", "a\nb", "a\x00"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        read_name(text)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", "ADA"),
        ("Paul", "PauI"),
        ("Paul", "Pau1"),
        ("Paul", "P\u0430ul"),
        ("paul", "P\u0410UL"),
        ("Ota", "0ta"),
        ("Adam", "Adarn"),
        ("Ada", "Ada\ufe0f"),
        ("Ada", "\u3164Ada"),
        ("Żółw", "Z\u0307o\u0301łw"),
        ("Ada", "\uff21\uff44\uff41"),
    ],
)
def test_these_names_look_alike(name: str, other: str) -> None:
    assert name_keys(name) & name_keys(other)


@pytest.mark.parametrize(
    ("name", "other"), [("Neil", "Nell"), ("Ali", "All"), ("Paweł", "Pawel"), ("Jan", "Jana"), ("Kim1", "Kim2")]
)
def test_these_names_are_told_apart(name: str, other: str) -> None:
    assert not name_keys(name) & name_keys(other)


def test_a_name_that_shows_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="\u3164"):
        read_name("\u3164\ufe0f")


def test_a_name_typed_in_two_ways_is_one_name() -> None:
    assert same_name("Z\u0307o\u0301łw") == same_name("Żółw")
