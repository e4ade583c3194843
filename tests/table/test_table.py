"""One table, in simulated time, under each of its house rules."""

from collections.abc import Sequence
from random import Random

import pytest

from stolik.contract import Ending, HouseRules, Seat
from stolik.contract.registry import all_games
from stolik.table.events import WATCHERS, Asked, Ended, Event, Expelled, Left, Played, Refused, Sat, Shown
from stolik.table.inputs import Cancel, Foul, Leave, Play, Restart, Sit, Tick
from stolik.table.table import SeatTaken, Stage, Table

PATIENT = HouseRules(turn_time=5.0)
STRICT = HouseRules(turn_time=0.3, on_silence="forfeit", on_foul="forfeit", on_absence="forfeit")
LENIENT = HouseRules(on_foul="expel", on_absence="count", grace=60.0)


def new_table(name: str, rules: HouseRules, *, seated: bool = True) -> Table:
    game = all_games()[name]
    table = Table(game, game.start(Random(5)), rules)
    if seated:
        for seat in game.seats:
            table.take(Sit(seat, f"player {seat}"), 0.0)
    return table


def a_move(table: Table) -> Play:
    seat = table.position.turn
    assert seat is not None
    return Play(seat, table.game.write_move(table.position.moves()[0]))


def kinds(events: Sequence[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


def another_seat(table: Table) -> Seat:
    return next(seat for seat in table.game.seats if seat != table.position.turn)


@pytest.mark.parametrize("name", all_games())
def test_the_game_begins_when_the_last_seat_is_taken(name: str) -> None:
    table = new_table(name, PATIENT, seated=False)
    *others, last = table.game.seats
    for seat in others:
        assert table.take(Sit(seat, "x"), 1.0) == [Sat(seat, "x")]
        assert table.stage is Stage.GATHERING
        assert table.deadline is None
    events = table.take(Sit(last, "y"), 2.0)
    assert kinds(events) == [Sat, *[Shown] * (len(table.game.seats) + 1), Asked]
    assert {event.to for event in events if isinstance(event, Shown)} == {*table.game.seats, WATCHERS}
    assert events[-1] == Asked(table.position.turn, 7.0)  # type: ignore[arg-type]
    assert table.deadline == 7.0


def test_a_taken_seat_is_refused_and_nothing_changes() -> None:
    table = new_table("kierki", PATIENT, seated=False)
    table.take(Sit("N", "first"), 0.0)
    with pytest.raises(SeatTaken, match="N"):
        table.take(Sit("N", "second"), 0.0)
    assert table.players == {"N": "first"}
    assert table.empty_seats == ("E", "S", "W")


def test_leaving_before_the_game_frees_the_seat() -> None:
    table = new_table("kierki", PATIENT, seated=False)
    table.take(Sit("N", "first"), 0.0)
    assert table.take(Leave("N"), 1.0) == [Left("N")]
    assert table.take(Sit("N", "second"), 2.0) == [Sat("N", "second")]


@pytest.mark.parametrize("name", all_games())
def test_a_move_is_shown_to_every_seat_and_to_those_who_watch(name: str) -> None:
    table = new_table(name, PATIENT)
    move = a_move(table)
    events = table.take(move, 1.0)
    audience = [*table.game.seats, WATCHERS]
    assert [event.to for event in events[:-1]] == audience
    for event in events[:-1]:
        assert isinstance(event, Played)
        assert (event.seat, event.move) == (move.seat, move.move)
        assert event.view == table.position.view(None if event.to == WATCHERS else event.to)
    assert isinstance(events[-1], Asked)
    assert table.deadline == 6.0


def test_silence_repeats_the_question_when_its_time_is_up() -> None:
    table = new_table("kierki", PATIENT)
    turn = table.position.turn
    assert turn
    assert table.take(Tick(), 4.999) == []
    assert table.take(Tick(), 5.0) == [Asked(turn, 10.0, again=True)]
    assert table.take(Tick(), 9.9) == []
    assert table.take(Tick(), 10.5) == [Asked(turn, 15.5, again=True)]


@pytest.mark.parametrize("name", all_games())
def test_all_moves_of_a_player_together_have_their_time(name: str) -> None:
    table = new_table(name, HouseRules(turn_time=5.0, game_time=7.0, on_silence="forfeit"))
    turn = table.position.turn
    assert turn
    now = 0.0
    while table.time_left[turn] == 7.0:
        now += 4.0 if table.position.turn == turn else 0.5
        table.take(a_move(table), now)
    while table.position.turn != turn:
        table.take(a_move(table), now)
    assert table.time_left[turn] == 3.0
    assert table.deadline == now + 3.0
    [ended] = table.take(Tick(), now + 3.0)
    assert isinstance(ended, Ended)
    assert (ended.ending, ended.by) == (Ending.OVERTIME, turn)
    assert ended.reason == f"{turn} has used up its 7 s for the game"
    assert table.time_left[turn] == 0


def test_questions_that_are_repeated_come_out_of_the_same_time() -> None:
    table = new_table("kierki", HouseRules(turn_time=5.0, game_time=7.0))
    assert table.take(Tick(), 5.0) == [Asked(table.position.turn, 7.0, again=True)]  # type: ignore[arg-type]
    [ended] = table.take(Tick(), 7.0)
    assert isinstance(ended, Ended)
    assert ended.ending is Ending.OVERTIME


def test_the_time_for_a_game_stands_still_with_the_game() -> None:
    table = new_table("kierki", HouseRules(game_time=7.0))
    turn = table.position.turn
    assert turn
    table.take(Leave(another_seat(table)), 2.0)
    assert table.deadline is None
    table.take(Sit(another_seat(table), "x"), 60.0)
    assert table.deadline == 65.0


def test_a_wrong_answer_is_refused_and_does_not_move_the_deadline() -> None:
    table = new_table("kierki", PATIENT)
    turn = table.position.turn
    assert turn
    [refused] = table.take(Foul(turn, "not a message"), 3.0)
    assert refused == Refused(turn, "not a message")
    not_held = next(text for text in ("2C", "3C") if table.game.read_move(text) not in table.position.moves())
    [refused] = table.take(Play(turn, not_held), 3.0)
    assert isinstance(refused, Refused)
    assert not_held in refused.why
    [refused] = table.take(Play(turn, "11C"), 3.0)
    assert refused == Refused(turn, "not a card: '11C'")
    assert table.deadline == 5.0


def test_a_move_out_of_turn_is_refused() -> None:
    table = new_table("kierki", PATIENT)
    seat = another_seat(table)
    assert table.take(Play(seat, "2C"), 1.0) == [Refused(seat, "it is not your turn")]


def test_a_move_before_the_game_is_refused() -> None:
    table = new_table("kierki", PATIENT, seated=False)
    table.take(Sit("N", "x"), 0.0)
    assert table.take(Play("N", "2C"), 1.0) == [Refused("N", "the game has not begun")]


def test_patience_ends_after_many_fouls_in_a_row() -> None:
    table = new_table("kierki", PATIENT)
    seat = another_seat(table)
    for _ in range(PATIENT.patience - 1):
        assert kinds(table.take(Foul(seat, "noise"), 1.0)) == [Refused]
    assert kinds(table.take(Foul(seat, "noise"), 1.0)) == [Expelled, Left]
    assert table.stage is Stage.SUSPENDED


def test_a_harmless_foul_is_refused_but_never_expels() -> None:
    table = new_table("kierki", PATIENT)
    seat = another_seat(table)
    for _ in range(3 * PATIENT.patience):
        assert kinds(table.take(Foul(seat, "again", harmless=True), 1.0)) == [Refused]
    table.take(Leave(next(other for other in table.game.seats if other != seat)), 2.0)
    for _ in range(3 * PATIENT.patience):
        assert table.take(Foul(seat, "again", harmless=True), 3.0) == []
    assert seat in table.players


def test_something_right_restores_the_patience() -> None:
    table = new_table("kierki", PATIENT)
    turn = table.position.turn
    assert turn
    for _ in range(PATIENT.patience - 1):
        table.take(Foul(turn, "noise"), 1.0)
    table.take(a_move(table), 1.0)
    assert kinds(table.take(Foul(turn, "noise"), 1.0)) == [Refused]


def test_a_table_that_waits_stands_still_until_everyone_is_back() -> None:
    table = new_table("kierki", PATIENT)
    table.take(a_move(table), 1.0)
    assert table.take(Leave("E"), 2.0) == [Left("E")]
    assert table.take(Leave("W"), 3.0) == [Left("W")]
    assert table.deadline is None
    assert table.take(Tick(), 1000.0) == []
    assert table.take(Sit("W", "back"), 1001.0) == [Sat("W", "back"), Shown("W", table.position.view("W"))]
    events = table.take(Sit("E", "new"), 1002.0)
    assert kinds(events) == [Sat, Shown, Asked]
    assert table.deadline == 1007.0


def test_all_four_can_leave_and_return() -> None:
    table = new_table("kierki", PATIENT)
    before = table.position
    for seat in table.game.seats:
        table.take(Leave(seat), 1.0)
    for seat in table.game.seats:
        events = table.take(Sit(seat, "back"), 2.0)
    assert kinds(events) == [Sat, Shown, Asked]
    assert table.position == before


def test_what_is_sent_while_the_game_stands_still_is_read_when_it_goes_on() -> None:
    table = new_table("kierki", PATIENT)
    move = a_move(table)
    absent = next(seat for seat in table.game.seats if seat != move.seat)
    table.take(Leave(absent), 1.0)
    assert table.take(move, 2.0) == []
    assert table.take(Foul(move.seat, "noise"), 2.0) == []
    events = table.take(Sit(absent, "back"), 3.0)
    assert kinds(events) == [Sat, Shown, *[Played] * 5, Asked, Refused]


def test_a_wrong_message_sent_while_the_game_stands_still_does_not_answer_the_question() -> None:
    table = new_table("kierki", PATIENT)
    turn = table.position.turn
    assert turn
    absent = another_seat(table)
    table.take(Leave(absent), 1.0)
    table.take(Foul(turn, "noise"), 2.0)
    assert kinds(table.take(Sit(absent, "back"), 3.0)) == [Sat, Shown, Refused, Asked]


def test_what_a_player_sent_goes_with_it_when_it_leaves() -> None:
    table = new_table("kierki", PATIENT)
    move = a_move(table)
    absent = another_seat(table)
    table.take(Leave(absent), 1.0)
    table.take(move, 2.0)
    table.take(Leave(move.seat), 3.0)
    table.take(Sit(move.seat, "another"), 4.0)
    assert kinds(table.take(Sit(absent, "back"), 5.0)) == [Sat, Shown, Asked]


def test_whoever_floods_a_table_that_stands_still_is_expelled() -> None:
    table = new_table("kierki", PATIENT)
    table.take(Leave("E"), 1.0)
    for _ in range(PATIENT.patience):
        assert table.take(Play("N", "2C"), 2.0) == []
    events = table.take(Play("N", "2C"), 2.0)
    assert events == [Expelled("N", "too much was sent while the game stood still"), Left("N")]
    assert table.take(Play("N", "2C"), 2.0) == []


@pytest.mark.parametrize("name", ["krazki", "graph"])
def test_a_strict_table_ends_at_the_first_silence_foul_or_absence(name: str) -> None:
    turn = new_table(name, STRICT).position.turn
    assert turn
    cases = [
        (Tick(), 0.3, Ending.OVERTIME, "did not move in 0.3 s"),
        (Foul(turn, "not a line"), 0.1, Ending.FOUL, "not a line"),
        (Play(turn, "999"), 0.1, Ending.FOUL, ""),
        (Play(turn, "x"), 0.1, Ending.FOUL, ""),
        (Leave(turn), 0.1, Ending.GONE, "left"),
    ]
    for input_, now, ending, reason in cases:
        table = new_table(name, STRICT)
        *_, ended = table.take(input_, now)  # type: ignore[arg-type]
        assert isinstance(ended, Ended)
        assert (ended.ending, ended.by, ended.winners) == (ending, turn, (another_seat(table),))
        assert reason in ended.reason
        assert table.outcome is ended
        assert table.deadline is None


def test_a_foul_at_a_strict_table_before_the_game_frees_the_seat() -> None:
    table = new_table("krazki", STRICT, seated=False)
    table.take(Sit("b", "x"), 0.0)
    assert kinds(table.take(Foul("b", "noise"), 1.0)) == [Expelled, Left]
    assert table.stage is Stage.GATHERING


def test_a_foul_out_of_turn_ends_a_strict_game() -> None:
    table = new_table("krazki", STRICT)
    seat = another_seat(table)
    [ended] = table.take(Play(seat, "0"), 0.1)
    assert isinstance(ended, Ended)
    assert (ended.by, ended.reason) == (seat, "it is not your turn")


@pytest.mark.parametrize("absent", ["black", "white"])
def test_an_absent_player_has_its_grace_and_then_discs_are_counted(absent: Seat) -> None:
    table = new_table("othello", LENIENT)
    table.take(a_move(table), 1.0)
    assert table.take(Leave(absent), 10.0) == [Left(absent, 70.0)]
    assert table.take(Tick(), 69.0) == []
    [ended] = table.take(Tick(), 70.0)
    assert isinstance(ended, Ended)
    assert (ended.ending, ended.by, ended.winners) == (Ending.GONE, absent, ("black",))
    assert ended.scores == {"black": 4, "white": 1}


def test_one_who_comes_back_in_time_plays_on() -> None:
    table = new_table("othello", LENIENT)
    table.take(Leave("white"), 10.0)
    assert kinds(table.take(Sit("white", "back"), 69.0)) == [Sat, Shown, Asked]
    assert table.take(Tick(), 200.0) == []


def test_a_game_that_everybody_left_is_abandoned() -> None:
    table = new_table("othello", LENIENT)
    table.take(Leave("white"), 10.0)
    *_, ended = table.take(Leave("black"), 11.0)
    assert isinstance(ended, Ended)
    assert (ended.ending, ended.winners) == (Ending.ABANDONED, ())


def test_a_foul_where_fouls_expel_empties_the_seat() -> None:
    table = new_table("othello", LENIENT)
    assert kinds(table.take(Play("white", "a1"), 1.0)) == [Expelled, Left]
    assert table.empty_seats == ("white",)


def test_a_player_can_end_the_game() -> None:
    table = new_table("othello", LENIENT)
    [ended] = table.take(Cancel("white"), 1.0)
    assert isinstance(ended, Ended)
    assert (ended.ending, ended.by, ended.winners) == (Ending.CANCELLED, "white", ())


def test_nothing_happens_at_a_table_whose_game_is_over_or_has_not_begun() -> None:
    table = new_table("othello", LENIENT, seated=False)
    table.take(Sit("black", "x"), 0.0)
    assert table.take(Cancel("black"), 0.0) == []
    assert table.take(Play("white", "f5"), 0.0) == []
    assert table.take(Leave("white"), 0.0) == []
    table.take(Sit("white", "y"), 0.0)
    table.take(Cancel("black"), 1.0)
    for input_ in (Play("black", "f5"), Foul("black", "x"), Leave("black"), Cancel("black"), Tick()):
        assert table.take(input_, 2.0) == []
    with pytest.raises(SeatTaken, match="over"):
        table.take(Sit("black", "z"), 3.0)


def test_a_position_in_which_nobody_can_move_ends_as_soon_as_everyone_sits() -> None:
    game = all_games()["krazki"]
    table = Table(game, game.read("c |b|"), STRICT)
    table.take(Sit("b", "x"), 0.0)
    *_, ended = table.take(Sit("c", "y"), 0.0)
    assert isinstance(ended, Ended)
    assert (ended.ending, ended.winners) == (Ending.RULES, ("b",))


def test_a_restart_empties_the_seats_and_waits_for_everyone() -> None:
    table = new_table("othello", LENIENT)
    table.take(a_move(table), 1.0)
    assert table.take(Restart(), 10.0) == [Left("black", 70.0), Left("white", 70.0)]
    assert kinds(table.take(Sit("white", "back"), 69.0)) == [Sat, Shown]
    assert table.deadline == 70.0
    assert kinds(table.take(Sit("black", "back"), 69.5)) == [Sat, Shown, Asked]


def test_a_table_to_which_nobody_comes_back_after_a_restart_is_abandoned() -> None:
    for name, rules, grace in (("othello", LENIENT, 60.0), ("krazki", STRICT, 0.0)):
        table = new_table(name, rules)
        table.take(Restart(), 10.0)
        [ended] = table.take(Tick(), 10.0 + grace)
        assert isinstance(ended, Ended)
        assert (ended.ending, ended.winners) == (Ending.ABANDONED, ())


def test_one_who_alone_comes_back_after_a_restart_is_told_how_it_stands() -> None:
    table = new_table("othello", LENIENT)
    table.take(a_move(table), 1.0)
    table.take(Restart(), 10.0)
    table.take(Sit("black", "back"), 20.0)
    [ended] = table.take(Tick(), 70.0)
    assert isinstance(ended, Ended)
    assert (ended.ending, ended.by, ended.winners) == (Ending.GONE, "white", ("black",))


def test_a_table_that_waits_for_ever_does_so_after_a_restart_too() -> None:
    table = new_table("kierki", PATIENT)
    before = table.position
    assert kinds(table.take(Restart(), 10.0)) == [Left] * 4
    assert table.deadline is None
    for seat in table.game.seats:
        events = table.take(Sit(seat, "back"), 20.0)
    assert kinds(events) == [Sat, Shown, Asked]
    assert table.position == before


def test_a_restart_frees_the_seats_of_a_table_that_gathers_and_leaves_one_that_is_over() -> None:
    table = new_table("othello", LENIENT, seated=False)
    table.take(Sit("black", "x"), 0.0)
    assert table.take(Restart(), 1.0) == [Left("black")]
    table.take(Sit("black", "x"), 2.0)
    table.take(Sit("white", "y"), 2.0)
    table.take(Cancel("black"), 3.0)
    assert table.take(Restart(), 4.0) == []
