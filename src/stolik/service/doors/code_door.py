"""The door of the code protocol, for any game. Pure: no sockets, no clocks.

The first question is `200` with the whole position. In a game for two without hidden information, each later question
is `220` with the opponent's move, if exactly one move of the opponent has been made since the last question. In all
other cases the question is `200` again, with the position as this seat may see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stolik.contract import AnyGame, Ending, NotationError, Seat, View
from stolik.service.doors.door import Door, Goodbye, Request
from stolik.table.events import Asked, Ended, Event, Expelled, Played, Refused, Shown
from stolik.table.inputs import Foul, Play
from stolik.wire.codes import (
    END,
    Begin,
    Lost,
    LostOnTime,
    Moved,
    Verdict,
    Won,
    WonOnTime,
    Wrong,
    client_limit,
    read_move,
    write_position,
)
from stolik.wire.report import shown


class CodeDoor(Door):
    """One client of the code protocol: it waits for an opponent, then plays at a seat."""

    end = END

    def __init__(self, game: AnyGame) -> None:
        self.limit = client_limit(game)
        self._game = game
        self._tells_moves = len(game.seats) == 2 and not game.hidden
        self._view: View[Any] | None = None
        self._asked = False
        """Whether the client has been asked and has not answered yet."""
        self._begun = False
        self._since: list[Played] = []
        """The moves since the client was last asked."""

    def read(self, line: bytes) -> Request:
        """The client's move; a foul for a line that is not a move; a goodbye before the game has begun."""
        if not self.seat:
            return self._part(Wrong("the game has not begun: wait for 200"))
        try:
            return Play(self.seat, read_move(self._game, line))
        except NotationError as error:
            return Foul(self.seat, str(error), line=shown(line))

    def tell(self, event: Event) -> Sequence[str]:
        """The question, or the verdict. Moves of others are sent with the next question."""
        if type(event) is Played:  # the common events first, by `type`: isinstance is slow when it returns False
            self._view, self._asked = event.view, False
            if self._tells_moves:
                self._since.append(event)
        elif type(event) is Asked:
            if event.seat == self.seat:
                return self._ask()
        elif isinstance(event, Shown):
            self._view = event.view
        elif isinstance(event, Refused):
            # The protocol has no code for "try again", so the question is repeated if the client has not answered it.
            return self._ask() if self._asked else ()
        elif isinstance(event, Ended):
            return self._part(verdict(event, self.seat)).lines
        elif isinstance(event, Expelled):
            return self._part(Wrong(event.why)).lines
        return ()

    def dismiss(self, why: str) -> Goodbye:
        """The code for an error: a client that waits for a line must get one."""
        return self._part(Wrong(why))

    def _ask(self) -> tuple[str, ...]:
        if self._view is None:
            return ()
        moves, self._since = self._since, []
        # Its own move, and one of the opponent.
        if self._begun and len(moves) == 2 and moves[0].seat == self.seat != moves[1].seat:
            question: Begin | Moved = Moved(moves[-1].move)
        else:
            question = Begin(write_position(self._game, self._view))
        self._asked = self._begun = True
        return (question.text(),)

    def _part(self, last_word: Verdict) -> Goodbye:
        why = last_word.why if isinstance(last_word, Wrong) else ""
        return self.goodbye(last_word.text(), why=why)


def verdict(ended: Ended, seat: Seat) -> Verdict:
    """The code that tells a seat how the game ended."""
    if seat in ended.winners:
        return WonOnTime() if ended.ending is Ending.OVERTIME else Won()
    if ended.ending is Ending.OVERTIME:
        return LostOnTime()
    return Lost() if ended.ending is Ending.RULES else Wrong(ended.reason)
