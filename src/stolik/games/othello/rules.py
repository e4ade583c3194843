"""Othello on 8×8: black moves first, a player with no move passes, and the one with more discs wins.

A board is two 64-bit masks; square 0 is a1, 1 is b1, and 63 is h8: columns a to h from the left, rows 1 to 8
from the top. A pass is no move here: the turn stays with, or returns to, the player who can move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Final

from msgspec import Struct

from stolik.contract import IllegalMove, NotationError, Seat

BLACK, WHITE = "black", "white"
SEATS: Final = (BLACK, WHITE)
SQUARES: Final = 64

Board = int
"""A set of squares."""

FULL: Final[Board] = (1 << SQUARES) - 1
_NOT_A: Final[Board] = 0xFEFEFEFEFEFEFEFE
_NOT_H: Final[Board] = 0x7F7F7F7F7F7F7F7F
# A step in each direction: how far the bits are shifted, and the squares that it can reach without wrapping round.
_LEFTWARD: Final = ((1, _NOT_A), (8, FULL), (9, _NOT_A), (7, _NOT_H))
_RIGHTWARD: Final = ((1, _NOT_H), (8, FULL), (9, _NOT_H), (7, _NOT_A))

_NAMES: Final = tuple(f"{column}{row}" for row in "12345678" for column in "abcdefgh")
_NUMBERS: Final = {name: square for square, text in enumerate(_NAMES) for name in (text, text.upper())}
_BOARD = re.compile(r"([-.XOxo*]{64}) ([XOxo*])")


class Position(Struct, frozen=True, gc=False):
    """The discs of both players, and who moves next. Everyone sees everything."""

    black: Board
    white: Board
    turn: Seat | None
    """Whose turn it is: a seat that can move, or None when neither can."""

    def moves(self) -> Sequence[int]:
        """The squares where the player to move may put a disc."""
        return squares_in(self._targets())

    def _targets(self) -> Board:
        if self.turn is None:
            return 0
        own, other = self._sides()
        return targets(own, other)

    def _sides(self) -> tuple[Board, Board]:
        return (self.black, self.white) if self.turn == BLACK else (self.white, self.black)

    def play(self, move: int) -> Position:
        """The position after a disc is put on the square and the enclosed discs are flipped; raises IllegalMove."""
        if self.turn is None:
            raise IllegalMove("the game is over")
        if not 0 <= move < SQUARES:
            raise IllegalMove(f"there is no square {move}: squares are numbered 0 to {SQUARES - 1}")
        if (self.black | self.white) >> move & 1:
            raise IllegalMove(f"{write_square(move)} is taken")
        own, other = self._sides()
        turned = flips(own, other, move)
        if not turned:
            raise IllegalMove(f"{write_square(move)} turns no disc")
        own |= turned | 1 << move
        other &= ~turned
        black, white = (own, other) if self.turn == BLACK else (other, own)
        return settle(black, white, opponent(self.turn))

    def view(self, seat: Seat | None) -> Position:
        """The position itself: nothing is hidden."""
        return self

    @property
    def discs(self) -> Mapping[Seat, int]:
        """The discs on the board."""
        return {BLACK: self.black.bit_count(), WHITE: self.white.bit_count()}

    @property
    def scores(self) -> Mapping[Seat, int]:
        """The discs; when the game is over, the winner also gets the empty squares."""
        scores = dict(self.discs)
        if self.turn is None and len(self.winners) == 1:
            scores[self.winners[0]] += SQUARES - sum(scores.values())
        return scores

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The player with more discs; both when they are equal."""
        discs = self.discs
        most = max(discs.values())
        return tuple(seat for seat in SEATS if discs[seat] == most)


def opponent(seat: Seat) -> Seat:
    """The other colour."""
    return WHITE if seat == BLACK else BLACK


def settle(black: Board, white: Board, next_: Seat) -> Position:
    """The position in which it is that seat's turn, or the other's if it must pass, or nobody's."""
    own, other = (black, white) if next_ == BLACK else (white, black)
    if can_move(own, other):
        return Position(black, white, next_)
    if can_move(other, own):
        return Position(black, white, opponent(next_))
    return Position(black, white, None)


def targets(own: Board, other: Board) -> Board:
    """The empty squares where a disc of `own` would enclose discs of `other`."""
    found = 0
    for each in _targets_by_direction(own, other):
        found |= each
    return found


