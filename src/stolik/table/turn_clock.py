"""The clock of a table: how long the player whose turn it is may think, and how much time each has left."""

from __future__ import annotations

from math import inf

from stolik.contract import AnyGame, HouseRules, Seat
from stolik.contract.house_rules import SILENT_SHARE


class TurnClock:
    """One table's clock. It reads no time: every method gets it as an argument."""

    __slots__ = ("_asked_at", "_increment", "_turn_time", "answer_by", "time_left")

    def __init__(self, game: AnyGame, rules: HouseRules) -> None:
        self._turn_time = rules.turn_time
        self._increment = rules.increment
        self.time_left = {} if rules.game_time is None else dict.fromkeys(game.seats, rules.game_time)
        """Seconds that each player has for the rest of the game, from its last answer on; empty: no such limit."""
        self._asked_at = 0.0
        self.answer_by: float | None = None
        """The latest time for a move; None: there is no such time."""

    def go_on(self, now: float) -> None:
        """A pause is over: its time is not counted."""
        self._asked_at = now

    def ask(self, seat: Seat, now: float, again: bool, is_silent: bool) -> float | None:
        """The player is asked for a move; returns `answer_by`. One who `is_silent` has less time."""
        if not again:
            self._asked_at = now
        until = self._asked_at + self.time_left[seat] if self.time_left else inf
        turn_time = self._turn_time
        if turn_time is not None:
            if is_silent:
                turn_time /= SILENT_SHARE
            if now + turn_time < until:
                until = now + turn_time
        self.answer_by = until if until < inf else None
        return self.answer_by

    def moved(self, seat: Seat, now: float) -> None:
        """The player has moved, in a game with `time_left`."""
        self.time_left[seat] += self._increment - (now - self._asked_at)

    def pause(self, seat: Seat, now: float) -> None:
        """The game is suspended in the player's turn."""
        if self.time_left:
            self.time_left[seat] -= now - self._asked_at

    def run_out(self, seat: Seat, now: float) -> bool:
        """Whether the player has used up its time for the game; then it has none left."""
        if not self.time_left or now < self._asked_at + self.time_left[seat]:
            return False
        self.time_left[seat] = 0.0
        return True
