"""Log lines for people and for programs: nobody's name can add a line or a field."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from stolik.cli.logs import MINUTE, MOST_ENTRIES, MOST_EVENTS, Brief, JsonLines, TextLines
from stolik.log import LogEntry

HOSTILE = [
    "x level=error",
    "a'b\"c",
    "a\nb",
    "x\r\n2026-01-01 00:00:00,000 ERROR forged",
    "\ud800",
    "{}",
    "%s %(name)s",
]


def record_of(message: object, *args: object, error: BaseException | None = None) -> logging.LogRecord:
    caught = None if error is None else (type(error), error, error.__traceback__)
    return logging.LogRecord("stolik.a", logging.INFO, "", 1, message, args, caught)


def as_json(message: object, *args: object, error: BaseException | None = None) -> dict[str, Any]:
    text = JsonLines().format(record_of(message, *args, error=error))
    assert text.isprintable()
    entry = json.loads(text)
    assert isinstance(entry, dict)
    return entry


def test_in_json_each_fact_is_a_field_of_its_own_type() -> None:
    entry = as_json(LogEntry("end", game="othello", reason="nobody came", moves=12, late=0.5, over=True, by=None))
    facts = {"game": "othello", "reason": "nobody came", "moves": 12, "late": 0.5, "over": True, "by": None}
    assert facts.items() <= entry.items()
    assert (entry["event"], entry["level"], entry["logger"]) == ("end", "info", "stolik.a")


def test_in_json_another_kind_of_value_is_text() -> None:
    assert as_json(LogEntry("drop", peer=("::1", 5)))["peer"] == "('::1', 5)"


@pytest.mark.parametrize("name", HOSTILE)
def test_in_json_a_name_is_one_field_and_adds_none(name: str) -> None:
    entry = as_json(LogEntry("enter", player=name))
    assert entry.keys() == {"time", "level", "logger", "event", "player"}
    assert (entry["level"], entry["event"]) == ("info", "enter")
    assert entry["player"] == name.encode(errors="backslashreplace").decode()


def test_in_json_the_reserved_fields_cannot_be_overwritten() -> None:
    entry = as_json(LogEntry("enter", time=0, level="error", logger="me", event="forged"))
    assert (entry["level"], entry["logger"], entry["event"]) == ("info", "stolik.a", "enter")
    assert entry["time"] > 0


@pytest.mark.parametrize("name", HOSTILE)
def test_in_json_a_message_of_a_library_is_an_event_without_facts(name: str) -> None:
    entry = as_json("accepted %s", f"player={name}")
    assert entry.keys() == {"time", "level", "logger", "event"}


def test_in_json_a_traceback_is_one_field() -> None:
    entry = as_json(LogEntry("door failed", error="mine"), error=RuntimeError("a\nb"))
    assert entry["error"] == "mine"
    assert entry["traceback"].endswith("RuntimeError: a\nb")


@pytest.mark.parametrize("name", HOSTILE)
def test_as_text_only_an_entry_begins_at_the_margin(name: str) -> None:
    for message in (LogEntry("enter", player=name), f"a library says {name}"):
        first, *rest = TextLines().format(record_of(message, error=RuntimeError(name))).splitlines()
        assert "INFO stolik.a" in first
        assert rest
        assert all(line.startswith("  ") for line in rest)


def test_as_text_an_entry_is_one_line() -> None:
    line = TextLines().format(record_of(LogEntry("enter", player="x\ny", players=1)))
    assert line.endswith(r" INFO stolik.a enter player='x\ny' players=1")
    assert "\n" not in line


def test_an_event_that_comes_too_often_is_left_out_and_counted() -> None:
    now = [0.0]
    brief = Brief(lambda: now[0])
    logins = [brief.filter(record_of(LogEntry("login", player=str(number)))) for number in range(MOST_ENTRIES + 50)]
    assert logins == [True] * MOST_ENTRIES + [False] * 50
    assert brief.filter(record_of(LogEntry("end", table="a")))  # other events are written as before
    now[0] = MINUTE
    later = record_of(LogEntry("login", player="Ada"))
    assert brief.filter(later)
    assert str(later.msg) == "login player=Ada left_out=50"
    again = record_of(LogEntry("login", player="Bob"))
    assert brief.filter(again)
    assert str(again.msg) == "login player=Bob"


def test_every_message_is_written_when_that_is_asked_for() -> None:
    brief = Brief(lambda: 0.0)
    spoken = record_of(LogEntry("received", line="CPING"))
    spoken.levelno = logging.DEBUG
    assert all(brief.filter(spoken) for _ in range(2 * MOST_ENTRIES))


def test_events_that_are_counted_are_bounded() -> None:
    brief = Brief(lambda: 0.0)
    for number in range(3 * MOST_EVENTS):
        assert brief.filter(record_of(f"something {number}"))
    assert len(brief._minutes) <= MOST_EVENTS
