"""A built-in player's seat: what it hears of its table, and when a move is wanted of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.support.small_games import NIM, RANKS

from stolik.contract import AnyGame, Ending, HouseRules
from stolik.contract.registry import all_games
from stolik.players.chance import RandomPlayer
from stolik.table.events import WATCHERS, Asked, Ended, Event, Left, Played, Shown
from stolik.table.inputs import Leave, Play, Sit, Tick
from stolik.table.seat import PlayerSeat
from stolik.table.table import Table


class HouseTable:
    """A table whose seats are all heard through PlayerSeat, without a door or a driver."""

    def __init__(self, game: AnyGame, rules: HouseRules) -> None:
        self.table = Table(game, game.start(Random(1)), rules)
        self.seats = {seat: PlayerSeat(seat) for seat in game.seats}
        self.wanted: list[tuple[str, Any]] = []

    def take(self, input_: Any, now: float = 0.0) -> None:
        for event in self.table.take(input_, now):
            self.tell(event)

    def tell(self, event: Event) -> None:
        for seat, player in self.seats.items():
            if event.to in (None, seat):
                view = player.hear(event)
                if view is not None:
                    self.wanted.append((seat, view))

    def sit(self) -> None:
        for seat in self.seats:
            self.take(Sit(seat, "house"))


@pytest.mark.parametrize("game", [*all_games().values(), NIM, RANKS], ids=lambda game: game.name)
def test_players_that_are_heard_so_play_any_game_to_its_end(game: AnyGame) -> None:
    house, player = HouseTable(game, HouseRules()), RandomPlayer(Random(2))
    house.sit()
    while house.wanted:
        seat, view = house.wanted.pop()
        assert not house.wanted, "one move is wanted at a time"
        assert view == house.table.position.view(seat)
        house.take(Play(seat, game.write_move(player.choose(view))))
    assert house.table.outcome is not None
    assert house.table.outcome.ending is Ending.RULES


def test_a_question_that_is_repeated_is_not_another_one() -> None:
    house = HouseTable(NIM, HouseRules(turn_time=1.0))
    house.sit()
    house.take(Tick(), 1.0)
    house.take(Tick(), 2.0)
    assert [seat for seat, _ in house.wanted] == ["one"]


def test_one_who_is_away_for_a_while_does_not_make_the_other_think_again() -> None:
    house = HouseTable(NIM, HouseRules())
    house.sit()
    house.take(Leave("two"))
    house.take(Sit("two", "house"))
    assert [seat for seat, _ in house.wanted] == ["one"]


def test_one_who_comes_back_is_asked_anew() -> None:
    house = HouseTable(NIM, HouseRules())
    house.sit()
    house.take(Leave("one"))
    house.seats["one"] = PlayerSeat("one")
    house.take(Sit("one", "house"))
    assert [seat for seat, _ in house.wanted] == ["one", "one"]


def test_what_is_told_to_others_is_not_seen() -> None:
    position = RANKS.start(Random(1))
    seat = PlayerSeat("a")
    for to in ("b", WATCHERS):
        assert seat.hear(Shown(to, position.view(None))) is None
        assert seat.hear(Played(to, "b", "1", position.view(None))) is None
    assert seat.view is None
    assert seat.hear(Asked("a", None)) is None, "nothing can be chosen from nothing"
    seat.hear(Shown("a", position.view("a")))
    assert seat.hear(Asked("b", None)) is None
    assert seat.hear(Left("b")) is None
    assert seat.hear(Asked("a", None)) == position.view("a")
    assert seat.hear(Ended(Ending.RULES, "", {}, ())) is None
