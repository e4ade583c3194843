"""The one clock of the players' room: how long a player has been thinking.

Whoever wants a player that can be tested or replayed hands it another clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

Clock = Callable[[], float]
"""Seconds, since any moment that stays the same."""

THINKING_CLOCK: Final[Clock] = time.perf_counter
