"""Every line of a game, both ways, with its time."""

from __future__ import annotations

from stolik.contract import Seat
from stolik.tournament.plan.assignment import Said, Way
from stolik.wire.report import shown


class Transcript:
    """Collects lines while a game is played; they are put into their final form when it is over."""

    def __init__(self, started: float) -> None:
        """`started` is when the programs were, by the monotonic clock."""
        self._started = started
        self._lines: list[tuple[float, Seat, Way, str | bytes]] = []

    def note(self, at: float, seat: Seat, way: Way, line: str | bytes) -> None:
        """A line went to a program, or came from it."""
        self._lines.append((at, seat, way, line))

    def lines(self) -> list[Said]:
        """All of it."""
        return [
            Said(round(at - self._started, 6), seat, way, line if isinstance(line, str) else shown(line))
            for at, seat, way, line in self._lines
        ]
