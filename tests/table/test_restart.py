"""The service was down: everybody is away, through no fault of theirs."""

from __future__ import annotations

from random import Random

import pytest

from stolik.contract import Ending, HouseRules
from stolik.contract.registry import all_games
from stolik.table.events import Ended, Event, Left, Shown
from stolik.table.inputs import Leave, Restart, Sit, Tick
from stolik.table.table import Stage, Table

GRACE = 60.0
LENIENT = HouseRules(on_absence="count", grace=GRACE)


def a_game(rules: HouseRules = LENIENT, *, seats: tuple[str, ...] = ("black", "white")) -> Table:
    game = all_games()["othello"]
    table = Table(game, game.start(Random(1)), rules)
    for seat in seats:
        table.take(Sit(seat, seat), 0.0)
    return table


def endings(events: list[Event]) -> list[Ending]:
    return [event.ending for event in events if isinstance(event, Ended)]


def test_everyone_has_the_whole_grace_to_come_back() -> None:
    table = a_game()
    assert table.take(Restart(), 100.0) == [Left("black", 160.0), Left("white", 160.0)]
    assert (table.stage, table.deadline) == (Stage.SUSPENDED, 160.0)
    assert any(isinstance(event, Shown) for event in table.take(Sit("white", "white"), 150.0))
    table.take(Sit("black", "black"), 159.0)
    assert table.stage is Stage.PLAYING


def test_one_who_comes_back_and_goes_again_does_not_end_the_game_of_the_other() -> None:
    table = a_game()
    table.take(Restart(), 100.0)
    table.take(Sit("white", "white"), 110.0)
    assert table.take(Leave("white"), 120.0) == [Left("white", 180.0)]
    table.take(Sit("black", "black"), 130.0)
    assert table.take(Sit("white", "white"), 140.0)
    assert table.stage is Stage.PLAYING


def test_once_both_were_back_both_gone_is_the_end() -> None:
    table = a_game()
    table.take(Restart(), 100.0)
    for seat in ("white", "black"):
        table.take(Sit(seat, seat), 110.0)
    table.take(Leave("white"), 120.0)
    assert endings(table.take(Leave("black"), 121.0)) == [Ending.ABANDONED]


@pytest.mark.parametrize(("back", "ending"), [((), Ending.ABANDONED), (("white",), Ending.GONE)])
def test_after_the_grace_the_game_ends_as_it_stands(back: tuple[str, ...], ending: Ending) -> None:
    table = a_game()
    table.take(Restart(), 100.0)
    for seat in back:
        table.take(Sit(seat, seat), 110.0)
    assert endings(table.take(Tick(), 160.0)) == [ending]


def test_a_table_that_waits_for_ever_waits_for_ever() -> None:
    table = a_game(HouseRules())
    table.take(Restart(), 100.0)
    assert (table.stage, table.deadline) == (Stage.SUSPENDED, None)


def test_a_game_that_had_not_begun_gathers_again() -> None:
    table = a_game(seats=("black",))
    assert table.take(Restart(), 100.0) == [Left("black")]
    assert (table.stage, table.players) == (Stage.GATHERING, {})


def test_nothing_happens_to_a_game_that_is_over() -> None:
    table = a_game(HouseRules(on_absence="forfeit"))
    table.take(Leave("black"), 1.0)
    assert table.take(Restart(), 100.0) == []
