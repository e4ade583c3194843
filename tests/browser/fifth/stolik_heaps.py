"""A game of heaps that brings nothing but its rules: what the page has for such a game is tested with it.

This folder is put on the path of a service: the entry point beside this file is then found like that of an installed
package.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from stolik.contract import BuiltinPlayer, Game, IllegalMove, NotationError

SEATS: Final = ("first", "second")
Take = tuple[int, int]
"""A heap, counted from 1, and how many matches are taken from it."""


class Heaps(Struct, frozen=True, gc=False):
    """Matches in heaps; whoever takes the last one wins."""

    heaps: tuple[int, ...]
    mover: int

    @property
    def turn(self) -> str | None:
        """Who moves; nobody when nothing is left."""
        return SEATS[self.mover] if any(self.heaps) else None

    def moves(self) -> list[Take]:
        """Every heap and number."""
        return [(heap + 1, n) for heap, size in enumerate(self.heaps) for n in range(1, size + 1)]

    def play(self, move: Take) -> Heaps:
        """Takes matches away."""
        if move not in self.moves():
            raise IllegalMove(f"you cannot take {move[1]} from heap {move[0]}")
        heaps = tuple(size - move[1] if heap + 1 == move[0] else size for heap, size in enumerate(self.heaps))
        return Heaps(heaps, 1 - self.mover)

    def view(self, seat: str | None) -> Heaps:
        """Nothing is hidden."""
        return self

    @property
    def scores(self) -> Mapping[str, int]:
        """1 for whoever took the last match."""
        return {seat: int(not any(self.heaps) and SEATS[1 - self.mover] == seat) for seat in SEATS}

    @property
    def winners(self) -> tuple[str, ...]:
        """Whoever took the last match."""
        return () if any(self.heaps) else (SEATS[1 - self.mover],)


def _read(text: str) -> Heaps:
    try:
        mover, *heaps = map(int, text.split())
    except ValueError:
        raise NotationError(f"{text!r} is no position") from None
    return Heaps(tuple(heaps), mover)


def _read_move(text: str) -> Take:
    try:
        heap, n = map(int, text.split())
    except ValueError:
        raise NotationError("a move is a heap and how many matches to take, such as 2 3") from None
    return heap, n


def _text(position: Heaps) -> str:
    return "\n".join(f"heap {heap + 1}: {'|' * size}" for heap, size in enumerate(position.heaps))


GAME: Final = Game(
    name="heaps",
    title="Żółw & <b>Heaps</b>",
    seats=SEATS,
    start=lambda rng: Heaps((3, 5, 7), 0),
    read=_read,
    write=lambda position: " ".join(map(str, (position.mover, *position.heaps))),
    read_move=_read_move,
    write_move=lambda move: f"{move[0]} {move[1]}",
    view_type=Heaps,
    text=_text,
    # Named and never loaded: what it needs is installed nowhere.
    players={"best": BuiltinPlayer("stolik_heaps:GAME", needs="a_package_that_nobody_has")},
)
