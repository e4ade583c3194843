"""What not every system has, and what to do without it."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """How many cores this process may use; where the system does not tell, how many there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def objection_to_tournaments() -> str | None:
    """Why programs cannot play a tournament on this system; None where they can."""
    # Referees watch programs by such descriptors, by /proc and by prctl: each of them is Linux's alone.
    return None if hasattr(os, "pidfd_open") else "tournaments of programs run only on Linux"
