"""The hall: everybody who has come through the page's door, and what they see of the lobby and of the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import partial
from typing import Any, Final

from stolik.contract import Kind, Player, Position, Seat
from stolik.lobby import words as lobby_words
from stolik.lobby.lobby import State
from stolik.lobby.words import LobbyEvent
from stolik.service.arena import MOST_BOT_TABLES, Arena, TooManyTables
from stolik.service.net.listen import most_open_files
from stolik.service.tables.desks import NoPort
from stolik.service.tables.live_table import LiveTable
from stolik.service.tables.new_table import NewTable
from stolik.table.inputs import Close
from stolik.table.table import Stage
from stolik.web.door.commands import commands_for
from stolik.web.door.galleries import Galleries
from stolik.web.door.made_tables import MOST_TABLES_EACH, MadeTables
from stolik.web.door.news import LobbyNews
from stolik.web.door.person import MOST_TABS, Person, SeatDoor
from stolik.web.door.refusal import Refusal
from stolik.web.door.rematches import Rematches
from stolik.web.door.stakes import Stakes, has_seat
from stolik.web.door.tab import Tab
from stolik.web.door.telling import clocks
from stolik.web.messages import words
from stolik.web.messages.looks import Look
from stolik.web.messages.problems import Code, Reason
from stolik.web.messages.shapes import TableShape, live_shape

# Long enough for a reload or a change of networks; short enough that an opponent is told soon.
AWAY: Final = 10.0
WRITING: Final = 10.0
"""Seconds for a new table to be on disk."""
SAVING_AFTER: Final = 0.5
"""Seconds until people are told that the store does not answer: shorter pauses are not noticed."""
SAVING_AGAIN: Final = 10.0


class Hall:
    """Who is here by name, every tab, and the galleries of the tables that are watched."""

    def __init__(self, arena: Arena, away: float = AWAY) -> None:
        """`away` is how long somebody without a tab is still here."""
        self.arena = arena
        self.people: dict[str, Person] = {}
        self.tabs: set[Tab] = set()
        members = arena.lobby.lobby.members.values()
        self.news = LobbyNews(words.ListedPlayer(one.name, one.status) for one in members if one.here)
        self._stakes = Stakes()
        self._spare = 0
        """How many tabs nobody plays with: those without a name, and all but one of each person. Those who play must
        find room beside them.
        """
        self.rematches = Rematches()
        self.makers: dict[str, str] = {}
        """Who made each live table, where somebody did."""
        self._made = MadeTables(self._tell_left)
        self._away = away
        self.galleries = Galleries(arena.limits, self.tabs, self._crowd_changed)
        self._told: dict[str, TableShape] = {}
        arena.sweep.is_minded = self._is_minded
        self._saving: asyncio.TimerHandle | None = None
        self._is_saving = False
        """Whether everyone has been told that the store does not answer."""
        arena.house.on_change.append(self._table_changed)
        arena.house.on_standstill.append(self._stand_still)
        arena.lobby.watchers.append(self._lobby_changed)
        for live in arena.house.tables.values():
            self._table_changed(live)

    def _is_minded(self, live: LiveTable) -> bool:
        """Whether whoever made a table is still here."""
        return self.makers.get(live.id) in self.people

    # Coming and going

    def enter(self, tab: Tab, name: str | None, look: Look | None = None) -> None:
        """Lets a tab in, as a person or as a spectator without a name; raises NoEntry and Refusal.

        `look` is what its screen shows of the lobby; None: it does not say.
        """
        if name is not None:
            person = self.people.get(name) or self._arrive(name)
            if len(person.tabs) >= MOST_TABS or (person.tabs and self._is_crowded):
                self.arena.limits.hit("tabs of one person", player=name)
                most = len(person.tabs)
                raise Refusal(f"you have {most} tabs open already", Code.TOO_MANY, Reason.TABS, most)
            self._spare += bool(person.tabs)
            person.stay()
            person.tabs.add(tab)
            tab.person = person
        elif self._is_crowded:
            self.arena.limits.hit("spectators")
            why = "too many people watch without a name: choose a name, or come again later"
            raise Refusal(why, Code.TOO_MANY, Reason.SPECTATORS)
        else:
            self._spare += 1
        self.tabs.add(tab)
        tab.say(self._welcome(tab, name, look))
        if look is not None:
            self.news.look(tab, look)
        if self._is_saving:
            tab.say(words.Saving(True))
        if tab.person is not None:
            self._tell_invitation(tab, tab.person)
            tab.person.show_seats(tab)

    @property
    def _is_crowded(self) -> bool:
        return self._spare >= most_open_files() // 4

    def _arrive(self, name: str) -> Person:
        person = Person(name, self._seats_changed)
        self.arena.lobby.enter(name, person, Kind.PERSON)
        self.people[name] = person
        for live in self._stakes.tables(name):
            for seat in live.empty_seats:
                # A game that waits goes on without a word; a seat at one that has not begun is taken when asked for.
                if live.stage is not Stage.GATHERING and live.owner(seat) == person.player and not live.is_over:
                    self.sit(person, live, seat)
        return person

    def _seats_changed(self, person: Person) -> None:
        """Tells the lobby whether a person sits somewhere: who does cannot be invited."""
        if self.people.get(person.name) is person:
            self.arena.lobby.take(lobby_words.Engage(person.name, bool(person.seats)))

    def exit(self, tab: Tab) -> None:
        """A tab is gone; its person stays for a while."""
        if tab not in self.tabs:
            return
        self.tabs.discard(tab)
        self.news.leave(tab)
        for table_id in tuple(tab.watching):
            self.galleries.unwatch(tab, table_id)
        person = tab.person
        if person is None:
            self._spare -= 1
            return
        person.tabs.discard(tab)
        self._spare -= bool(person.tabs)
        if not person.tabs and person.parting is None:
            person.parting = asyncio.get_running_loop().call_later(self._away, self._depart, person)

    def _depart(self, person: Person) -> None:
        del self.people[person.name]
        self.arena.lobby.exit(person.name, person)
        for at in tuple(person.seats.values()):
            at.leave()

    def _welcome(self, tab: Tab, name: str | None, look: Look | None) -> words.Welcome:
        own = [live for live in self._stakes.tables(name) if not live.is_over] if name is not None else []
        own = [live for live in own if name is not None and self.may_arrange(name, live)]
        mine = [live.id for live in own if name is not None and has_seat(live, name)]
        shapes, now = {live.id: self.shape(live) for live in own}, self.arena.clock.now()
        if look is not None:
            return words.Welcome(name, [], list(shapes.values()), mine, now, tables_left=self._made.few_left(name))
        tables, players = self.news.enter(tab)
        here, shapes = list(players.part.rows.values()), shapes | tables.part.rows
        totals = players.more, tables.more
        return words.Welcome(name, here, list(shapes.values()), mine, now, *totals, self._made.few_left(name))

    def _tell_invitation(self, tab: Tab, person: Person) -> None:
        member = self.arena.lobby.lobby.members[person.name]
        if member.state is State.INVITED:
            tab.say(words.Invited(str(member.other), member.game, member.terms))
        elif member.state is State.INVITING:
            tab.say(words.Inviting(str(member.other), member.game, member.terms))

    # Tables

    def shape(self, live: LiveTable) -> TableShape:
        """A live table, as everyone sees it."""
        return live_shape(live, commands_for(live), self.galleries.watchers(live))

    def find(self, table_id: str) -> LiveTable:
        """A live table; raises Refusal."""
        live = self.arena.house.tables.get(table_id)
        if live is None or live.is_over:
            raise Refusal("there is no such table in play", Code.NOT_FOUND)
        return live

    async def make_table(
        self, maker: str, new: NewTable, start: Position[Any] | None = None, address: str = ""
    ) -> LiveTable:
        """Makes a table for a person at an address, from the given start if there is one.

        Raises Refusal and ValueError.
        """
        if self._made.left(maker) <= 0:
            self.arena.limits.hit("tables of one person", player=maker)
            why = f"you have made {MOST_TABLES_EACH} tables that are not finished: finish one first"
            raise Refusal(why, Code.TOO_MANY, Reason.TABLES, MOST_TABLES_EACH)
        self._made.add(maker)  # before anything is waited for: many requests may come at once
        try:
            live = await self.arena.open_table(new, start, address or maker, maker)
        except TooManyTables as error:
            self._made.remove(maker)
            raise Refusal(str(error), Code.TOO_MANY, Reason.BOT_TABLES, MOST_BOT_TABLES) from None
        except NoPort as error:
            self._made.remove(maker)
            raise Refusal(str(error), Code.TOO_MANY, Reason.PORTS) from None
        except BaseException:
            self._made.remove(maker)
            raise
        if live.id in self.arena.house.tables:
            self.makers[live.id] = maker
            was_told = live.rules.listed or maker in self._stakes.people(live)
            self._stakes.note(live, [maker])
            if not was_told:  # when it was opened, nobody could know whose it is
                self._tell_concerned(live, words.TableTold(self.shape(live)), ())
        else:
            self._made.remove(maker)
        await _told(live)
        return live

    def _tell_left(self, maker: str, left: int) -> None:
        """Tells a maker who is here how many more tables are possible."""
        if maker in self.people:
            self.people[maker].tell(words.TablesLeft(left))

    def put_away(self, name: str, live: LiveTable) -> None:
        """Closes a table that its maker does not want any more; raises Refusal."""
        if self.makers.get(live.id) != name:
            raise Refusal("only its maker puts a table away", Code.NOT_YOURS)
        if live.stage is not Stage.GATHERING:
            raise Refusal("the game has begun: leave your seat instead", reason=Reason.BEGUN)
        live.take(Close())

    async def hint(self, name: str, live: LiveTable) -> str:
        """A good move for a person whose turn it is, in a game against bots that does not count; raises Refusal."""
        seat = live.turn if live.stage is Stage.PLAYING else None
        sitters = {seat: live.sitter(seat) for seat in live.players}
        mine = sitters.get(seat) if seat is not None else None
        if seat is None or mine is None or mine != Player(name, Kind.PERSON):
            raise Refusal("it is not your turn", reason=Reason.NOT_YOUR_TURN)
        others = [who for at, who in sitters.items() if at != seat]
        if live.rules.counts or any(who is None or who.kind is not Kind.BOT for who in others):
            raise Refusal("hints are given in practice against bots only", reason=Reason.HINTS)
        return await self.arena.bots.hint(live, seat)

    def may_arrange(self, name: str, live: LiveTable) -> bool:
        """Whether that person has a say in who sits at the table."""
        return self.makers.get(live.id) == name or has_seat(live, name)

    def sit(self, person: Person, live: LiveTable, seat: Seat) -> None:
        """Gives a seat to a person; raises SeatTaken."""
        at = SeatDoor(person, live, seat)
        person.take_seat(at)
        try:
            live.sit(seat, person.name, at, Kind.PERSON)
        except Exception:
            person.lose_seat(live.id)
            raise
        for tab in person.tabs:
            self.galleries.unwatch(tab, live.id)

    # Telling everyone

    def _crowd_changed(self, live: LiveTable) -> None:
        """The number of those who watch a table has changed."""
        if live.id in self.arena.house.tables:
            self._table_changed(live)

    def _table_changed(self, live: LiveTable) -> None:
        """Tells of a change that the list of tables shows; whose turn it is, is not shown there."""
        over = live.id not in self.arena.house.tables
        shape = self.shape(live)
        self._stakes.note(live)
        if not over and self._told.get(live.id) == _without_turn(shape):
            return
        self._told[live.id] = _without_turn(shape)
        told: Collection[Tab] = ()
        if live.rules.listed:
            told = self.news.over(shape) if over else self.news.table(shape)
        self._tell_concerned(live, words.TableTold(shape), told)
        if over:
            self._forget(live)

    def _tell_concerned(self, live: LiveTable, word: words.Told, told: Collection[Tab]) -> None:
        """Tells those who have a say at a table and those who watch it, except the tabs that were told already."""
        people = [self.people[name] for name in self._stakes.people(live) if name in self.people]
        tabs = {tab for person in people if self.may_arrange(person.name, live) for tab in person.tabs}
        tabs.update(self.galleries.tabs(live))
        if tabs:
            text = words.write_word(word)
            for tab in tabs.difference(told):
                tab.hear(text)

    def _forget(self, live: LiveTable) -> None:
        self.rematches.remember(live, self.galleries.close(live))
        self._told.pop(live.id, None)
        self._stakes.forget(live)
        maker = self.makers.pop(live.id, None)
        if maker is not None:
            self._made.remove(maker)

    def _lobby_changed(self, event: LobbyEvent) -> None:
        match event:
            case lobby_words.Arrived(player=player, status=status) | lobby_words.Changed(player=player, status=status):
                self.news.player(player, status)
            case lobby_words.Gone(player=player):
                self.news.gone(player)

    def _stand_still(self, still: bool) -> None:
        """Tells everyone of a standstill that lasts, and, when it is over, how the clocks stand."""
        if self._saving is not None:
            self._saving.cancel()
            self._saving = None
        if still:
            self._saving = asyncio.get_running_loop().call_later(SAVING_AFTER, self._tell_saving)
        elif self._is_saving:
            self._is_saving = False
            self.tell_all(words.Saving(False))
            for tab in self.tabs:
                self._tell_clocks(tab)

    def _tell_saving(self) -> None:
        """Tells it again from time to time: a page that hears nothing would think that its connection is lost."""
        self._is_saving = True
        self.tell_all(words.Saving(True))
        self._saving = asyncio.get_running_loop().call_later(SAVING_AGAIN, self._tell_saving)

    def _tell_clocks(self, tab: Tab) -> None:
        seats = tab.person.seats if tab.person is not None else {}
        for table_id in {*tab.watching, *seats}:
            live = self.arena.house.tables.get(table_id)
            if live is not None and live.told_deadline is not None:
                live.then(partial(tab.say_all, tuple(clocks(live))))

    def tell_all(self, word: words.Told) -> None:
        """Tells every tab, written once."""
        text = words.write_word(word)
        for tab in tuple(self.tabs):
            tab.hear(text)


async def _told(live: LiveTable) -> None:
    """Waits until a table is on disk: whoever made it may ask for it at once."""
    told = asyncio.Event()
    live.then(told.set)
    try:
        await asyncio.wait_for(told.wait(), WRITING)
    except TimeoutError:
        raise Refusal("the table could not be written down: try again", Code.NO_STORE) from None


def _without_turn(shape: TableShape) -> TableShape:
    return TableShape(shape.id, shape.game, shape.stage, shape.seats, port=shape.port, watchers=shape.watchers)
