"""The report's tables."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from tests.tournament.results.test_standings import game

from stolik.tournament.plan.assignment import Ending, Result, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.tournament import Tournament
from stolik.tournament.results.report import MOST_FAILURES, conduct_grid, failures_grid, write_text
from stolik.tournament.results.summary import Summary, summarise

NAMES = ("Bartłomiej Kluska", "Magdalena Piekarska", "Rafał Żywczok")


def summary(*results: Result) -> Summary:
    players = tuple(Entrant(name, builtin="random") for name in NAMES)
    return summarise(Tournament("krazki", "cyclic", 1, "1", players, False, Terms()), results)


def failed(number: int, reason: str, ending: Ending = Ending.FOUL) -> Result:
    return game(number, {"b": NAMES[0], "c": NAMES[1]}, "b", ending=ending, by="c", reason=reason)


def test_faults_are_counted_by_kind() -> None:
    grid = conduct_grid(summary(failed(1, "x"), failed(2, "y"), failed(3, "z", Ending.CRASH)))
    (row,) = (dict(zip(grid.head, row, strict=True)) for row in grid.rows if NAMES[1] in row)
    assert (row["foul"], row["crash"]) == ("2", "1")
    assert "overtime" not in row, "nobody was late"


def test_games_that_ended_alike_are_told_of_together() -> None:
    grid = failures_grid(summary(*(failed(number, "the same") for number in range(1, 9)), failed(9, "another")))
    assert grid.rows == [("1 2 3 4 5 +3", "foul", "the same"), ("9", "foul", "another")]


def test_there_is_an_end_of_failures_on_a_terminal() -> None:
    grid = failures_grid(summary(*(failed(number, f"reason {number}") for number in range(1, 31))))
    assert len(grid.rows) == MOST_FAILURES + 1
    assert "and 10 more" in grid.rows[-1][-1]


@pytest.mark.parametrize("results", [(), (failed(1, "x"),)])
def test_eighty_columns_are_enough_and_no_name_is_cut(results: tuple[Result, ...]) -> None:
    text = StringIO()
    write_text(summary(*results), Console(file=text, width=80))
    assert all(f"{name} " in text.getvalue() for name in NAMES)
    assert "…" not in text.getvalue()


def test_a_long_name_goes_on_in_the_next_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tests.tournament.results.test_report.NAMES", ("Ewa " + "Brzęczyszczykiewicz" * 3, "Jan", "Ola")
    )
    text = StringIO()
    write_text(summary(failed(1, "x")), Console(file=text, width=80))
    standings = text.getvalue().partition("Equal points")[0]
    assert "…" not in standings
    assert "Brzęczyszczykiewicz" * 3 in "".join(standings.split())


EVIL = "[/x]\x1b[31m\x07Eve\u202e[bold]"


def test_what_programs_and_names_contain_is_text_and_nothing_else() -> None:
    players = (Entrant(EVIL, builtin="random"), Entrant("Bob", builtin="random"))
    lost = game(1, {"b": EVIL, "c": "Bob"}, "c", ending=Ending.FOUL, by="b", reason=f"{EVIL}: it wrote '210 [/b]'")
    made = summarise(Tournament("krazki", "cyclic", 1, "1", players), [lost])
    text = StringIO()
    write_text(made, Console(file=text, width=120, force_terminal=True))
    assert "[/x]" in text.getvalue()
    assert "210 [/b]" in text.getvalue()
    assert "\x1b[31m" not in text.getvalue()
    assert "\x07" not in text.getvalue()
    assert "\u202e" not in text.getvalue()
