"""A table in real time, with doors that only listen. Times are short, and nothing is asserted about their length."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable
from random import Random
from typing import cast

import pytest

from stolik.contract import Ending, HouseRules, IllegalMove, NotationError
from stolik.contract.registry import all_games
from stolik.service.net.clock import Clock
from stolik.service.net.loop import run
from stolik.service.tables.live_table import LiveTable
from stolik.store.scribe import Scribe
from stolik.store.store import Store
from stolik.store.writes import Write
from stolik.table.events import Asked, Ended, Event, Left, Played, Sat, Shown
from stolik.table.inputs import Leave, Play
from stolik.table.table import Stage, Table


class Listener:
    """A door behind which nobody speaks."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Event] = asyncio.Queue()

    def hear(self, event: Event) -> None:
        self.heard.put_nowait(event)

    async def next(self, kind: type[Event]) -> Event:
        """The next event of that kind."""
        while True:
            event = await asyncio.wait_for(self.heard.get(), 20)
            if isinstance(event, kind):
                return event


def othello(rules: HouseRules) -> tuple[LiveTable, Listener, Listener, Listener]:
    game = all_games()["othello"]
    live = LiveTable(Table(game, game.start(Random(1)), rules), Clock())
    black, white, watcher = Listener(), Listener(), Listener()
    live.watch(watcher)
    live.sit("black", "B", black)
    live.sit("white", "W", white)
    return live, black, white, watcher


def test_time_passes_at_a_live_table() -> None:
    async def main() -> None:
        _, black, white, watcher = othello(HouseRules(turn_time=0.02, on_silence="forfeit"))
        for door in (black, white, watcher):
            ended = await door.next(Ended)
            assert isinstance(ended, Ended)
            assert (ended.ending, ended.by) == (Ending.OVERTIME, "black")

    run(main())


def test_a_question_is_repeated_for_as_long_as_nobody_answers() -> None:
    async def main() -> None:
        _, black, _, _ = othello(HouseRules(turn_time=0.01))
        deadlines = []
        for _ in range(4):
            asked = await black.next(Asked)
            assert isinstance(asked, Asked)
            deadlines.append(asked.deadline or 0.0)
        assert deadlines == sorted(set(deadlines))

    run(main())


def test_a_deadline_that_comes_nearer_is_kept_too() -> None:
    async def main() -> None:
        live, black, white, _ = othello(HouseRules(turn_time=1000.0, on_absence="count", grace=0.02))
        live.leave("white", white)
        ended = await black.next(Ended)
        assert isinstance(ended, Ended)
        assert ended.ending == Ending.GONE

    run(main())


def test_each_seat_hears_its_own_view_and_a_watcher_what_everyone_may_know() -> None:
    async def main() -> None:
        game = all_games()["kierki"]
        live = LiveTable(Table(game, game.start(Random(1)), HouseRules()), Clock())
        doors = {seat: Listener() for seat in game.seats}
        watcher = Listener()
        live.watch(watcher)
        for seat, door in doors.items():
            live.sit(seat, seat, door)
        for number, door in enumerate(doors.values()):
            shown = await door.next(Shown)
            assert isinstance(shown, Shown)
            assert shown.view.seat == number
        shown = await watcher.next(Shown)
        assert isinstance(shown, Shown)
        assert (shown.view.seat, shown.view.hand, shown.view.dealt) == (None, 0, ())

    run(main())


def test_a_door_that_lost_its_seat_cannot_empty_it() -> None:
    async def main() -> None:
        live, black, white, _ = othello(HouseRules())
        live.take(Leave("white"))
        await black.next(Left)
        live.sit("white", "again", Listener())
        live.leave("white", white)
        assert live.players["white"] == "again"
        assert not any(isinstance(event, Played) for event in white.heard._queue)  # type: ignore[attr-defined]

    run(main())


