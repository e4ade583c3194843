"""Functions that differ between operating systems, with a fallback where one is possible."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """How many cores this process may use; on a system that cannot say, how many the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def objection_to_tournaments() -> str | None:
    """Why tournaments of programs cannot run on this system; None if they can."""
    # Referees control programs with pidfd, /proc and prctl, and only Linux has these.
    return None if hasattr(os, "pidfd_open") else "tournaments of programs run only on Linux"
