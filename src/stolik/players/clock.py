"""The clock that measures how long a player has been thinking.

It is the only clock of this room. Tests give a player another clock, so that its choices can be repeated.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

Clock = Callable[[], float]
"""Returns seconds since some fixed moment."""

THINKING_CLOCK: Final[Clock] = time.perf_counter
