"""A person: one player, however many tabs it has open. All of them hear everything, so they stay in step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from stolik.contract import Kind, Player, Seat
from stolik.lobby import words as lobby_words
from stolik.lobby.words import LobbyEvent, News
from stolik.service.lobby.live_lobby import SeatAt
from stolik.service.tables.audience import TableListener
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Ended, Event, Expelled
from stolik.web.door.tab import Tab
from stolik.web.door.telling import as_it_stands, word_of
from stolik.web.messages import words
from stolik.web.messages.problems import Code
from stolik.web.messages.shapes import live_shape

MOST_TABS: Final = 20


class SeatDoor:
    """The door between a person and one seat at one table."""

    def __init__(self, person: Person, live: LiveTable, seat: Seat, door: TableListener | None = None) -> None:
        """`door` is the door that the table knows, when it is not this one."""
        self.person = person
        self.live = live
        self.seat = seat
        self.door: TableListener = door or self

    def hear(self, event: Event) -> None:
        """Tells every tab of the person what the seat may know."""
        self.person.tell(word_of(self.live, event, self.seat))
        if isinstance(event, Ended | Expelled):
            self.person.lose_seat(self.live.id)

    def leave(self) -> None:
        """The person is gone from the seat; the house rules say for how long it is waited for."""
        self.person.lose_seat(self.live.id)
        self.live.leave(self.seat, self.door)

    def give_up(self) -> None:
        """The person leaves for good, and the seat is anybody's."""
        self.person.lose_seat(self.live.id)
        self.live.give_up(self.seat, self.door)


class Person:
    """A player in the lobby and at tables, with any number of tabs; with none only for a short time."""

    def __init__(self, name: str, seats_changed: Callable[[Person], None]) -> None:
        """`seats_changed` hears of the person whenever it has taken a seat or lost one."""
        self.name = name
        self._seats_changed = seats_changed
        self.tabs: set[Tab] = set()
        self.seats: dict[str, SeatDoor] = {}
        """By table's id."""
        self.parting: asyncio.TimerHandle | None = None
        """When a person without tabs is taken to be gone."""
        self._invited_to: SeatDoor | None = None

    @property
    def player(self) -> Player:
        """As tables know it."""
        return Player(self.name, Kind.PERSON)

    def take_seat(self, at: SeatDoor) -> None:
        """A seat is the person's from now on."""
        self.seats[at.live.id] = at
        self._seats_changed(self)

    def lose_seat(self, table_id: str) -> None:
        """The person has no seat there any more, if it had one."""
        if self.seats.pop(table_id, None) is not None:
            self._seats_changed(self)

    def tell(self, word: words.Told) -> None:
        """Tells every tab."""
        if self.tabs:
            text = words.write_word(word)
            for tab in tuple(self.tabs):
                tab.hear(text)

    def stay(self) -> None:
        """Keeps the person here: a tab came back in time."""
        if self.parting is not None:
            self.parting.cancel()
            self.parting = None

    def show_seats(self, tab: Tab) -> None:
        """Shows a new tab every table where the person sits."""
        for at in tuple(self.seats.values()):
            self.show_seat(tab, at)

    def show_seat(self, tab: Tab, at: SeatDoor) -> None:
        """Shows a tab one table as it stands, after all that was to be told of it."""
        told = tuple(as_it_stands(at.live, at.seat))
        at.live.then(partial(tab.say_all, told))

    keeps_up = True
    """Does nothing: each tab has a bound of its own on what waits for it."""

    def hear_news(self, news: News) -> None:
        """Does nothing: the hall tells all tabs at once what the lobby says to everyone."""

    def hear_lobby(self, event: LobbyEvent) -> None:
        """What the lobby says to this person."""
        match event:
            case lobby_words.Invited(by=by, game=game, terms=terms):
                self.tell(words.Invited(by, game, terms))
            case lobby_words.Withdrawn(other=other, why=why):
                self.tell(words.Withdrawn(other, why))

    def sit_down(self, at: SeatAt, *, again: bool) -> None:
        """The person has a seat at the table of an accepted invitation."""
        self._invited_to = SeatDoor(self, at.table, at.seat, self)
        self.take_seat(self._invited_to)
        if not again:
            self.tell(words.Matched(live_shape(at.table), at.seat))

    def hear(self, event: Event) -> None:
        """What happens at the table of the invitation."""
        if self._invited_to is not None:
            self._invited_to.hear(event)

    def dismiss(self, why: str) -> None:
        """Says why the lobby closes, and closes every tab."""
        self.tell(words.Error(why, Code.STOPPING))
        for tab in tuple(self.tabs):
            tab.close()