def can_move(own: Board, other: Board) -> bool:
    """Whether there is any such square. Called after every move: nearly always one disc can be enclosed on a line."""
    empty = ~(own | other)
    for by, enterable in _LEFTWARD:
        if (own << by & other & enterable) << by & empty & enterable:
            return True
    return any(_targets_by_direction(own, other))


def _targets_by_direction(own: Board, other: Board) -> Iterator[Board]:
    """The targets in each direction. Runs of `other` grow by one, two and two squares: they have at most six."""
    empty = ~(own | other)
    for by, enterable in _LEFTWARD:
        inner = other & enterable
        run = own << by & inner
        run |= run << by & inner
        inner &= inner << by
        run |= run << 2 * by & inner
        run |= run << 2 * by & inner
        yield run << by & enterable & empty
    for by, enterable in _RIGHTWARD:
        inner = other & enterable
        run = own >> by & inner
        run |= run >> by & inner
        inner &= inner >> by
        run |= run >> 2 * by & inner
        run |= run >> 2 * by & inner
        yield run >> by & enterable & empty


def flips(own: Board, other: Board, square: int) -> Board:
    """The discs of `other` that a disc of `own` on the empty square would flip."""
    turned = 0
    for run, beyond in _RAYS[square]:
        if not run & other:
            continue
        for ahead in beyond:
            if ahead & other:
                run |= ahead
                continue
            if ahead & own:
                turned |= run
            break
    return turned


def _rays(square: int) -> tuple[tuple[Board, tuple[Board, ...]], ...]:
    """In each direction where a disc can be enclosed: the next square, and those beyond it as far as the edge."""
    rays = []
    for dx, dy in product((-1, 0, 1), repeat=2):
        x, y, ray = square % 8 + dx, square // 8 + dy, []
        while (dx, dy) != (0, 0) and 0 <= x < 8 and 0 <= y < 8:
            ray.append(1 << x + 8 * y)
            x, y = x + dx, y + dy
        if len(ray) > 1:
            rays.append((ray[0], tuple(ray[1:])))
    return tuple(rays)


_RAYS: Final = tuple(map(_rays, range(SQUARES)))


def squares_in(board: Board) -> tuple[int, ...]:
    """The squares of a set, by rows from the top left."""
    squares = []
    while board:
        lowest = board & -board
        squares.append(lowest.bit_length() - 1)
        board ^= lowest
    return tuple(squares)


def read_square(text: str) -> int:
    """A square such as `f5`, in either case."""
    square = _NUMBERS.get(text)
    if square is None:
        raise NotationError(f"not a square from a1 to h8: {text!r}")
    return square


def write_square(square: int) -> str:
    """The square's column and row."""
    return _NAMES[square]


def read_transcript(text: str) -> tuple[int, ...]:
    """The moves of a transcript such as `f5d6c3`, passes left out."""
    if len(text) % 2:
        raise NotationError(f"a transcript has two characters a move, and this one ends in {text[-1]!r}")
    return tuple(read_square(text[at : at + 2]) for at in range(0, len(text), 2))


def write_transcript(moves: Sequence[int]) -> str:
    """The moves one after another, two characters each."""
    return "".join(map(write_square, moves))


def read_position(text: str) -> Position:
    """A board of 64 characters by rows (X or * black, O white, - empty), a space, and X or O to move."""
    match = _BOARD.fullmatch(text)
    if not match:
        raise NotationError(f"not a board of 64 characters from X, O and -, a space, and X or O: {text!r}")
    cells = match[1].upper().replace("*", "X")
    black, white = (sum(1 << i for i, cell in enumerate(cells) if cell == disc) for disc in "XO")
    return settle(black, white, WHITE if match[2] in "Oo" else BLACK)


def write_position(position: Position) -> str:
    """The board's 64 characters, and who moves; X when nobody does."""
    cells = ("X" if position.black >> i & 1 else "O" if position.white >> i & 1 else "-" for i in range(SQUARES))
    return f"{''.join(cells)} {'O' if position.turn == WHITE else 'X'}"


START: Final = settle(
    sum(1 << read_square(square) for square in ("e4", "d5")),
    sum(1 << read_square(square) for square in ("d4", "e5")),
    BLACK,
)


def standard_start(rng: Random) -> Position:
    """The one start position; nothing is drawn."""
    return START
