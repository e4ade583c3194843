"""The house rules of new tables: clocks, silence and absence among people, bots and programs."""

from __future__ import annotations

import pytest

from stolik.contract import Kind
from stolik.contract.registry import all_games, find_game
from stolik.service.tables.new_table import DAY, NewTable, SeatFor, check
from stolik.service.tables.rules_for import (
    GAME_TIME,
    INCREMENT,
    TURN_TIME,
    Timing,
    rules_for,
    usual_timing,
)

BOT = SeatFor(Kind.BOT, "random")
PROGRAM = SeatFor(Kind.PROGRAM)


@pytest.mark.parametrize("name", all_games())
def test_every_game_between_people_has_a_clock(name: str) -> None:
    rules = rules_for(find_game(name), NewTable(name), 60.0)
    assert rules.turn_time or rules.game_time
    assert (rules.on_absence, rules.grace, rules.on_foul) == ("claim", 60.0, "refuse")


def test_two_have_a_time_for_the_game_and_four_for_each_move() -> None:
    assert usual_timing(find_game("othello")) == Timing(None, GAME_TIME, INCREMENT)
    assert usual_timing(find_game("kierki")) == Timing(TURN_TIME)


def test_who_is_silent_among_two_loses_and_among_four_is_played_for() -> None:
    assert rules_for(find_game("othello"), NewTable("othello")).on_silence == "forfeit"
    kierki = find_game("kierki")
    assert rules_for(kierki, NewTable("kierki")).on_silence == "stand in"
    assert rules_for(kierki, NewTable("kierki", on_silence="ask again")).on_silence == "ask again"


@pytest.mark.parametrize("name", all_games())
def test_who_plays_bots_alone_has_no_clock_and_is_waited_for_longer(name: str) -> None:
    game = find_game(name)
    rules = rules_for(game, NewTable(name, dict.fromkeys(game.seats[1:], BOT)), 60.0, 600.0)
    assert (rules.turn_time, rules.game_time) == (None, None)
    assert (rules.on_absence, rules.grace) == ("forfeit", 600.0)


@pytest.mark.parametrize("name", all_games())
def test_with_a_program_the_games_own_rules_hold(name: str) -> None:
    game = find_game(name)
    rules, own = rules_for(game, NewTable(name, {game.seats[0]: PROGRAM})), game.house_rules
    assert (rules.on_silence, rules.on_foul, rules.on_absence) == (own.on_silence, own.on_foul, own.on_absence)
    assert (rules.turn_time, rules.game_time) == (TURN_TIME if own.turn_time else None, None)


def test_a_clock_that_is_asked_for_is_had() -> None:
    game = find_game("othello")
    rules = rules_for(game, NewTable("othello", game_time=60.0, increment=2.0))
    assert (rules.turn_time, rules.game_time, rules.increment) == (None, 60.0, 2.0)
    rules = rules_for(game, NewTable("othello", turn_time=15.0))
    assert (rules.turn_time, rules.game_time, rules.on_silence) == (15.0, None, "forfeit")
    rules = rules_for(game, NewTable("othello", untimed=True))
    assert (rules.turn_time, rules.game_time) == (None, None)


def test_a_private_table_is_not_listed() -> None:
    game = find_game("othello")
    assert rules_for(game, NewTable("othello")).listed
    assert not rules_for(game, NewTable("othello", private=True)).listed


@pytest.mark.parametrize(
    "asked",
    [
        NewTable("othello", game_time=0.0),
        NewTable("othello", game_time=DAY + 1),
        NewTable("othello", game_time=60.0, increment=-1.0),
        NewTable("othello", turn_time=5.0, untimed=True),
    ],
)
def test_an_impossible_clock_is_refused(asked: NewTable) -> None:
    with pytest.raises(ValueError, match=r"not a|without a clock"):
        check(asked)
