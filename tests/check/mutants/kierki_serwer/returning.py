"""Mutants of `kierki-serwer`: timeouts, leaving and coming back."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.check.mutants import Mutants

from stolik.check.verdicts import Verdict
from stolik.games.kierki import cards, door, rules, wire
from stolik.games.kierki.programs import kierki_serwer
from stolik.service.doors import driver
from stolik.service.net import connection
from stolik.table import table
from stolik.table.events import Asked, Shown

mutants = Mutants()


@mutants.mutant("silence-is-asked-again")
def question_is_never_repeated() -> None:
    """A silent player is never asked again."""
    table._WAYS = {**table._WAYS, table.Tick: lambda self, tick, now: []}


@mutants.mutant("silence-is-asked-again")
def question_is_repeated_too_early() -> None:
    """A silent player is asked again after a quarter of the timeout."""
    whole = kierki_serwer.serve_match
    kierki_serwer.serve_match = lambda listening, match, timeout, out: whole(listening, match, timeout / 4, out)


@mutants.mutant("silence-in-the-middle-of-a-trick")
def repeated_question_has_no_cards() -> None:
    """A repeated TRICK does not list the cards on the table."""
    whole = door.KierkiDoor.tell

    def tell(self: Any, event: Any) -> Any:
        told = whole(self, event)
        if type(event) is Asked and event.again and told:
            return [f"TRICK{self._trick_number()}"]
        return told

    door.KierkiDoor.tell = tell


@mutants.mutant("player-leaves-in-the-fifth-trick")
def deal_on_return_has_the_cards_left() -> None:
    """Who comes back is told only the cards that are left."""

    def so_far(view: Any) -> list[str]:
        left = cards.cards_in(view.hand)
        first = wire.DealCards(view.open.kind, rules.SEATS[view.open.first], left).text()
        return [first, *map(door._taken, view.open.tricks)]

    door.deal_so_far = so_far


@mutants.mutant("player-leaves-in-the-fifth-trick")
def tricks_on_return_are_reversed() -> None:
    """Who comes back hears of the tricks in the wrong order."""
    whole = door.deal_so_far
    door.deal_so_far = lambda view: [whole(view)[0], *reversed(whole(view)[1:])]


@mutants.mutant("player-leaves-in-the-fifth-trick")
def no_tricks_on_return() -> None:
    """Who comes back does not hear of the tricks so far."""
    whole = door.deal_so_far
    door.deal_so_far = lambda view: whole(view)[:1]


@mutants.mutant("asked-player-leaves")
def nobody_can_come_back() -> None:
    """A seat that was left in the match stays busy."""
    whole = driver.TableDriver.sit

    def sit(self: Any, live: Any, seat: str) -> None:
        if live.stage is table.Stage.SUSPENDED:
            self.part(self.door.refuse(rules.SEATS))
        else:
            whole(self, live, seat)

    driver.TableDriver.sit = sit


@mutants.mutant("waiting-player-leaves")
def nobody_is_asked_after_a_return() -> None:
    """After somebody came back nobody is asked any more."""
    whole = table.Table._go_on

    def go_on(self: Any, now: float) -> Any:
        began = self.stage is table.Stage.GATHERING
        events = whole(self, now)
        if not began:
            self.clock.answer_by = None
        return events if began else []

    table.Table._go_on = go_on


@mutants.mutant("player-leaves-in-the-second-deal")
def return_shows_the_first_deal() -> None:
    """Who comes back in the second deal is told of the tricks of the first one too."""
    whole = door.KierkiDoor.tell

    def tell(self: Any, event: Any) -> Any:
        told = whole(self, event)
        if isinstance(event, Shown) and event.view.open.finished:
            return [told[0], *map(door._taken, event.view.open.finished[0].tricks), *told[1:]]
        return told

    door.KierkiDoor.tell = tell


@mutants.mutant("player-leaves-with-its-card", Verdict.ADVICE)
def end_is_seen_before_the_last_message() -> None:
    """What comes just before the end of a connection is not read."""
    whole = connection.LineConnection.data_received

    def data_received(self: Any, data: bytes) -> None:
        def late() -> None:
            if not self.transport.is_closing():
                whole(self, data)

        asyncio.get_running_loop().call_later(0.01, late)

    connection.LineConnection.data_received = data_received
