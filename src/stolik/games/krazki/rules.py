"""Krążki: stacks of white (b) and black (c) discs; the player who cannot move loses.

A stack is written from the bottom disc up. A move takes one disc of the mover's own colour away, with
everything above it; it is written as the stack's number, from 0, and what is left of the stack.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from msgspec import Struct, structs

from stolik.contract import IllegalMove, NotationError, Seat

WHITE, BLACK = "b", "c"
SEATS: Final = (WHITE, BLACK)
STACKS: Final = 10
TALLEST: Final = 30
# A move's notation has three digits for its stack, so a position with more stacks cannot be read.
MOST_STACKS: Final = 1000

_POSITION = re.compile(r"([bc]) \|((?:[bc]*\|)+)")
_MOVE = re.compile(r"(0|[1-9][0-9]{0,2})(?: ([bc]*))?")


class Move(Struct, frozen=True, gc=False):
    """Which stack is taken from, and what is left of it."""

    stack: int
    left: str


class Position(Struct, frozen=True, gc=False):
    """The stacks, and whose turn it is. Everyone sees everything."""

    mover: Seat
    stacks: tuple[str, ...]

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None when that seat cannot move, which ends the game."""
        return self.mover if self.mover in "".join(self.stacks) else None

    def moves(self) -> Sequence[Move]:
        """One move for each disc of the mover's colour."""
        return [
            Move(number, stack[:height])
            for number, stack in enumerate(self.stacks)
            for height, disc in enumerate(stack)
            if disc == self.mover
        ]

    def play(self, move: Move) -> Position:
        """The position after the discs are taken."""
        if not 0 <= move.stack < len(self.stacks):
            raise IllegalMove(f"there is no stack {move.stack}: stacks are numbered 0 to {len(self.stacks) - 1}")
        stack = self.stacks[move.stack]
        if len(move.left) >= len(stack) or not stack.startswith(move.left):
            raise IllegalMove(f"{move.left!r} is not what can be left of stack {move.stack}, {stack!r}")
        if stack[len(move.left)] != self.mover:
            raise IllegalMove(
                f"the lowest disc taken must be your own ({self.mover}), and it is {opponent(self.mover)}"
            )
        stacks = (*self.stacks[: move.stack], move.left, *self.stacks[move.stack + 1 :])
        return Position(opponent(self.mover), stacks)

    def view(self, seat: Seat | None) -> Position:
        """The position itself: nothing is hidden."""
        return self

    @property
    def scores(self) -> Mapping[Seat, int]:
        """1 for the winner once the game is over."""
        return {seat: int(seat in self.winners) for seat in SEATS}

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The opponent of the player who cannot move."""
        return () if self.turn else (opponent(self.mover),)


def opponent(seat: Seat) -> Seat:
    """The other colour."""
    return BLACK if seat == WHITE else WHITE


def read_stacks(text: str) -> tuple[str, ...]:
    """The stacks of a text such as `|cbbcb|bcc|`."""
    return read_position(f"{WHITE} {text}").stacks


def write_stacks(stacks: Sequence[str]) -> str:
    """The stacks between bars."""
    return f"|{'|'.join(stacks)}|"


def read_position(text: str) -> Position:
    """A position as the protocol's `200` line has it: the mover's colour and the stacks."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise NotationError(f"not a colour and stacks such as 'c |cbbcb|bcc|': {text!r}")
    stacks = tuple(match[2].split("|")[:-1])
    if len(stacks) > MOST_STACKS:
        raise NotationError(f"there are {len(stacks)} stacks, and {MOST_STACKS} is the most that can be numbered")
    return Position(match[1], stacks)


def write_position(position: Position) -> str:
    """The mover's colour and the stacks."""
    return f"{position.mover} {write_stacks(position.stacks)}"


def stacks_and_mover(position: Position) -> tuple[str, str]:
    """The stacks, and the mover's colour: the words of `stolik solve`."""
    return write_stacks(position.stacks), position.mover


@lru_cache(maxsize=64)  # a move is read by its door, and again by its table
def read_move(text: str) -> Move:
    """A move such as `7 bbc`; `7` and `7 ` both empty stack 7."""
    match = _MOVE.fullmatch(text)
    if not match:
        raise NotationError(f"not a stack's number and what is left of it, such as '7 bbc': {text!r}")
    return Move(int(match[1]), match[2] or "")


def write_move(move: Move) -> str:
    """The stack's number and what is left of it; the number alone when that is nothing."""
    return f"{move.stack} {move.left}" if move.left else str(move.stack)


def random_position(rng: Random) -> Position:
    """A start as in the contest: half of the stacks have a white bottom disc, half a black one; white moves first."""
    bottoms = [WHITE, BLACK] * (STACKS // 2)
    rng.shuffle(bottoms)
    stacks = (bottom + "".join(rng.choices(SEATS, k=rng.randrange(TALLEST))) for bottom in bottoms)
    return Position(WHITE, tuple(stacks))


def drawn_position(rng: Random) -> Position:
    """The same with a random colour to move: for two programs, of which the one that came first moves first."""
    return structs.replace(random_position(rng), mover=rng.choice(SEATS))
