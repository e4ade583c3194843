"""A small game with hidden cards for three seats: the suite, a live table, the terminal."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from tests.support import high_card
from tests.support.high_card import GAME, SEATS, View

from stolik.cli.terminal.boards import drawing_of
from stolik.cli.terminal.ink import PLAIN
from stolik.cli.terminal.local_game import LocalGame
from stolik.contract import Ending, Seat
from stolik.contract.registry import added
from stolik.service.net.clock import Clock
from stolik.service.tables.house import House
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Asked, Event, Played, Shown
from stolik.table.inputs import Play
from stolik.testing import GameSuite


class TestHighCard(GameSuite):
    game = GAME
    longest = 6

    def alike(self, position: Any, seat: Seat | None, rng: Random) -> Any:
        return high_card.guess(position.view(seat), rng)


class CardDoor:
    """Plays its lowest card, and keeps everything that it was shown."""

    def __init__(self, live: LiveTable, seat: Seat) -> None:
        self._live = live
        self._seat = seat
        self.views: list[View] = []

    def hear(self, event: Event) -> None:
        if isinstance(event, Shown | Played):
            assert event.to == self._seat
            self.views.append(event.view)
        elif isinstance(event, Asked) and event.seat == self._seat:
            move = Play(self._seat, str(min(self.views[-1].moves())))
            asyncio.get_running_loop().call_soon(self._live.take, move)


async def play_at_a_live_table() -> tuple[LiveTable, list[CardDoor]]:
    house = House(Clock())
    live = house.open(GAME, GAME.read("1 9/2 8/3 7;"), GAME.house_rules)
    doors = [CardDoor(live, seat) for seat in SEATS]
    for seat, door in zip(SEATS, doors, strict=True):
        live.sit(seat, f"player {seat}", door)
    while not live.is_over:
        await asyncio.sleep(0)
    return live, doors


def test_three_play_at_a_live_table_and_each_sees_only_its_own_cards() -> None:
    with added(GAME):
        live, doors = asyncio.run(play_at_a_live_table())
    outcome = live.outcome
    assert outcome is not None
    assert (outcome.ending, outcome.winners, outcome.scores) == (Ending.RULES, ("a", "c"), {"a": 1, "b": 0, "c": 1})
    for door, cards in zip(doors, ({1, 9}, {2, 8}, {3, 7}), strict=True):
        assert door.views[0].hand == tuple(sorted(cards))
        for view in door.views:
            assert set(view.hand) <= cards
            assert set(view.hand) | set(view.played[:3]) <= cards | set(view.played)


def test_it_is_drawn_in_a_terminal_from_the_view_of_the_one_who_looks() -> None:
    game = LocalGame(drawing_of(GAME), GAME.read("1 9/2 8/3 7;"), {"a": "you", "b": "random", "c": "random"}, "a")
    assert game.board(PLAIN) == (
        "played:",
        "your cards: 1 9",
        "a: you, b: random, c: random",
        "A to move.",
        "Legal moves: 1, 9",
    )
