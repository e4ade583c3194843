"""Every line of a game, both ways, with its time."""

from __future__ import annotations

from collections.abc import Callable

from stolik.contract import Seat
from stolik.tournament.plan.assignment import Said, Way
from stolik.wire.report import shown

Line = tuple[float, Seat, Way, str | bytes]
"""When, by the monotonic clock, whose, which way, and what."""


def to_the_microsecond(seconds: float) -> float:
    """Seconds rounded to six decimals; `round` takes three times as long, and every line of a game has a time."""
    return int(seconds * 1e6 + 0.5) / 1e6


class Transcript:
    """Collects lines while a game is played; they are put into their final form when it is over."""

    def __init__(self, started: float) -> None:
        """`started` is when the programs were, by the monotonic clock."""
        self._started = started
        self._lines: list[Line] = []
        self.note: Callable[[Line], None] = self._lines.append
        """A line went to a program, or came from it."""

    def lines(self) -> list[Said]:
        """All of it."""
        return [
            Said(to_the_microsecond(at - self._started), seat, way, line if isinstance(line, str) else shown(line))
            for at, seat, way, line in self._lines
        ]
