"""Held while a game is played; programs start and leave outside it. It gives a game the processors that are its own."""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol

# Processors of a machine that is too small to divide.
FEW: Final = 2

Cores = frozenset[int]


class Gate(AbstractContextManager[Cores]):
    """Lets every game in at once; what it gives are the processors for the game's programs: none means any."""

    def __init__(self, cores: Cores = frozenset()) -> None:
        self._cores = cores

    def has_place(self) -> bool:
        """Whether `with` need not wait: a place is kept for it."""
        return True

    def __enter__(self) -> Cores:
        """Waits for a place."""
        return self._cores

    def __exit__(self, *_: object) -> None:
        """Gives it back."""


class TooFewCores(Exception):
    """Programs cannot think at the same time without taking time from each other; the message says why."""


class _Queue(Protocol):
    def get(self) -> Any: ...  # noqa: ANN401 - as multiprocessing has it

    def put(self, item: Any) -> None: ...  # noqa: ANN401 - likewise


class _Semaphore(Protocol):
    def acquire(self, block: bool = True) -> bool: ...

    def release(self) -> None: ...


class CoreGate(Gate):
    """Lets in as many games at once as there are sets of processors in a queue that referees share."""

    def __init__(self, places: _Semaphore, free: _Queue) -> None:
        """`places` counts the sets in the queue that are not promised to anybody."""
        super().__init__()
        self._places = places
        self._free = free
        self._promised = False
        self._held: Cores | None = None

    def has_place(self) -> bool:
        """Whether `with` need not wait: a place is kept for it."""
        self._promised = self._promised or self._places.acquire(False)
        return self._promised

    def __enter__(self) -> Cores:
        """Waits until processors are free."""
        if not self._promised:
            self._places.acquire()
        self._promised = False
        self._held = frozenset(self._free.get())
        return self._held

    def __exit__(self, *_: object) -> None:
        """Gives them back."""
        if self._held is not None:
            self._free.put(self._held)
            self._held = None
            self._places.release()


def divide(cores: Collection[int], games: int) -> tuple[list[Cores], Cores]:
    """The processors of each game that is on at once, and those of the referees.

    The referees have one that no game has. Where there are too few, all share them all: on two processors, a program
    that is kept on one of them takes several times as long as one that the system may move to the other.
    """
    ordered = sorted(cores)
    if len(ordered) <= max(games, FEW):
        return [frozenset()] * games, frozenset(ordered)
    share = (len(ordered) - 1) // games
    given = [frozenset(ordered[1 + number * share : 1 + (number + 1) * share]) for number in range(games)]
    return given, frozenset(ordered) - frozenset().union(*given)


def share_out(cores: Cores, programs: int) -> list[Cores]:
    """The processors of each program of a game where all may think at once, as even as can be."""
    ordered = sorted(cores)
    return [frozenset(ordered[number::programs]) for number in range(programs)]


def games_with_pondering(cores: int, programs: int, wanted: int | None) -> int:
    """How many games can be on at once if each program has a processor of its own, and the referees one.

    Raises TooFewCores when that is none, or fewer than are wanted.
    """
    most = (cores - 1) // programs
    games = wanted or max(1, most)
    if games > most:
        raise TooFewCores(
            "with pondering each program needs a core of its own, and the referees need one: "
            f"{games * programs + 1} cores for {games} x {programs} programs, and there are {cores}"
        )
    return games


def own_cores() -> set[int]:
    """The processors that this process may use."""
    return os.sched_getaffinity(0)
