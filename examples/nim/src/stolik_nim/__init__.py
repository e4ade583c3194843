"""Nim: take as many matches as you like from one heap; whoever takes the last match wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from stolik.contract import Game, HouseRules, IllegalMove, NotationError, Seat

SEATS: Final = ("first", "second")
Take = tuple[int, int]
"""A heap, counted from 1, and how many matches are taken from it."""


class Position(Struct, frozen=True):
    """The heaps, and the number of the seat that moves."""

    heaps: tuple[int, ...]
    mover: int = 0

    @property
    def turn(self) -> Seat | None:
        """Who moves; nobody when no match is left."""
        return SEATS[self.mover] if any(self.heaps) else None

    def moves(self) -> Sequence[Take]:
        """Any number from any heap."""
        return [(heap, n) for heap, size in enumerate(self.heaps, 1) for n in range(1, size + 1)]

    def play(self, move: Take) -> Position:
        """Takes the matches; raises IllegalMove."""
        if move not in self.moves():
            raise IllegalMove(f"you cannot take {move[1]} from heap {move[0]}")
        heaps = [size - move[1] if heap == move[0] else size for heap, size in enumerate(self.heaps, 1)]
        return Position(tuple(heaps), 1 - self.mover)

    def view(self, seat: Seat | None) -> Position:
        """Nothing is hidden."""
        return self

    @property
    def scores(self) -> Mapping[Seat, int]:
        """1 for the winner."""
        return {seat: int(seat in self.winners) for seat in SEATS}

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Whoever took the last match."""
        return () if any(self.heaps) else (SEATS[1 - self.mover],)


def _numbers(text: str) -> tuple[int, ...]:
    words = text.split(" ")
    if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        raise NotationError(f"not small numbers with single blanks between them: {text!r}")
    return tuple(map(int, words))


def _read(text: str) -> Position:
    mover, _, heaps = text.partition(" ")
    if mover not in SEATS:
        raise NotationError(f"not a seat and heaps, such as 'first 3 5 7': {text!r}")
    return Position(_numbers(heaps), SEATS.index(mover))


def _read_move(text: str) -> Take:
    if len(numbers := _numbers(text)) != 2:
        raise NotationError(f"not a heap and how many to take, such as '2 3': {text!r}")
    return numbers[0], numbers[1]


GAME: Final = Game(
    name="nim",
    seats=SEATS,
    start=lambda rng: Position(tuple(rng.randint(1, 7) for _ in range(rng.randint(3, 5)))),
    read=_read,
    write=lambda position: " ".join([SEATS[position.mover], *map(str, position.heaps)]),
    read_move=_read_move,
    write_move=lambda move: f"{move[0]} {move[1]}",
    view_type=Position,
    text=lambda position: "\n".join(f"heap {n}: {'|' * size}" for n, size in enumerate(position.heaps, 1)),
    house_rules=HouseRules(turn_time=1.0, on_silence="forfeit", on_foul="forfeit", on_absence="forfeit"),
)
