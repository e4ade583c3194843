"""What is logged: a value is one value, whatever somebody has put into it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.log import LogEntry


def test_an_entry_is_its_event_and_then_its_facts() -> None:
    entry = LogEntry("enter", player="Ada", returns=False, players=3, game=None)
    assert str(entry) == "enter player=Ada returns=False players=3 game=None"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("Zoë", "Zoë"),
        ("x level=error", "'x level=error'"),
        ("a=b", "'a=b'"),
        ("a'b\"c", "'a\\'b\"c'"),
        ("a\nb", r"'a\nb'"),
        ("\x1b[2J", r"'\x1b[2J'"),
        ("a\u2028b", r"'a\u2028b'"),
    ],
)
def test_a_value_that_could_be_taken_for_more_is_quoted(value: str, shown: str) -> None:
    assert str(LogEntry("enter", player=value, players=1)) == f"enter player={shown} players=1"


@given(st.text(), st.text())
def test_an_entry_is_one_line_and_its_values_can_be_told_apart(one: str, other: str) -> None:
    line = str(LogEntry("enter", player=one, other=other))
    assert line.isprintable()
    assert (line == str(LogEntry("enter", player=other, other=one))) == (one == other)
