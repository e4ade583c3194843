"""Instinct: estimates what a card of Kierki will cost, by a small network in machine code.

It was trained by the large network (`training/kierki_instinct.py`), sees most of what that network sees and no hidden
card, and needs a microsecond. `Search` uses it for our own later cards.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from stolik.games.kierki.cards import Card
from stolik.games.kierki.players.kernels import (
    BEST,
    BROKEN,
    COST,
    COUNT,
    DECK,
    GONE,
    KIND,
    LAID,
    LEFT,
    NOT_DUCK,
    NUMBER,
    SUITS,
    TAKEN,
    TAKER,
    VOIDS,
    Floats,
    Ints,
    actor_of,
    kernel,
    lowest,
    playable,
)
from stolik.games.kierki.rules import DEAL_POINTS

Singles = NDArray[np.float32]
Shorts = NDArray[np.int16]

# The rows of the first layer: sets of cards, a row for each card, and then some numbers.
_HAND, _UNSEEN, _LAID, _NOT_DUCK, _VOID = 0, 52, 2 * 52, 5 * 52, 8 * 52
_NUMBER: Final = 11 * 52
_COUNT, _BEST, _TAKER = _NUMBER + 13, _NUMBER + 17, _NUMBER + 68
_COST, _LEFT, _TAKEN, _BROKEN = _NUMBER + 72, _NUMBER + 73, _NUMBER + 74, _NUMBER + 77
_WHOLE: Final = np.array(DEAL_POINTS, dtype=np.float32)
_SCALE: Final = 4.0
"""The network's output is this times the share of the deal's remaining points."""

with np.load(Path(__file__).parent / "data" / "instinct.npz") as _file:
    _FIRST: Final = _file["first"]
    """Integers, with a scale for each column; small enough that every sum fits in 16 bits."""
    _UNITS, _FIRST_BIAS, _SECOND, _SECOND_BIAS, _LAST, _LAST_BIAS = (
        _file[name].astype(np.float32) for name in ("units", "first_bias", "second", "second_bias", "last", "last_bias")
    )
_FIRST_SIZE, _SECOND_SIZE = _SECOND.shape


@kernel("void(int64, int64, int16[::1])")
def _add_cards(row: int, cards: int, sums: Shorts) -> None:
    """Adds the weights of a set's cards; their rows begin at `row`."""
    while cards:
        weights = _FIRST[row + lowest(cards)]
        cards &= cards - 1
        for n in range(_FIRST_SIZE):
            sums[n] += weights[n]


@kernel("void(int64, float32, float32[::1])")
def _add_number(row: int, value: float, sums: Singles) -> None:
    weights = _FIRST[row]
    for n in range(_FIRST_SIZE):
        sums[n] += value * weights[n]


@kernel("void(int64[::1], int64, int16[::1])")
def _see_cards(deal: Ints, hand: int, sums: Shorts) -> None:
    """Adds the weights of all cards that the seat to play knows something about, and of the trick."""
    me, unseen = actor_of(deal), DECK & ~deal[GONE] & ~hand
    _add_cards(_HAND, hand, sums)
    _add_cards(_UNSEEN, unseen, sums)
    for place in range(3):
        seat, void = (me + 1 + place) & 3, 0
        for suit in range(4):
            if (deal[VOIDS + suit] >> seat) & 1:
                void |= unseen & SUITS[suit]
        _add_cards(_LAID + 52 * place, deal[LAID + seat], sums)
        _add_cards(_NOT_DUCK + 52 * place, deal[NOT_DUCK + seat] & unseen, sums)
        _add_cards(_VOID + 52 * place, void, sums)
    _add_cards(_NUMBER + deal[NUMBER] - 1, 1, sums)
    _add_cards(_COUNT + deal[COUNT], 1, sums)
    if deal[COUNT]:
        _add_cards(_BEST + deal[BEST], 1, sums)
        _add_cards(_TAKER + ((deal[TAKER] - me) & 3), 1, sums)


@kernel("void(int64[::1], float32[::1])")
def _see_points(deal: Ints, sums: Singles) -> None:
    """Adds the weights of the points taken, on the table and left, and of how often a seat did not play as `Duck`."""
    me, part = actor_of(deal), np.float32(1) / _WHOLE[deal[KIND]]
    _add_number(_COST, deal[COST] * part, sums)
    _add_number(_LEFT, deal[LEFT] * part, sums)
    for place in range(4):
        seat = (me + place) & 3
        if deal[TAKEN + seat]:
            _add_number(_TAKEN + place, deal[TAKEN + seat] * part, sums)
        if place and deal[BROKEN + seat]:
            _add_number(_BROKEN + place, min(deal[BROKEN + seat], 3) / np.float32(3), sums)


@kernel("void(int64[::1], int64, float32[::1])")
def _look(deal: Ints, hand: int, first: Singles) -> None:
    """Fills the first layer with what the seat to play sees."""
    sums = np.zeros(_FIRST_SIZE, np.int16)
    _see_cards(deal, hand, sums)
    _see_points(deal, first)
    for n in range(_FIRST_SIZE):
        first[n] = max((first[n] + sums[n]) * _UNITS[n] + _FIRST_BIAS[deal[KIND], n], np.float32(0))


@kernel("void(float32[::1], float32[::1])")
def _look_deeper(first: Singles, second: Singles) -> None:
    """Adds the first layer to the second; four rows at a time, so that the sums are stored less often."""
    for n in range(0, _FIRST_SIZE, 4):
        a, b, c, d = first[n], first[n + 1], first[n + 2], first[n + 3]
        for m in range(_SECOND_SIZE):
            second[m] += (a * _SECOND[n, m] + b * _SECOND[n + 1, m]) + (c * _SECOND[n + 2, m] + d * _SECOND[n + 3, m])
    for m in range(_SECOND_SIZE):
        second[m] = max(second[m], np.float32(0))


@kernel("float32(int64, int64, float32[::1])")
def _value(kind: int, card: Card, second: Singles) -> float:
    """The network's output for a card."""
    a, b, c, d = _LAST_BIAS[kind, card], np.float32(0), np.float32(0), np.float32(0)
    for n in range(0, _SECOND_SIZE, 4):
        a += second[n] * _LAST[kind, card, n]
        b += second[n + 1] * _LAST[kind, card, n + 1]
        c += second[n + 2] * _LAST[kind, card, n + 2]
        d += second[n + 3] * _LAST[kind, card, n + 3]
    return (a + b) + (c + d)  # type: ignore[no-any-return]


@kernel("int64(int64[::1], int64, float64[::1])")
def sense(deal: Ints, hand: int, paper: Floats) -> Card:
    """The card with the least expected cost; if there is a choice, the costs of all are written to the paper."""
    legal, kind = playable(deal, hand), deal[KIND]
    if legal & (legal - 1) == 0:
        return lowest(legal)
    first, second = np.zeros(_FIRST_SIZE, np.float32), _SECOND_BIAS[kind].copy()
    _look(deal, hand, first)
    _look_deeper(first, second)
    choice = lowest(legal)
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        paper[card] = _value(kind, card, second) * _WHOLE[kind] / _SCALE
        if paper[card] < paper[choice]:
            choice = card
    return choice
