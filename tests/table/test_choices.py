"""Ends that players choose, at one table in simulated time: resigning, a draw, a claim."""

from __future__ import annotations

from random import Random

import pytest

from stolik.contract import Ending, HouseRules
from stolik.contract.house_rules import SHORTEST_GRACE
from stolik.contract.registry import all_games
from stolik.table.events import (
    Asked,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Left,
    Played,
    Sat,
    Shown,
    StandInAsked,
    TakenOver,
)
from stolik.table.inputs import (
    AcceptDraw,
    Claim,
    DeclineDraw,
    Foul,
    Leave,
    OfferDraw,
    Play,
    Resign,
    Restart,
    Sit,
    Tick,
)
from stolik.table.table import SeatTaken, Stage, Table

GRACE = 60.0
AMONG_PEOPLE = HouseRules(on_absence="claim", grace=GRACE)


def new_table(name: str, rules: HouseRules = AMONG_PEOPLE) -> Table:
    game = all_games()[name]
    table = Table(game, game.start(Random(5)), rules)
    for seat in game.seats:
        table.take(Sit(seat, f"player {seat}"), 0.0)
    return table


def move(table: Table, now: float = 1.0, *, stand_in: bool = False) -> list[Event]:
    """The first legal move of whoever is to move."""
    seat = table.position.turn
    assert seat is not None
    return table.take(Play(seat, table.game.write_move(table.position.moves()[0]), stand_in), now)


def play_out(table: Table) -> Ended:
    while table.stage is Stage.PLAYING:
        events = move(table, stand_in=table.position.turn in table.taken_over)
    assert isinstance(events[-1], Ended)
    return events[-1]


@pytest.mark.parametrize("name", all_games())
def test_who_resigns_loses_whoever_is_to_move(name: str) -> None:
    for seat in all_games()[name].seats:
        table = new_table(name)
        [ended] = table.take(Resign(seat), 1.0)
        assert isinstance(ended, Ended)
        assert (ended.ending, ended.by, ended.reason) == (Ending.RESIGNED, seat, f"{seat} resigned")
        assert set(ended.winners) == {*table.game.seats} - {seat}


def test_nobody_resigns_before_the_game_or_after_it() -> None:
    game = all_games()["othello"]
    table = Table(game, game.start(Random(5)), AMONG_PEOPLE)
    table.take(Sit("black", "x"), 0.0)
    assert table.take(Resign("black"), 0.0) == []
    table.take(Sit("white", "y"), 0.0)
    table.take(Resign("white"), 1.0)
    assert table.take(Resign("black"), 1.0) == []
    assert table.outcome
    assert table.outcome.by == "white"


def test_one_of_two_cannot_have_the_house_play_on() -> None:
    table = new_table("othello")
    [ended] = table.take(Resign("black", plays_on=True), 1.0)
    assert isinstance(ended, Ended)


def test_at_a_table_of_four_the_house_plays_on_for_who_resigned() -> None:
    table = new_table("kierki")
    turn = table.position.turn
    assert turn
    assert table.take(Resign(turn, plays_on=True), 1.0) == [TakenOver(turn, resigned=True), StandInAsked(turn)]
    assert table.stage is Stage.PLAYING
    with pytest.raises(SeatTaken, match="taken"):
        table.take(Sit(turn, "x"), 1.0)
    assert table.take(Leave(turn), 1.0) == []
    assert table.take(Foul(turn, "noise"), 1.0) == []
    events = move(table, stand_in=True)
    assert StandInAsked(turn) not in events, "others are to move"


def test_who_resigned_at_a_table_of_four_has_lost_however_the_house_plays() -> None:
    table = new_table("kierki")
    table.take(Resign("S", plays_on=True), 1.0)
    ended = play_out(table)
    assert (ended.ending, ended.by) == (Ending.RESIGNED, "S")
    stayed = {seat: ended.scores[seat] for seat in "NEW"}
    assert set(ended.winners) == {seat for seat, score in stayed.items() if score == min(stayed.values())}


