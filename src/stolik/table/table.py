"""The table: seats, a position, a clock and house rules. The same machine for every game.

It reads no clock: `take` gets the time as an argument, and `deadline` says when the next Tick is due.

    GATHERING --everyone sits--> PLAYING --someone leaves--> SUSPENDED --everyone is back--> PLAYING
        any of them --the game ends--> OVER

At a table of more than two seats the house can play on for a player who has resigned or does not come back. The table
then asks for a stand-in at each turn of that seat; a player who was only away can sit down there again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from stolik.contract import AnyGame, Ending, HouseRules, IllegalMove, NotationError, Position, Seat
from stolik.table import choices
from stolik.table.absences import Absences
from stolik.table.draw_offer import DrawOffer
from stolik.table.events import (
    WATCHERS,
    Asked,
    DrawDeclined,
    Ended,
    Event,
    Expelled,
    Left,
    Played,
    Refused,
    Sat,
    Shown,
    StandInAsked,
    TakenOver,
)
from stolik.table.inputs import (
    AcceptDraw,
    Cancel,
    Claim,
    Close,
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
from stolik.table.stage import NOBODY
from stolik.table.stage import SeatTaken as SeatTaken
from stolik.table.stage import Stage as Stage
from stolik.table.turn_clock import TurnClock

# Constants, because they are used several times a move and an Enum lookup takes as long as a call.
_PLAYING: Final = Stage.PLAYING


class Table:
    """One game in progress."""

    # A service has thousands of tables, and the attributes of one are used together.
    __slots__ = (
        "_audience",
        "_fouls",
        "_held",
        "_silent",
        "absences",
        "accepted",
        "clock",
        "draw",
        "game",
        "outcome",
        "players",
        "position",
        "resigned",
        "rules",
        "stage",
        "taken_over",
        "time_left",
    )

    def __init__(
        self,
        game: AnyGame,
        position: Position[Any],
        rules: HouseRules,
        accepted: Callable[[Input, float], None] = lambda _input, _now: None,
    ) -> None:
        """`accepted` is called with every input that changed the table: these are its record."""
        self.game = game
        self.position = position
        self.rules = rules
        self.stage = Stage.GATHERING
        self.players: dict[Seat, str] = {}
        self.outcome: Ended | None = None
        self.accepted = accepted
        self._audience = _audience(game)
        self.clock = TurnClock(game, rules)
        self.time_left = self.clock.time_left
        self.absences = Absences()
        self._fouls: dict[Seat, int] = {}
        """How many wrong inputs each seat has sent since its last right one, where there were any."""
        self._held: list[Play | Foul] = []
        self.resigned: frozenset[Seat] = NOBODY
        self.taken_over: frozenset[Seat] = NOBODY
        """The seats for which the house plays on: of those who resigned, and of those who are away."""
        self.draw = DrawOffer()
        self._silent: frozenset[Seat] = NOBODY
        """The seats for which the house made the last move because their players were silent."""

    def take(self, input_: Input, now: float) -> list[Event]:
        """Applies an input at a time and returns the events. Raises SeatTaken for a seat that is not free."""
        return _WAYS[type(input_)](self, input_, now)

    @property
    def deadline(self) -> float | None:
        """When the next Tick is due; None: never."""
        if self.stage is _PLAYING:
            return self.clock.answer_by
        if self.stage is Stage.SUSPENDED and self.absences.until:
            return self._next_return()
        return None

    def _next_return(self) -> float | None:
        """When the wait for absent players ends by itself; a win that must be claimed waits for the claim."""
        times = self.absences.until.values()
        if self.rules.on_absence != "claim":
            return min(times)
        if self.is_deserted:
            return max(times)
        return min(times) if self.has_spare_players else None

    @property
    def has_spare_players(self) -> bool:
        """Whether the game can go on without one more player."""
        return len(self.game.seats) - len(self.taken_over) > 2

    @property
    def is_deserted(self) -> bool:
        """Whether nobody sits at the table but the house."""
        return self.taken_over.issuperset(self.players)

    @property
    def empty_seats(self) -> tuple[Seat, ...]:
        """The seats where nobody sits."""
        return tuple(seat for seat in self.game.seats if seat not in self.players)

    def _sit(self, sit: Sit, now: float) -> list[Event]:
        if self.stage is Stage.OVER:
            raise SeatTaken("the game is over")
        if sit.seat in self.players:
            raise SeatTaken(f"seat {sit.seat} is taken")
        if sit.seat in self.resigned:
            raise SeatTaken(f"the player of seat {sit.seat} has resigned")
        self.accepted(sit, now)
        self.players[sit.seat] = sit.player
        self.absences.end(sit.seat, now)
        if sit.seat in self.taken_over:
            self.taken_over -= {sit.seat}
        if sit.seat in self._silent:
            self._silent -= {sit.seat}
        self._fouls.pop(sit.seat, None)
        events: list[Event] = [Sat(sit.seat, sit.player)]
        if self.stage in (Stage.SUSPENDED, _PLAYING):
            events.append(Shown(sit.seat, self.position.view(sit.seat)))
        if self.stage is _PLAYING:
            if self.position.turn == sit.seat:
                events += self._ask(sit.seat, now, again=True)
        elif not self._is_somebody_missing:
            if self.stage is Stage.GATHERING:
                events += [Shown(to, self.position.view(seat)) for to, seat in self._audience]
            events += self._go_on(now)
        return events

    @property
    def _is_somebody_missing(self) -> bool:
        return not self.taken_over.issuperset(self.empty_seats)

    def _go_on(self, now: float) -> list[Event]:
        """Continues when everyone is here: reads what was sent during the pause, then asks the player to move.

        A player that has answered during the pause is not asked again: some clients play another card each time.
        """
        self.stage = Stage.PLAYING
        self.clock.go_on(now)
        if self.position.turn is None:
            return [self.end(Ending.RULES, "nobody can move", self.position.winners)]
        events: list[Event] = []
        held, self._held = self._held, []
        for input_ in held:
            events += self.take(input_, now)
        if self.stage is Stage.PLAYING and not any(isinstance(event, Asked) for event in events):
            events += self._ask(self.position.turn, now)
        return events

    def _ask(self, seat: Seat, now: float, again: bool = False) -> list[Event]:
        asked = Asked(seat, self.clock.ask(seat, now, again, seat in self._silent), again)
        return [asked, StandInAsked(seat)] if seat in self.taken_over else [asked]

    def _suspend(self, now: float) -> None:
        if self.stage is Stage.PLAYING and self.position.turn is not None:
            self.clock.pause(self.position.turn, now)
        self.stage = Stage.SUSPENDED
        self.draw.drop()

    def _leave(self, leave: Leave, now: float) -> list[Event]:
        if self._ignores(leave.seat):
            return []
        self.accepted(leave, now)
        return self._vacate(leave.seat, now)

    def _vacate(self, seat: Seat, now: float) -> list[Event]:
        del self.players[seat]
        self._held = [input_ for input_ in self._held if input_.seat != seat]
        if self.stage is Stage.GATHERING:
            return [Left(seat)]
        if self.rules.on_absence == "wait":
            self._suspend(now)
            return [Left(seat)]
        if self.rules.on_absence == "claim":
            self._suspend(now)
            return [Left(seat, self.absences.begin(seat, now, self.rules.grace))]
        if self.rules.grace == 0:
            return [Left(seat), self._absence_ends(seat)]
        self._suspend(now)
        until = self.absences.until[seat] = now + self.rules.grace
        # The others are away because of the restart: they must not lose the game when one player comes back and leaves.
        if not self.players and not self.absences.not_back:
            return [Left(seat), self.end(Ending.ABANDONED, "nobody is left at the table", ())]
        return [Left(seat, until)]

    def _absence_ends(self, seat: Seat) -> Ended:
        winners = self.position.winners if self.rules.on_absence == "count" else self.others(seat)
        return self.end(Ending.GONE, f"{seat} left the game", winners, seat)

    def _play(self, play: Play, now: float) -> list[Event]:
        seat = play.seat
        if self.stage is not _PLAYING:
            return self._play_too_soon(play, now)
        position = self.position
        if position.turn != seat:
            return self._foul(Foul(seat, "it is not your turn", move=play.move), now)
        try:
            after = position.play(self.game.read_move(play.move))
        except (NotationError, IllegalMove) as error:
            return self._foul(Foul(seat, str(error), move=play.move), now)
        self.accepted(play, now)
        if self._fouls:
            self._fouls.pop(seat, None)
        if self.time_left:
            self.clock.moved(seat, now)
        self.position = after
        events: list[Event] = [Played(to, seat, play.move, after.view(eyes)) for to, eyes in self._audience]
        if play.stand_in:
            if self.rules.on_silence == "stand in":
                self._silent |= {seat}
        else:
            if seat in self._silent:
                self._silent -= {seat}
            if self.draw.was_made and self.draw.moved(seat):
                events.append(DrawDeclined(seat))
        turn = after.turn
        if turn is None:
            events.append(self._end_by_rules())
        else:
            events += self._ask(turn, now)
        return events

    def _end_by_rules(self) -> Ended:
        """Ends a game that was played out. Those who did not stay to the end have lost it."""
        if not self.taken_over:
            return self.end(Ending.RULES, "the game was played to its end", self.position.winners)
        scores = self.position.scores
        stayed = [seat for seat in self.game.seats if seat not in self.taken_over]
        best = (min if self.game.low_score_wins else max)(scores[seat] for seat in stayed)
        left = self.resigned or self.taken_over
        by = next(seat for seat in self.game.seats if seat in left)
        ending, what = (Ending.RESIGNED, "resigned") if self.resigned else (Ending.CLAIMED, "left the game")
        return self.end(ending, f"{by} {what}", tuple(seat for seat in stayed if scores[seat] == best), by)

    def _play_too_soon(self, play: Play, now: float) -> list[Event]:
        if self._ignores(play.seat):
            return []
        if self.stage is Stage.GATHERING:
            return self._foul(Foul(play.seat, "the game has not begun"), now)
        return self._hold(play, now)

    def _ignores(self, seat: Seat) -> bool:
        """Whether input from the seat is ignored: a door may send more before it knows that it must close."""
        return self.stage is Stage.OVER or seat not in self.players or seat in self.resigned

    def _hold(self, input_: Play | Foul, now: float) -> list[Event]:
        """Keeps what is sent while the game is suspended, up to a limit."""
        if sum(held.seat == input_.seat for held in self._held) >= self.rules.patience:
            if isinstance(input_, Foul) and input_.harmless:
                return []
            return self._expel(Foul(input_.seat, "too much was sent while the game stood still"), now)
        self._held.append(input_)
        return []

    def _foul(self, foul: Foul, now: float) -> list[Event]:
        if self._ignores(foul.seat):
            return []
        if self.rules.on_foul == "refuse":
            if self.stage is Stage.SUSPENDED:
                return self._hold(foul, now)
            fouls = self._fouls[foul.seat] = self._fouls.get(foul.seat, 0) + (not foul.harmless)
            if foul.harmless or fouls < self.rules.patience:
                return [Refused(foul.seat, foul.why)]
        elif self.rules.on_foul == "forfeit" and self.stage is not Stage.GATHERING:
            self.accepted(foul, now)
            return [self.end(Ending.FOUL, foul.why, self.others(foul.seat), foul.seat)]
        return self._expel(foul, now)

    def _expel(self, foul: Foul, now: float) -> list[Event]:
        # The record gets a Leave: fouls are not recorded, so a replay could not count them.
        self.accepted(Leave(foul.seat), now)
        return [Expelled(foul.seat, foul.why), *self._vacate(foul.seat, now)]

    def take_over(self, seat: Seat, *, resigned: bool) -> list[Event]:
        """Has the house play on for a seat."""
        self.taken_over |= {seat}
        self._held = [input_ for input_ in self._held if input_.seat != seat]
        self.draw.drop()
        events: list[Event] = [TakenOver(seat, resigned)]
        if self.stage is _PLAYING and self.position.turn == seat:
            events.append(StandInAsked(seat))
        return events

    def _close(self, close: Close, now: float) -> list[Event]:
        if self.stage is Stage.OVER:
            return []
        self.accepted(close, now)
        return [self.end(Ending.ABANDONED, close.why, ())]

    def _tick(self, tick: Tick, now: float) -> list[Event]:
        if self.deadline is None or now < self.deadline:
            return []
        if self.stage is Stage.SUSPENDED:
            self.accepted(tick, now)
            if self.is_deserted:
                return [self.end(Ending.ABANDONED, "nobody came back to the table", ())]
            first = self.absences.first()
            return self._go_on_without(first, now) if self.rules.on_absence == "claim" else [self._absence_ends(first)]
        turn = self.position.turn
        assert turn is not None, "a game in play has a turn"  # noqa: S101 - an invariant, not a check of input
        if self.clock.run_out(turn, now):
            why = f"{turn} has used up its {self.rules.game_time:g} s for the game"
        elif self.rules.on_silence == "ask again" or turn in self.taken_over:
            return self._ask(turn, now, again=True)
        elif self.rules.on_silence == "stand in":
            return [*self._ask(turn, now, again=True), StandInAsked(turn)]
        else:
            why = f"{turn} did not move in {self.rules.turn_time:g} s"
        self.accepted(tick, now)
        return [self.end(Ending.OVERTIME, why, self.others(turn), turn)]

    def _go_on_without(self, seat: Seat, now: float) -> list[Event]:
        """Plays on for a player who has not come back in time."""
        self.absences.stop_waiting(seat)
        events = self.take_over(seat, resigned=False)
        return events if self._is_somebody_missing else [*events, *self._go_on(now)]

    def _restart(self, restart: Restart, now: float) -> list[Event]:
        """Empties every seat and waits for all players, unlike a table that everybody left."""
        if self.stage is Stage.OVER:
            return []
        self.accepted(restart, now)
        emptied, until = tuple(seat for seat in self.players if seat not in self.resigned), None
        for seat in emptied:
            del self.players[seat]
        self._held.clear()
        if self.stage is Stage.GATHERING:
            return [Left(seat) for seat in emptied]
        self._suspend(now)
        if self.rules.on_absence != "wait":
            until = now + self.rules.grace
            awaited = [seat for seat in self.game.seats if seat not in self.taken_over]
            self.absences.begin_all(awaited, until)
        return [Left(seat, until) for seat in emptied]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Those who win when the seat loses."""
        return tuple(other for other in self.game.seats if other != seat and other not in self.taken_over)

    def end(self, ending: Ending, reason: str, winners: tuple[Seat, ...], by: Seat | None = None) -> Ended:
        """Ends the game."""
        self.stage = Stage.OVER
        self.outcome = Ended(ending, reason, self.position.scores, winners, by)
        return self.outcome


_WAYS: Final[Mapping[type[Input], Callable[[Table, Any, float], list[Event]]]] = {
    Sit: Table._sit,
    Leave: Table._leave,
    Play: Table._play,
    Foul: Table._foul,
    Cancel: choices.cancel,
    Resign: choices.resign,
    OfferDraw: choices.offer_draw,
    AcceptDraw: choices.accept_draw,
    DeclineDraw: choices.decline_draw,
    Claim: choices.claim,
    Close: Table._close,
    Tick: Table._tick,
    Restart: Table._restart,
}


@cache
def _audience(game: AnyGame) -> tuple[tuple[str, Seat | None], ...]:
    """The receivers of a position, each with the seat whose view it gets."""
    return (*((seat, seat) for seat in game.seats), (WATCHERS, None))
