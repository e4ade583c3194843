"""The patterns of the evaluation, and how their states are read from a board.

A pattern is a few squares; each is empty, own or the opponent's, so its state is a number in base three. A rotated or
mirrored shape has the same weights, so the evaluation is the same for all eight symmetries of a board. This module
does not import Numba: the training, the tests and the kernels all use these tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from stolik.games.othello.rules import read_square

Squares = tuple[int, ...]

_SHAPES: Final = {
    "edge and X squares": ("a1 b1 c1 d1 e1 f1 g1 h1 b2 g2", 4),
    "corner, two by five": ("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2", 8),
    "corner, three by three": ("a1 b1 c1 a2 b2 c2 a3 b3 c3", 4),
    "second row": ("a2 b2 c2 d2 e2 f2 g2 h2", 4),
    "third row": ("a3 b3 c3 d3 e3 f3 g3 h3", 4),
    "fourth row": ("a4 b4 c4 d4 e4 f4 g4 h4", 4),
    "diagonal of eight": ("a1 b2 c3 d4 e5 f6 g7 h8", 2),
    "diagonal of seven": ("b1 c2 d3 e4 f5 g6 h7", 4),
    "diagonal of six": ("c1 d2 e3 f4 g5 h6", 4),
    "diagonal of five": ("d1 e2 f3 g4 h5", 4),
    "diagonal of four": ("e1 f2 g3 h4", 4),
}
"""Each shape's squares, and in how many different places of the board it is used."""

LANES: Final = 48
"""The number of places of all shapes, with padding to whole vectors."""

BRIEF: Final = 16
"""The first places, all at the edge, fill one vector: near the end they are enough to sort moves."""

COUNTS: Final = 65
"""After the patterns come the weights of three numbers: own moves, the opponent's moves, the empty squares."""

PHASES: Final = 12
PHASE_SQUARES: Final = 5
"""The length of a phase in filled squares: a pattern has different weights early and late."""

DISC: Final = 128
"""One disc, in the units of the evaluation."""

WORST: Final = 64 * DISC
"""The largest score: all squares."""


@dataclass(frozen=True)
class Pattern:
    """A shape, all its places on the board, and where its weights begin."""

    places: tuple[Squares, ...]
    offset: int

    @property
    def states(self) -> int:
        """In how many ways its squares can be filled."""
        return int(3 ** len(self.places[0]))


def _turned(square: int, way: int) -> int:
    """Where the square goes in one of the board's eight symmetries."""
    column, row = square % 8, square // 8
    if way & 1:
        column = 7 - column
    if way & 2:
        row = 7 - row
    if way & 4:
        column, row = row, column
    return column + 8 * row


def _places(squares: Squares) -> tuple[Squares, ...]:
    """The different places of the shape, each in its first symmetry."""
    places: dict[frozenset[int], Squares] = {}
    for way in range(8):
        turned = tuple(_turned(square, way) for square in squares)
        places.setdefault(frozenset(turned), turned)
    return tuple(places.values())


@cache
def patterns() -> tuple[Pattern, ...]:
    """All shapes, in the order of their weights."""
    found: list[Pattern] = []
    for text, count in _SHAPES.values():
        places = _places(tuple(map(read_square, text.split())))
        if len(places) != count:
            raise AssertionError(f"{text} lies in {len(places)} places, not {count}")
        found.append(Pattern(places, sum(pattern.states for pattern in found)))
    return tuple(found)


def lane_offsets() -> tuple[int, ...]:
    """Where the weights of each place's pattern begin."""
    return tuple(pattern.offset for pattern in patterns() for _ in pattern.places)


def counts_offset() -> int:
    """Where the weights of the looked-up numbers begin."""
    last = patterns()[-1]
    return last.offset + last.states


def phase_size() -> int:
    """How many weights a phase has."""
    return counts_offset() + 3 * COUNTS


@cache
def row_table() -> NDArray[np.uint16]:
    """[row, its eight bits, lane]: what the discs of the row add to the state of each place."""
    table = np.zeros((8, 256, LANES), np.uint16)
    bits = np.arange(256)
    places = [place for pattern in patterns() for place in pattern.places]
    for lane, place in enumerate(places):
        for power, square in enumerate(place):
            table[square // 8, :, lane] += ((bits >> square % 8 & 1) * 3**power).astype(np.uint16)
    return table


@cache
def square_table() -> NDArray[np.uint16]:
    """[square, lane]: what one disc there adds to the state of each place."""
    table = row_table()
    return np.array([table[square // 8, 1 << square % 8] for square in range(64)])


def _mirrored(pattern: Pattern) -> NDArray[np.int64]:
    """[state]: the state of the mirrored place, if a symmetry of the board maps the place to itself."""
    squares = pattern.places[0]
    states = np.arange(pattern.states)
    for way in range(1, 8):
        turned = tuple(_turned(square, way) for square in squares)
        if set(turned) == set(squares):
            mirrored = np.zeros(pattern.states, np.int64)
            for power, square in enumerate(squares):
                mirrored += states // 3 ** turned.index(square) % 3 * 3**power
            return mirrored
    return states


@cache
def classes() -> tuple[NDArray[np.int32], int]:
    """[weight]: its class (all weights of a class are equal); and the number of classes."""
    least = np.arange(phase_size())
    for pattern in patterns():
        mirrored = pattern.offset + _mirrored(pattern)
        part = slice(pattern.offset, pattern.offset + pattern.states)
        least[part] = np.minimum(least[part], mirrored)
    distinct, class_of = np.unique(least, return_inverse=True)
    return class_of.astype(np.int32), len(distinct)


def phase_of(empties: int) -> int:
    """The phase of a board with so many empty squares."""
    return max(0, min((60 - empties) // PHASE_SQUARES, PHASES - 1))