class Broken(Listener):
    """A door with a fault: it raises at every event of one kind."""

    def __init__(self, raises_at: type[Event]) -> None:
        super().__init__()
        self._raises_at = raises_at

    def hear(self, event: Event) -> None:
        if isinstance(event, self._raises_at):
            raise RuntimeError("the door is broken")
        super().hear(event)


def all_heard(door: Listener) -> list[Event]:
    return list(door.heard._queue)  # type: ignore[attr-defined]


def kinds_heard(door: Listener) -> list[str]:
    return [type(event).__name__ for event in all_heard(door)]


async def all_told() -> None:
    for _ in range(4):
        await asyncio.sleep(0)


@pytest.mark.parametrize("raises_at", [Sat, Shown, Asked])
def test_a_door_that_raises_loses_its_seat_and_the_others_hear_everything(
    raises_at: type[Event], caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        game = all_games()["othello"]
        live = LiveTable(Table(game, game.start(Random(1)), HouseRules()), Clock(), id_="t1")
        broken, white, watcher = Broken(raises_at), Listener(), Listener()
        live.watch(watcher)
        live.sit("black", "B", broken)
        live.sit("white", "W", white)
        assert kinds_heard(white) == ["Sat", "Shown", "Asked"]
        assert kinds_heard(watcher) == ["Sat", "Sat", "Shown", "Asked"]
        await all_told()
        assert "black" not in live.players
        assert kinds_heard(white) == ["Sat", "Shown", "Asked", "Left"]
        assert kinds_heard(watcher) == ["Sat", "Sat", "Shown", "Asked", "Left"]
        assert kinds_heard(broken)[-1] == "Expelled"
        assert [record.exc_info is not None for record in caplog.records] == [True]
        assert "t1" in caplog.text
        assert "the door is broken" in caplog.text

    run(main())


def test_one_whose_door_raised_can_come_back() -> None:
    async def main() -> None:
        live, black, _, _ = othello(HouseRules())
        live.leave("black", black)
        live.sit("black", "B", Broken(Shown))
        await all_told()
        again = Listener()
        live.sit("black", "B", again)
        await all_told()
        assert kinds_heard(again) == ["Sat", "Shown", "Asked"]

    run(main())


def test_a_door_that_raises_at_the_end_of_a_game_keeps_nobody_from_hearing_of_it() -> None:
    async def main() -> None:
        game = all_games()["othello"]
        live = LiveTable(Table(game, game.start(Random(1)), HouseRules()), Clock())
        white, changes = Listener(), Listener()
        live.on_change.append(changes.hear)
        live.sit("black", "B", Broken(Ended))
        live.sit("white", "W", white)
        live.break_off("enough")
        await all_told()
        assert kinds_heard(white)[-1] == kinds_heard(changes)[-1] == "Ended"

    run(main())


def test_a_game_whose_rules_fail_ends_without_a_result_and_the_log_says_where(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def read_move(text: str) -> int:
        raise ZeroDivisionError(f"a mistake of the game's author at {text}")

    async def main() -> None:
        game = dataclasses.replace(all_games()["othello"], read_move=read_move)
        live = LiveTable(Table(game, game.start(Random(1)), HouseRules()), Clock(), id_="t1")
        black, white = Listener(), Listener()
        live.sit("black", "B", black)
        live.sit("white", "W", white)
        with pytest.raises(IllegalMove, match="the rules of Othello failed"):
            live.try_move("f5")
        live.take(Play("black", "f5"))
        for door in (black, white):
            ended = all_heard(door)[-1]
            assert isinstance(ended, Ended)
            assert (ended.ending, ended.reason) == (Ending.ABANDONED, "the rules of Othello failed")
            assert ended.winners == ()
        assert live.is_over
        assert "rules failed table=t1 game=othello" in caplog.text
        assert "in read_move" in caplog.text

    run(main())


def test_a_watcher_or_a_listener_that_raises_costs_nobody_else_an_event(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        game = all_games()["othello"]
        live = LiveTable(Table(game, game.start(Random(1)), HouseRules()), Clock())
        broken, watcher, changes = Broken(Shown | Sat), Listener(), Listener()  # type: ignore[arg-type]
        live.watch(broken)
        live.watch(watcher)
        live.on_change += [Broken(Sat).hear, changes.hear]
        live.sit("black", "B", Listener())
        live.sit("white", "W", Listener())
        assert kinds_heard(watcher) == ["Sat", "Sat", "Shown", "Asked"]
        assert kinds_heard(changes) == ["Sat", "Sat"]
        assert kinds_heard(broken) == ["Asked"]
        assert all(record.exc_info for record in caplog.records)
        assert len(caplog.records) == 5
        live.unwatch(broken)

    run(main())


class Disk:
    """A store that has written nothing until it is told so."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[BaseException | None], None]] = []

    def put(self, _: Write, written: Callable[[BaseException | None], None]) -> None:
        self._waiting.append(written)

    def write_all(self) -> None:
        """All that was handed in so far is on disk."""
        waiting, self._waiting = self._waiting, []
        for written in waiting:
            written(None)


class HandClock(Clock):
    """A clock that somebody moves on by hand."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 0.0
        self._alarms: list[tuple[float, Callable[[], None]]] = []

    def now(self) -> float:
        return self.time

    def call_at(self, when: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        self._alarms.append((when, callback))
        return asyncio.get_running_loop().call_later(0, lambda: None)

    async def move_on(self, seconds: float) -> None:
        """Time passes, and whoever was to be called by now is called."""
        self.time += seconds
        due = [callback for when, callback in self._alarms if when <= self.time]
        self._alarms = [alarm for alarm in self._alarms if alarm[0] > self.time]
        for callback in due:
            callback()
        for _ in range(4):
            await asyncio.sleep(0)


def test_the_time_until_a_question_is_on_disk_is_not_charged_to_the_one_who_is_asked() -> None:
    async def main() -> None:
        game, disk, clock, black = all_games()["othello"], Disk(), HandClock(), Listener()
        scribe = Scribe(cast(Store, disk), "table", lambda error: pytest.fail(str(error)))
        rules = HouseRules(turn_time=1.0, on_silence="forfeit")
        live = LiveTable(Table(game, game.start(Random(1)), rules, scribe.accepted), clock, scribe)
        live.sit("black", "B", black)
        live.sit("white", "W", Listener())
        await clock.move_on(5.0)
        disk.write_all()
        assert await black.next(Asked)
        assert live.time_left == 1.0
        await clock.move_on(0.9)
        assert not live.is_over
        await clock.move_on(0.1)
        disk.write_all()
        ended = await black.next(Ended)
        assert isinstance(ended, Ended)
        assert ended.ending is Ending.OVERTIME

    run(main())


def test_a_snapshot_shows_a_seat_what_it_may_know_and_nothing_else() -> None:
    async def main() -> None:
        game = all_games()["kierki"]
        start = game.start(Random(1))
        live = LiveTable(Table(game, start, HouseRules(turn_time=5.0)), Clock())
        assert live.snapshot("N").stage is Stage.GATHERING
        for seat in game.seats:
            live.sit(seat, seat, Listener())
        for eyes in (*game.seats, None):
            now = live.snapshot(eyes)
            assert (now.stage, now.turn, now.empty_seats) == (Stage.PLAYING, start.turn, ())
            assert now.view == start.view(eyes)
            assert now.deadline == live.told_deadline is not None
        live.stop()
        assert live.snapshot(None).stage is live.stage is Stage.OVER

    run(main())


def test_a_move_can_be_tried_without_being_made() -> None:
    async def main() -> None:
        live, black, _, _ = othello(HouseRules())
        before = live.snapshot("black")
        live.try_move("d3")
        for wrong, error in (("a1", IllegalMove), ("z9", NotationError)):
            with pytest.raises(error):
                live.try_move(wrong)
        assert live.snapshot("black") == before
        assert "Played" not in kinds_heard(black)

    run(main())
