"""Points, the crosstable and ratings."""

from __future__ import annotations

from typing import Any

from stolik.tournament.plan.assignment import Ending, Result
from stolik.tournament.results.standings import beat, beaten, byes, crosstable, never_moved, standings


def game(number: int, seats: dict[str, str], winners: str, **more: Any) -> Result:
    fields: dict[str, Any] = {
        "number": number,
        "round": 1,
        "seats": seats,
        "setup": str(number),
        "ending": Ending.RULES,
        "reason": "",
        "winners": tuple(winners),
        "scores": {seat: int(seat in winners) for seat in seats},
        "moves": [],
        "times": [],
        **more,
    }
    return Result(**fields)


def test_a_win_is_a_point_and_a_draw_a_half() -> None:
    games = [
        game(1, {"b": "Ann", "c": "Bob"}, "b"),
        game(2, {"b": "Bob", "c": "Cid"}, "bc", scores={"b": 0, "c": 0}),
        game(3, {"b": "Cid", "c": "Ann"}, "c", ending=Ending.OVERTIME, by="b"),
    ]
    lines = standings("krazki", ["Ann", "Bob", "Cid"], games)
    assert [(line.name, line.points, line.won) for line in lines] == [("Ann", 2, 2), ("Bob", 0.5, 0), ("Cid", 0.5, 0)]
    assert lines[2].faults == {"overtime": 1}
    assert lines[0].faults == {}


def test_in_kierki_the_fewest_points_win_and_who_fails_is_last() -> None:
    seats = {"N": "Ann", "E": "Bob", "S": "Cid", "W": "Dan"}
    played = game(1, seats, "N", scores={"N": 1, "E": 9, "S": 9, "W": 30})
    assert [beaten("kierki", played, seat) for seat in "NESW"] == [3, 1.5, 1.5, 0]
    left = game(2, seats, "NES", ending=Ending.GONE, by="W", scores={"N": 1, "E": 9, "S": 9, "W": 0})
    assert [beaten("kierki", left, seat) for seat in "NESW"] == [2, 2, 2, 0]


def test_two_who_both_failed_get_nothing() -> None:
    failed = game(1, {"b": "Ann", "c": "Bob"}, "", ending=Ending.START, by="b")
    assert (beat("krazki", failed, "b", "c"), beat("krazki", failed, "c", "b")) == (0, 0)


def test_the_crosstable_is_the_courses() -> None:
    games = [
        game(1, {"b": "Ann", "c": "Bob"}, "b"),
        game(2, {"c": "Bob", "b": "Cid"}, "b"),
        game(3, {"b": "Cid", "c": "Ann"}, "b"),
        game(4, {"b": "Ann", "c": "Cid"}, "b", round=2, setup="same"),
        game(5, {"b": "Cid", "c": "Ann"}, "b", round=2, setup="same"),
    ]
    names = ["Ann", "Bob", "Cid"]
    assert crosstable("krazki", names, games, only_first=True) == [["+2", "-3", "+1"], ["+3 -3", "", ""]]
    assert crosstable("krazki", names, games, only_first=False)[0] == ["+2 -3", "-1 -3", "+2 +1"]


def test_at_four_seats_the_signs_of_one_game_stand_together() -> None:
    seats = {"N": "Ann", "E": "Bob", "S": "Cid", "W": "Dan"}
    scores = {"N": 1, "E": 9, "S": 1, "W": 30}
    games = [game(number, seats, "NS", scores=scores, setup="same") for number in (1, 2)]
    table = crosstable("kierki", list(seats.values()), games, only_first=True)
    assert table == [["+2=3+4 +2=3+4", "", "", ""]]


def test_the_odd_one_out_of_a_round_has_a_bye() -> None:
    names = ["Ann", "Bob", "Cid"]
    games = [game(1, {"b": "Ann", "c": "Bob"}, "b"), game(2, {"b": "Ann", "c": "Cid"}, "b", round=2)]
    assert byes(names, games) == {"Cid": 1, "Bob": 1}
    assert byes([*names, "Dan"], games) == {}


def test_points_against_a_program_that_never_moved_are_told_apart() -> None:
    games = [
        game(1, {"b": "Ann", "c": "Bad"}, "b", ending=Ending.START, by="c"),
        game(2, {"b": "Bob", "c": "Bad"}, "b", ending=Ending.CRASH, by="c", movers=["b"], moves=["0"], times=[0.1]),
        game(3, {"b": "Ann", "c": "Bob"}, "b", movers=["b", "c"], moves=["0", "1"], times=[0.1, 0.1]),
    ]
    assert never_moved(games) == {"Bad"}
    lines = {line.name: line for line in standings("krazki", ["Ann", "Bob", "Bad"], games)}
    assert [(lines[name].points, lines[name].walkovers) for name in ("Ann", "Bob", "Bad")] == [(2, 1), (1, 1), (0, 0)]
