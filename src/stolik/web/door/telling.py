"""What happens at a table, in the API's words, and the way a seat's or a spectator's door tells it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stolik.contract import IllegalMove, NotationError, Seat
from stolik.service.tables.live_table import LiveTable
from stolik.table import events
from stolik.table.table import Stage
from stolik.web.messages import words
from stolik.web.messages.problems import MoveCode
from stolik.web.messages.views import show

if TYPE_CHECKING:
    from stolik.web.door.tab import Tab


def word_of(live: LiveTable, event: events.Event, seat: Seat | None) -> words.Told:
    """An event as the seat hears it; None: as everyone may. A view is only ever shown to whom it was made for."""
    match event:
        case events.Shown(view=view):
            return words.Shown(live.id, seat, show(live.game, view, seat))
        case events.Played(seat=by, move=move, view=view):
            return words.Played(live.id, by, move, show(live.game, view, seat))
        case events.Asked(seat=asked, deadline=deadline, again=again):
            return words.Asked(live.id, asked, again, deadline, live.game_clocks or None)
        case events.Refused(why=why) | events.Expelled(why=why):
            return words.Refused(live.id, why, MoveCode.BAD_MOVE)
        case events.Left(seat=left, until=until):
            return words.Left(live.id, left, until)
        case events.Sat(seat=sat, player=player):
            return words.Sat(live.id, sat, player)
        case events.DrawOffered(seat=offering):
            return words.DrawOffered(live.id, offering)
        case events.DrawDeclined(seat=declining):
            return words.DrawDeclined(live.id, declining)
        case events.TakenOver(seat=empty, resigned=resigned):
            return words.TakenOver(live.id, empty, resigned)
        case events.Ended():
            rated = live.rules.rates(event.ending)
            return words.Ended(live.id, event.ending, event.reason, event.scores, event.winners, event.by, rated)
        case events.StandInAsked():
            raise AssertionError("the house alone is asked for a stand-in")


def as_it_stands(live: LiveTable, seat: Seat | None) -> Iterator[words.Told]:
    """The messages for somebody who comes to a table while a game is on."""
    if live.stage is Stage.GATHERING:
        return
    yield words.Shown(live.id, seat, show(live.game, live.snapshot(seat).view, seat))
    for empty in live.taken_over:
        yield words.TakenOver(live.id, empty, empty in live.resigned)
    yield from clocks(live)
    if live.draw_offered_by is not None:
        yield words.DrawOffered(live.id, live.draw_offered_by)


def clocks(live: LiveTable) -> Iterator[words.Told]:
    """The messages that tell whom a game waits for, and until when."""
    now = live.snapshot(None)
    if now.stage is Stage.SUSPENDED:
        for empty in now.empty_seats:
            if empty not in live.taken_over:
                yield words.Left(live.id, empty, now.return_by.get(empty))
    elif now.stage is Stage.PLAYING and now.turn is not None:
        yield words.Asked(live.id, now.turn, False, now.deadline, live.game_clocks or None)


def objection(live: LiveTable, seat: Seat, move: str) -> tuple[MoveCode, str] | None:
    """Why a person cannot make the move now, also in words; None when it can.

    House rules may lose a game for a foul. A person's slip is not one: it is refused at this door and the table never
    hears of it.
    """
    if live.stage is Stage.GATHERING:
        return MoveCode.NOT_BEGUN, "the game has not begun"
    if live.stage is Stage.SUSPENDED:
        return MoveCode.SUSPENDED, f"the game waits for {', '.join(live.empty_seats)}"
    if live.stage is Stage.OVER:
        return MoveCode.OVER, "the game is over"
    if live.turn != seat:
        return MoveCode.NOT_YOUR_TURN, "it is not your turn"
    try:
        live.try_move(move)
    except (NotationError, IllegalMove) as error:
        return MoveCode.BAD_MOVE, str(error)
    return None


class Gallery:
    """Everyone who watches one table without a seat. What they hear is written once for all of them."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.tabs: set[Tab] = set()

    def hear(self, event: events.Event) -> None:
        """Tells them what everyone may know."""
        if not self.tabs:
            return
        text = words.write_word(word_of(self.live, event, None))
        for tab in tuple(self.tabs):
            tab.hear(text)
        if isinstance(event, events.Ended):
            for tab in tuple(self.tabs):
                self.remove(tab)

    def add(self, tab: Tab) -> None:
        """Lets a tab watch from now on."""
        self.tabs.add(tab)
        tab.watching.add(self.live.id)

    def remove(self, tab: Tab) -> None:
        """A tab watches no longer."""
        self.tabs.discard(tab)
        tab.watching.discard(self.live.id)
