"""Detects dead peers: a peer that sends nothing for too long is gone, even when its connection still looks open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from stolik.service.net.clock import Clock, after_reading

# Seconds. A timer that is this late means that our own process was stopped, and has not yet read what peers sent.
LATE = 1.0


class Pulse:
    """Watches one peer for silence."""

    __slots__ = ("_clock", "_last", "_longest_silence", "_silent", "_timer", "_timer_at")

    def __init__(self, clock: Clock, longest_silence: float, silent: Callable[[], None]) -> None:
        """`silent` is called once, when the peer has sent nothing for `longest_silence` seconds."""
        self._clock = clock
        self._longest_silence = longest_silence
        self._silent = silent
        self._last = clock.now()
        self._timer: asyncio.TimerHandle | None = None
        self._arm(self._last + longest_silence)

    def beat(self) -> None:
        """The peer has sent something."""
        self._last = self._clock.now()

    def stop(self) -> None:
        """Stops watching."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def _gone_at(self) -> float:
        return self._last + self._longest_silence

    def _arm(self, when: float) -> None:
        self._timer_at = when
        self._timer = self._clock.call_at(when, self._check)

    def _check(self) -> None:
        # `beat` does not move the timer, because that would cost time for every line. The timer checks `_last` instead.
        now = self._clock.now()
        if now < self._gone_at:
            self._arm(self._gone_at)
        elif now > self._timer_at + LATE:
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
