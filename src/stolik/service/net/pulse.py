"""Signs of life: a peer that says nothing for too long is gone, even when its connection still seems to stand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from stolik.service.net.clock import Clock, after_reading

# A timer that comes this late means that this program stood still, and has not yet read what its peers sent meanwhile.
LATE = 1.0


class Pulse:
    """Watches for the silence of one peer."""

    def __init__(self, clock: Clock, longest_silence: float, silent: Callable[[], None]) -> None:
        """`silent` is called once, when the peer has said nothing for that many seconds."""
        self._clock = clock
        self._longest_silence = longest_silence
        self._silent = silent
        self._last = clock.now()
        self._timer: asyncio.TimerHandle | None = None
        self._arm(self._last + longest_silence)

    def beat(self) -> None:
        """The peer has said something."""
        self._last = self._clock.now()

    def stop(self) -> None:
        """Watches no longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def _gone_at(self) -> float:
        return self._last + self._longest_silence

    def _arm(self, when: float) -> None:
        self._looks_at = when
        self._timer = self._clock.call_at(when, self._look)

    def _look(self) -> None:
        # The timer is not moved at every line: it looks, when it comes, how long the peer has really been silent.
        now = self._clock.now()
        if now < self._gone_at:
            self._arm(self._gone_at)
        elif now > self._looks_at + LATE:
            self._arm(now + LATE)
        else:
            after_reading(self._judge)

    def _judge(self) -> None:
        if self._timer is None:
            return
        if self._clock.now() < self._gone_at:
            self._arm(self._gone_at)
        else:
            self._timer = None
            self._silent()
