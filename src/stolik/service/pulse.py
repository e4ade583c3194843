"""Signs of life: a peer that says nothing for too long is gone, and one that never stops talking is no player."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from stolik.service.clock import Clock

# A program sends some ten lines a second at the most; reading a flood would make everyone else wait.
MOST_LINES_A_SECOND = 1000


class Pulse:
    """Watches how often one peer speaks."""

    def __init__(self, clock: Clock, longest_silence: float, silent: Callable[[], None]) -> None:
        """`silent` is called once, when the peer has said nothing for that many seconds."""
        self._clock = clock
        self._longest_silence = longest_silence
        self._silent = silent
        self._last = self._second_began = clock.now()
        self._lines = 0
        self._timer: asyncio.TimerHandle | None = None
        self._arm()

    def beat(self) -> bool:
        """The peer has said something; whether it may say that much."""
        self._last = now = self._clock.now()
        if now - self._second_began >= 1:
            self._second_began = now
            self._lines = 0
        self._lines += 1
        return self._lines <= MOST_LINES_A_SECOND

    def stop(self) -> None:
        """Watches no longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self) -> None:
        self._timer = self._clock.call_at(self._last + self._longest_silence, self._look)

    def _look(self) -> None:
        # The timer is not moved at every line: it looks, when it comes, how long the peer has really been silent.
        if self._clock.now() < self._last + self._longest_silence:
            self._arm()
        else:
            self._timer = None
            self._silent()
