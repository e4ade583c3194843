"""The names that people hold with a secret token. Nobody else may use them, or names that look alike, at any door."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from stolik.lobby.names import name_keys

HELD_FOR: Final = 90 * 86400.0
"""Seconds. A name is worth something to its holder's results; one that was not used for so long is free again."""


class _Holder(NamedTuple):
    name: str
    seen: float


class HeldNames:
    """All held names, in memory: a door must know at once whether a name is free."""

    def __init__(self) -> None:
        self._holders: dict[str, _Holder] = {}
        """By each key of the name."""

    def hold(self, name: str, seen: float) -> None:
        """Somebody holds the name, and was here at that time."""
        for key in name_keys(name):
            self._holders[key] = _Holder(name, seen)

    def load(self, held: Iterable[tuple[str, float]]) -> None:
        """Adds names and when their holders were last here."""
        for name, seen in sorted(held, key=lambda each: each[1]):
            self.hold(name, seen)

    def like(self, name: str, now: float) -> str | None:
        """The held name that looks like this one, which may be the same; None if there is none."""
        for key in name_keys(name):
            holder = self._holders.get(key)
            if holder is not None and holder.seen >= now - HELD_FOR:
                return holder.name
        return None
