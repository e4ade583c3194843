"""Places: shared where nothing tells players apart, and the same in every form of report."""

from __future__ import annotations

import csv
import json
from io import StringIO

import msgspec
import pytest
from rich.console import Console
from tests.tournament.results.test_standings import game

from stolik.tournament.plan.assignment import Result
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.tournament import Tournament
from stolik.tournament.results.places import BUCHHOLZ, DIRECT, SONNEBORN_BERGER, places
from stolik.tournament.results.report import write_csv, write_text
from stolik.tournament.results.summary import summarise


def won(number: int, winner: str, loser: str) -> Result:
    return game(number, {"b": winner, "c": loser}, "b")


def ranked(format_: str, games: list[Result], **points: float) -> list[tuple[str, int, bool]]:
    found = places("krazki", format_, games, points, {})
    return [(place.name, place.place, place.shared) for place in found]


def test_the_direct_result_decides_between_equals() -> None:
    games = [won(1, "B", "A"), won(2, "A", "C"), won(3, "C", "B")]
    assert ranked("round-robin", games[:1], A=1, B=1) == [("B", 1, False), ("A", 2, False)]
    assert ranked("round-robin", games, A=1, B=1, C=1) == [("A", 1, True), ("B", 1, True), ("C", 1, True)]


def test_wins_against_the_better_count_where_equals_have_not_met() -> None:
    games = [won(1, "A", "C"), won(2, "B", "D")]
    found = places("krazki", "cyclic", games, {"B": 1, "A": 1, "C": 3, "D": 0}, {})
    assert [place.name for place in found] == ["C", "A", "B", "D"]
    assert found[1].tie_breaks == {SONNEBORN_BERGER: 3}


def test_after_a_shared_place_the_next_ones_are_left_out() -> None:
    assert ranked("gauntlet", [], A=2, B=2, C=1) == [("A", 1, True), ("B", 1, True), ("C", 3, False)]


def test_in_a_swiss_tournament_the_opponents_points_decide_and_a_bye_is_an_equal_opponent() -> None:
    games = [won(1, "A", "C"), won(2, "B", "D")]
    found = places("krazki", "swiss", games, {"A": 2, "B": 2, "C": 1, "D": 0}, {"B": 1})
    assert [(place.name, place.tie_breaks[BUCHHOLZ]) for place in found[:2]] == [("B", 2), ("A", 1)]
    assert DIRECT not in found[0].tie_breaks


def test_every_form_of_report_has_the_same_places() -> None:
    players = tuple(Entrant(name, builtin="random") for name in ("Ann", "Bob", "Cid"))
    games = [won(1, "Ann", "Bob"), won(2, "Bob", "Cid"), won(3, "Cid", "Ann")]
    summary = summarise(Tournament("krazki", "round-robin", 1, "1", players), games)
    as_json = json.loads(msgspec.json.encode(summary))
    assert [(player["place"], player["shared"]) for player in as_json["players"]] == [(1, True)] * 3
    assert as_json["tie_breaks"] == [DIRECT, SONNEBORN_BERGER]
    table, text = StringIO(), StringIO()
    write_csv(summary, table)
    assert [row["place"] for row in csv.DictReader(StringIO(table.getvalue()))] == ["1", "1", "1"]
    write_text(summary, Console(file=text, width=80))
    assert text.getvalue().count("1= ") == 3
    assert "Equal points: direct result, then Sonneborn-Berger." in text.getvalue()


@pytest.mark.parametrize("count", [30, 200])
def test_a_report_of_many_players_fits_eighty_columns(count: int) -> None:
    players = tuple(Entrant(f"Student Number {number}", builtin="random") for number in range(count))
    games = [won(1 + number, players[number].name, players[-1 - number].name) for number in range(count // 2)]
    text = StringIO()
    write_text(summarise(Tournament("krazki", "cyclic", 1, "1", players), games), Console(file=text, width=80))
    assert "…" not in text.getvalue()
    assert max(map(len, text.getvalue().splitlines())) <= 80
    assert all(f"{player.name} " in text.getvalue() for player in players)
    assert ("columns do not fit here" in text.getvalue()) == (count > 40)
