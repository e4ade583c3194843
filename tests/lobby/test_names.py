from __future__ import annotations

import re

import pytest

from stolik.lobby.names import LONGEST_NAME, read_name


@pytest.mark.parametrize("name", ["a", "Ada", "Zażółć", "x" * LONGEST_NAME, ".."])
def test_one_printable_word_is_a_name(name: str) -> None:
    assert read_name(name) == name


@pytest.mark.parametrize("text", ["", "x" * (LONGEST_NAME + 1), "Ada Lovelace", "a~b", "a\nb", "a\x00"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        read_name(text)
