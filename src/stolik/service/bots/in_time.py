"""A critic for a reader who waits: it does less for each move when the rest of the game would take too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from stolik.players.analysis import Critic, Weighed

SAMPLE: Final = 8
"""Moves that are timed before the work for each is changed: one move may take much longer than another."""
MOST_HALVINGS: Final = 8


class InTime:
    """Judges a game of so many moves in so many seconds, as well as it can."""

    def __init__(
        self, make: Callable[[float], Critic], seconds: float, moves: int, within: float, clock: Callable[[], float]
    ) -> None:
        """`make` makes a critic that takes about so many seconds for each move; the first one gets `seconds`."""
        self._make = make
        self._seconds = seconds
        self._left = moves
        self._clock = clock
        self._until = clock() + within
        self._critic = make(seconds)
        self._halvings = 0
        self._begin_sample()

    def _begin_sample(self) -> None:
        self._since, self._judged = self._clock(), 0

    def weigh(self, position: Any, move: Any) -> Weighed:  # noqa: ANN401 - any game's
        """Compares the move with the best moves."""
        if self._is_late() and self._halvings < MOST_HALVINGS:
            self._halvings += 1
            self._seconds /= 2
            self._critic = self._make(self._seconds)
            self._begin_sample()
        weighed = self._critic.weigh(position, move)
        self._left -= 1
        self._judged += 1
        return weighed

    def _is_late(self) -> bool:
        """Whether the moves left would take longer than there is time, at the pace of the moves before."""
        if self._judged < SAMPLE:
            return False
        now = self._clock()
        return (now - self._since) / self._judged * self._left > self._until - now