def test_the_last_who_stays_at_a_table_of_four_wins() -> None:
    table = new_table("kierki")
    for seat in "NE":
        table.take(Resign(seat, plays_on=True), 1.0)
    [ended] = table.take(Resign("S", plays_on=True), 1.0)
    assert isinstance(ended, Ended)
    assert (ended.winners, ended.by) == (("W",), "S")


def test_a_draw_is_offered_and_accepted() -> None:
    table = new_table("othello")
    assert table.take(OfferDraw("black"), 1.0) == [DrawOffered("black")]
    assert table.take(AcceptDraw("black"), 1.0) == [], "nobody accepts its own offer"
    [ended] = table.take(AcceptDraw("white"), 2.0)
    assert isinstance(ended, Ended)
    assert (ended.ending, ended.winners, ended.by) == (Ending.AGREED, ("black", "white"), "black")


def test_two_offers_of_a_draw_are_an_agreement() -> None:
    table = new_table("othello")
    table.take(OfferDraw("black"), 1.0)
    [ended] = table.take(OfferDraw("white"), 1.0)
    assert isinstance(ended, Ended)
    assert ended.ending is Ending.AGREED


def test_a_declined_draw_can_be_offered_again_only_after_a_move_of_ones_own() -> None:
    table = new_table("othello")
    table.take(OfferDraw("black"), 1.0)
    assert table.take(DeclineDraw("white"), 1.0) == [DrawDeclined("white")]
    assert table.take(AcceptDraw("white"), 1.0) == []
    assert table.take(DeclineDraw("white"), 1.0) == []
    assert table.take(OfferDraw("black"), 1.0) == []
    move(table)
    assert table.take(OfferDraw("black"), 1.0) == [DrawOffered("black")]


def test_a_move_declines_the_draw_that_was_offered_to_its_player() -> None:
    table = new_table("othello")
    table.take(OfferDraw("black"), 1.0)
    assert DrawDeclined("black") not in move(table), "one's own move leaves one's offer"
    assert DrawDeclined("white") in move(table)
    assert table.take(AcceptDraw("white"), 1.0) == []


def test_at_a_table_of_four_all_who_still_play_must_agree_on_a_draw() -> None:
    table = new_table("kierki")
    table.take(Resign("N", plays_on=True), 1.0)
    table.take(OfferDraw("E"), 1.0)
    assert table.take(AcceptDraw("N"), 1.0) == []
    assert table.take(AcceptDraw("S"), 1.0) == []
    [ended] = table.take(AcceptDraw("W"), 1.0)
    assert isinstance(ended, Ended)
    assert ended.winners == ("E", "S", "W")


def test_no_draw_stands_when_someone_leaves() -> None:
    table = new_table("othello")
    table.take(OfferDraw("black"), 1.0)
    table.take(Leave("white"), 1.0)
    assert table.take(OfferDraw("black"), 1.0) == []
    table.take(Sit("white", "x"), 2.0)
    assert table.take(AcceptDraw("white"), 2.0) == []


def test_the_win_can_be_claimed_when_the_opponent_has_not_come_back_in_time() -> None:
    table = new_table("othello")
    assert table.take(Leave("white"), 1.0) == [Left("white", 1.0 + GRACE)]
    assert table.deadline is None, "it waits for the claim"
    assert table.take(Claim("black"), GRACE) == []
    assert table.take(Claim("white"), 1.0 + GRACE) == []
    [ended] = table.take(Claim("black"), 1.0 + GRACE)
    assert isinstance(ended, Ended)
    assert (ended.ending, ended.winners, ended.by) == (Ending.CLAIMED, ("black",), "white")


def test_who_comes_back_before_the_claim_plays_on() -> None:
    table = new_table("othello")
    table.take(Leave("white"), 1.0)
    events = table.take(Sit("white", "x"), 1000.0)
    assert isinstance(events[-1], Asked)
    assert table.take(Claim("black"), 1001.0) == []


