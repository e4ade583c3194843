"""Clocks with an increment, and moves that the house makes for a silent player, in simulated time."""

from __future__ import annotations

from random import Random

from stolik.contract import Ending, HouseRules
from stolik.contract.house_rules import SILENT_SHARE
from stolik.contract.registry import all_games
from stolik.table.events import Asked, Ended, StandInAsked
from stolik.table.inputs import Play, Sit, Tick
from stolik.table.table import Table


def new_table(name: str, rules: HouseRules) -> Table:
    game = all_games()[name]
    table = Table(game, game.start(Random(5)), rules)
    for seat in game.seats:
        table.take(Sit(seat, "x"), 0.0)
    return table


def move(table: Table, now: float, *, stand_in: bool = False) -> None:
    seat = table.position.turn
    assert seat is not None
    table.take(Play(seat, table.game.write_move(table.position.moves()[0]), stand_in), now)


def test_each_move_adds_the_increment() -> None:
    table = new_table("othello", HouseRules(game_time=60.0, increment=5.0))
    move(table, 20.0)
    assert table.time_left == {"black": 45.0, "white": 60.0}
    move(table, 22.0)
    assert table.time_left == {"black": 45.0, "white": 63.0}
    assert table.deadline == 22.0 + 45.0


def test_who_uses_up_the_time_for_the_game_loses() -> None:
    table = new_table("othello", HouseRules(game_time=60.0, increment=5.0))
    [ended] = table.take(Tick(), 60.0)
    assert isinstance(ended, Ended)
    assert (ended.ending, ended.winners, ended.by) == (Ending.OVERTIME, ("white",), "black")


def test_the_house_is_asked_to_move_for_a_silent_player() -> None:
    table = new_table("kierki", HouseRules(turn_time=60.0, on_silence="stand in"))
    turn = table.position.turn
    assert turn
    assert table.take(Tick(), 59.0) == []
    assert table.take(Tick(), 60.0) == [Asked(turn, 120.0, again=True), StandInAsked(turn)]


def test_a_silent_player_gets_less_time_until_it_moves_by_itself() -> None:
    table = new_table("kierki", HouseRules(turn_time=60.0, on_silence="stand in"))
    silent = table.position.turn
    move(table, 60.0, stand_in=True)
    now = 60.0
    while table.position.turn != silent:
        move(table, now)
    assert table.deadline == now + 60.0 / SILENT_SHARE
    move(table, now)
    while table.position.turn != silent:
        move(table, now)
    assert table.deadline == now + 60.0
