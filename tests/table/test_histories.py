"""Random histories of joining, leaving, silence, fouls and play, in every game, in simulated time."""

from random import Random
from typing import Any

import msgspec
import pytest

from stolik.contract import HouseRules, Seat
from stolik.contract.registry import all_games, all_variants, find_game
from stolik.games.kierki.cards import card_set
from stolik.table.events import WATCHERS, Asked, Ended, Event, Played, Shown
from stolik.table.inputs import Cancel, Foul, Input, Leave, Play, Restart, Sit, Tick
from stolik.table.record import Record, open_table, replay
from stolik.table.table import SeatTaken, Stage, Table

HISTORIES = 120
SOAK_HISTORIES = 5_000
STEPS = 150
RULES = [
    *(game.house_rules for game in all_games().values()),
    HouseRules(turn_time=1.0, on_foul="refuse", on_absence="forfeit", grace=5.0, patience=3),
    HouseRules(turn_time=1.0, on_silence="forfeit", on_foul="expel", on_absence="wait"),
    HouseRules(turn_time=1.0, game_time=20.0),
    HouseRules(game_time=20.0, on_absence="count", grace=5.0),
]


def draw_input(table: Table, rng: Random) -> Input:
    """Mostly right moves, and everything else that can happen."""
    seat = rng.choice(table.game.seats)
    turn = table.position.turn
    what = rng.random()
    if table.empty_seats and what < 0.5:
        return Sit(rng.choice(table.empty_seats), f"player {rng.random()}")
    if what < 0.80 and turn:
        return Play(turn, table.game.write_move(rng.choice(table.position.moves())))
    if what < 0.86:
        return Tick()
    if what < 0.90:
        return Play(seat, rng.choice(["2C", "0", "1 b", "f5", "a1", "31", "", "żółw"]))
    if what < 0.94:
        return Foul(seat, "noise")
    if what < 0.97:
        return Leave(seat)
    if what < 0.99:
        return Sit(seat, "intruder")
    return Restart() if what < 0.995 else Cancel(seat)


def check_turns(table: Table, events: list[Event], asked: Seat | None) -> Seat | None:
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
    if table.stage is Stage.PLAYING:
        assert asked == table.position.turn
        assert table.deadline is None or table.rules.turn_time or table.rules.game_time
        return asked
    return None


def check_every_seat_hears(table: Table, events: list[Event]) -> None:
    """No event lost: each move reaches every seat and the watchers, once."""
    moves = [event for event in events if isinstance(event, Played)]
    audience = [*table.game.seats, WATCHERS]
    assert [event.to for event in moves] == audience * (len(moves) // len(audience))


def hidden_cards(position: Any, seat: str) -> int:
    """Cards of a Kierki position that the seat must not see; nothing is hidden in the other games."""
    if not hasattr(position, "hands"):
        return 0
    unplayed = 0
    for number, name in enumerate("NESW"):
        if name != seat:
            unplayed |= position.hands[number]
    return unplayed


def check_secrecy(table: Table, events: list[Event]) -> None:
    """No hidden card in an event that its seat may not see; each one's last view is of the position as it is now."""
    last = {event.to: event.view for event in events if isinstance(event, Played | Shown)}
    for to, view in last.items():
        assert view == table.position.view(None if to == WATCHERS else to)
        if hasattr(view, "dealt"):
            seen = card_set(view.dealt) | view.hand | card_set(view.open.cards)
            seen |= card_set(card for trick in view.open.tricks for card in trick.cards)
            assert not seen & hidden_cards(table.position, to)


def check_record(record: Record, table: Table) -> None:
    """The record survives being written down, and replays to the same table."""
    written = msgspec.json.decode(msgspec.json.encode(record), type=Record)
    again = replay(written)
    assert again.position == table.position
    assert again.players == table.players
    assert again.stage == table.stage
    assert again.outcome == table.outcome


def check_events_serialise(game_name: str, events: list[Event]) -> None:
    for event in events:
        raw = msgspec.json.decode(msgspec.json.encode(event))
        back = msgspec.convert(raw, type=Event)
        if isinstance(back, Played | Shown):
            view = msgspec.convert(back.view, type=find_game(game_name).view_type)
            back = msgspec.structs.replace(back, view=view)
        assert back == event


@pytest.mark.parametrize("name", [*all_games(), *all_variants()])
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seeds", [range(HISTORIES), pytest.param(range(SOAK_HISTORIES), marks=pytest.mark.soak)])
def test_no_history_breaks_the_table(name: str, rules: HouseRules, seeds: range) -> None:
    game = find_game(name)
    for seed in seeds:
        rng = Random(seed)
        table, record = open_table(game, game.start(rng), rules)
        now, asked = 0.0, None
        for _ in range(STEPS):
            now += rng.expovariate(1.0)
            try:
                events = table.take(draw_input(table, rng), now)
            except SeatTaken:
                continue
            asked = check_turns(table, events, asked)
            check_every_seat_hears(table, events)
            check_secrecy(table, events)
            if table.stage is Stage.OVER:
                break
        if seed % 10 == 0:
            check_events_serialise(name, events)
        check_record(record, table)
