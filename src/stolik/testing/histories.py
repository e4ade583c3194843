"""Random histories of a table: joining, leaving, silence, fouls and play, in simulated time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import msgspec

from stolik.contract import AnyGame, HouseRules, Seat
from stolik.table.events import WATCHERS, Asked, Ended, Event, Played, Shown
from stolik.table.inputs import (
    AcceptDraw,
    Cancel,
    Claim,
    DeclineDraw,
    Foul,
    Input,
    Leave,
    OfferDraw,
    Play,
    Resign,
    Restart,
    Sit,
    Tick,
)
from stolik.table.record import Record, open_table, replay
from stolik.table.table import SeatTaken, Stage, Table

STEPS = 150
NOISE = ("", "0", "-1", "a1", "żółw", "\x00")
"""What a program may send instead of a move."""

Check = Callable[[Table, list[Event]], None]
"""Looks at what a table said."""


def run_history(
    game: AnyGame, rules: HouseRules, seed: int, noise: Sequence[str] = NOISE, check: Check | None = None
) -> None:
    """One history of a table, in which nothing may go wrong; at its end the record is played again."""
    rng = Random(seed)
    table, record = open_table(game, game.start(rng), rules)
    now, asked = 0.0, None
    events: list[Event] = []
    for _ in range(STEPS):
        now += rng.expovariate(1.0)
        try:
            events = table.take(_draw_input(table, rng, noise), now)
        except SeatTaken:
            continue
        asked = _check_turns(table, events, asked)
        _check_every_seat_hears(table, events)
        _check_views(table, events)
        if check is not None:
            check(table, events)
        if table.stage is Stage.OVER:
            break
    _check_events_serialise(game, events)
    _check_record(record, table)


def _draw_input(table: Table, rng: Random, noise: Sequence[str]) -> Input:
    """Mostly right moves, and everything else that can happen."""
    seat = rng.choice(table.game.seats)
    turn = table.position.turn
    if rng.random() < 0.05:
        return _draw_choice(seat, rng)
    what = rng.random()
    if table.empty_seats and what < 0.5:
        return Sit(rng.choice(table.empty_seats), f"player {rng.random()}")
    if what < 0.80 and turn:
        return Play(turn, table.game.write_move(rng.choice(table.position.moves())), stand_in=turn in table.taken_over)
    if what < 0.86:
        return Tick()
    if what < 0.90:
        return Play(seat, rng.choice(noise))
    if what < 0.94:
        return Foul(seat, "noise")
    if what < 0.97:
        return Leave(seat)
    if what < 0.99:
        return Sit(seat, "intruder")
    return Restart() if what < 0.995 else Cancel(seat)


def _draw_choice(seat: Seat, rng: Random) -> Input:
    """What a player may do to end the game, most often in vain."""
    what = rng.random()
    if what < 0.2:
        return Resign(seat, plays_on=rng.random() < 0.8)
    return rng.choice((OfferDraw, AcceptDraw, DeclineDraw, Claim))(seat)


def _check_turns(table: Table, events: list[Event], asked: Seat | None) -> Seat | None:
    """No two turns at once: a question is open exactly when the game is in play, and to the one whose turn it is."""
    for event in events:
        if isinstance(event, Asked):
            assert not (asked and event.seat != asked and not event.again)
            asked = event.seat
        elif isinstance(event, Played):
            assert asked in (event.seat, None)
            asked = None
        elif isinstance(event, Ended):
            assert event is events[-1]
            assert not table.taken_over.intersection(event.winners), "who has left does not win"
    if table.stage is Stage.PLAYING:
        assert asked == table.position.turn
        assert table.deadline is None or table.rules.turn_time or table.rules.game_time
        return asked
    return None


def _check_every_seat_hears(table: Table, events: list[Event]) -> None:
    """No event lost: each move reaches every seat and the watchers, once."""
    moves = [event for event in events if isinstance(event, Played)]
    audience = [*table.game.seats, WATCHERS]
    assert [event.to for event in moves] == audience * (len(moves) // len(audience))


def _check_views(table: Table, events: list[Event]) -> None:
    """Each one's last view is their own, of the position as it is now."""
    last = {event.to: event.view for event in events if isinstance(event, Played | Shown)}
    for to, view in last.items():
        assert view == table.position.view(None if to == WATCHERS else to)


def _check_record(record: Record, table: Table) -> None:
    """The record survives being written down, and replays to the same table."""
    written = msgspec.json.decode(msgspec.json.encode(record), type=Record)
    again = replay(written)
    assert again.position == table.position
    assert again.players == table.players
    assert again.stage == table.stage
    assert again.outcome == table.outcome
    assert (again.resigned, again.taken_over) == (table.resigned, table.taken_over)
    assert again.draw.by == table.draw.by


def _check_events_serialise(game: AnyGame, events: list[Event]) -> None:
    for event in events:
        raw = msgspec.json.decode(msgspec.json.encode(event))
        back = msgspec.convert(raw, type=Event)
        if isinstance(back, Played | Shown):
            view = msgspec.convert(back.view, type=game.view_type)
            back = msgspec.structs.replace(back, view=view)
        assert back == event