def test_who_goes_away_again_and_again_is_waited_for_no_longer_than_once() -> None:
    table = new_table("othello")
    table.take(Leave("white"), 0.0)
    table.take(Sit("white", "x"), 40.0)
    assert table.take(Leave("white"), 100.0) == [Left("white", 120.0)]
    table.take(Sit("white", "x"), 119.0)
    assert table.take(Leave("white"), 200.0) == [Left("white", 200.0 + SHORTEST_GRACE)]


def test_a_game_that_both_have_left_is_abandoned_after_the_longer_wait() -> None:
    table = new_table("othello")
    table.take(Leave("white"), 1.0)
    table.take(Leave("black"), 9.0)
    assert table.deadline == 9.0 + GRACE
    [ended] = table.take(Tick(), 9.0 + GRACE)
    assert isinstance(ended, Ended)
    assert (ended.ending, ended.winners) == (Ending.ABANDONED, ())


def test_who_can_still_resign_when_the_opponent_is_away() -> None:
    table = new_table("othello")
    table.take(Leave("white"), 1.0)
    [ended] = table.take(Resign("black"), 2.0)
    assert isinstance(ended, Ended)
    assert ended.winners == ("white",)


def test_at_a_table_of_four_the_house_plays_on_for_who_does_not_come_back() -> None:
    table = new_table("kierki")
    turn = table.position.turn
    assert turn
    table.take(Leave(turn), 1.0)
    assert table.deadline == 1.0 + GRACE
    events = table.take(Tick(), 1.0 + GRACE)
    assert [type(event) for event in events] == [TakenOver, Asked, StandInAsked]
    move(table, stand_in=True)
    events = table.take(Sit(turn, "back"), 99.0)
    assert [type(event) for event in events] == [Sat, Shown]
    assert play_out(table).ending is Ending.RULES


def test_who_comes_back_in_its_own_turn_is_asked() -> None:
    table = new_table("kierki")
    turn = table.position.turn
    assert turn
    table.take(Leave(turn), 1.0)
    table.take(Tick(), 1.0 + GRACE)
    events = table.take(Sit(turn, "back"), 99.0)
    assert [type(event) for event in events] == [Sat, Shown, Asked]
    assert isinstance(move(table)[0], Played)


def test_who_has_not_come_back_to_a_table_of_four_has_lost() -> None:
    table = new_table("kierki")
    table.take(Leave("S"), 1.0)
    table.take(Tick(), 1.0 + GRACE)
    ended = play_out(table)
    assert (ended.ending, ended.by) == (Ending.CLAIMED, "S")
    assert "S" not in ended.winners


def test_the_last_two_of_four_can_claim_the_win() -> None:
    table = new_table("kierki")
    for seat in "NE":
        table.take(Resign(seat, plays_on=True), 1.0)
    table.take(Leave("S"), 1.0)
    assert table.deadline is None
    [ended] = table.take(Claim("W"), 1.0 + GRACE)
    assert isinstance(ended, Ended)
    assert ended.winners == ("W",)


def test_after_a_restart_the_house_still_plays_for_who_resigned_and_the_others_come_back() -> None:
    table = new_table("kierki")
    table.take(Resign("N", plays_on=True), 1.0)
    assert [event.seat for event in table.take(Restart(), 2.0) if isinstance(event, Left)] == ["E", "S", "W"]
    for seat in "ES":
        table.take(Sit(seat, "x"), 3.0)
        assert table.stage is Stage.SUSPENDED
    table.take(Sit("W", "x"), 3.0)
    assert table.stage is Stage.PLAYING


def test_a_restarted_table_to_which_nobody_comes_is_abandoned_though_the_house_plays_there() -> None:
    table = new_table("kierki")
    table.take(Resign("N", plays_on=True), 1.0)
    table.take(Restart(), 2.0)
    [ended] = table.take(Tick(), 2.0 + GRACE)
    assert isinstance(ended, Ended)
    assert ended.ending is Ending.ABANDONED
