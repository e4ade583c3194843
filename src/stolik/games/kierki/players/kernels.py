"""The rules of Kierki for machine code: a deal as a row of whole numbers, compiled by Numba.

The rules themselves are in `rules.py`; these kernels repeat the part that a playout needs, and the tests compare the
two. A set of cards fits in 52 bits, so everything here is a signed 64-bit number: Numba turns a mixture of signed and
unsigned numbers into floats.

Numba caches compiled code and checks only the file of the kernel itself: after a change of a kernel that is called from
another file, run `make clean-kernels`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from stolik.games.kierki.cards import DECK as DECK_CARDS
from stolik.games.kierki.cards import SUIT_SETS, Card, card_set
from stolik.games.kierki.players.duck import HIGHER, LOWER
from stolik.games.kierki.rules import CARD_POINTS, DEAL_POINTS, TRICK_POINTS, TRICKS

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
F = TypeVar("F", bound=Callable[..., Any])


def kernel(signature: str) -> Callable[[F], F]:
    """Compiles for exactly these types, with a cache on disk, and releases the GIL while it runs."""
    return cast("Callable[[F], F]", njit(signature, cache=True, nogil=True, error_model="numpy"))


Emit = Callable[[Any, Any], Any]
"""Writes instructions with LLVM's builder for a value, and returns the result's value."""


def _instruction(name: str, emit: Emit) -> Callable[[int], int]:
    """A function of one number for which the processor has an instruction and Python has not."""

    def typed(typing_context: Any, cards: Any) -> Any:  # noqa: ANN401 - Numba's own types
        return types.int64(types.int64), lambda _context, builder, _signature, args: emit(builder, args[0])

    typed.__name__ = name
    return cast("Callable[[int], int]", intrinsic(typed))


_NOT_EMPTY: Final = ir.Constant(ir.IntType(1), 1)
"""Tells LLVM that the set is not empty."""

popcount: Final = _instruction("popcount", lambda builder, cards: builder.ctpop(cards))
"""How many cards a set holds."""
lowest: Final = _instruction("lowest", lambda builder, cards: builder.cttz(cards, _NOT_EMPTY))
"""The first card of a set that is not empty."""
highest: Final = _instruction(
    "highest", lambda builder, cards: builder.sub(ir.Constant(ir.IntType(64), 63), builder.ctlz(cards, _NOT_EMPTY))
)
"""The last card of a set that is not empty."""

DECK: Final = card_set(DECK_CARDS)
SUITS: Final = np.array(SUIT_SETS, dtype=np.int64)
POINTS: Final = np.array(CARD_POINTS, dtype=np.int64)
"""[kind, card]"""
_LOWER: Final = np.array(LOWER)
_HIGHER: Final = np.array(HIGHER)
OWN_POINTS: Final = np.array(TRICK_POINTS, dtype=np.int64)
"""[kind, trick's number]: what the trick itself costs."""

# A deal in progress is a row of numbers. It keeps only those facts about the cards on the table that later plays need.
HANDS: Final = 0
"""Four places: the cards of each seat, as far as they are known or supposed."""
VOIDS: Final = 4
"""Four places, by suit: a bit for each seat that is known to be void in it."""
GONE: Final = 8
"""The cards that were played, those on the table too."""
KIND: Final = 9
NUMBER: Final = 10
"""The number of the current trick; 14 after the last one."""
LEADER: Final = 11
COUNT: Final = 12
"""How many cards are on the table."""
BEST: Final = 13
"""The card on the table that would take the trick."""
TAKER: Final = 14
"""Who played it."""
COST: Final = 15
"""What the trick on the table costs so far."""
LEFT: Final = 16
"""The points of the deal that nobody has taken yet."""
TAKEN: Final = 17
"""Four places: the points that each seat has taken."""
LAID: Final = 21
"""Four places: the card that each seat has on the table, as a set."""
NOT_DUCK: Final = 25
"""Four places: the cards that a seat cannot have if it plays as `Duck`."""
BROKEN: Final = 29
"""Four places: how often the seat played one of those cards."""
WIDTH: Final = 33


def new_deal(kind: int, first: int, hands: tuple[int, ...] = (0, 0, 0, 0)) -> Ints:
    """The row of a deal before its first card."""
    deal = np.zeros(WIDTH, dtype=np.int64)
    deal[HANDS : HANDS + 4] = hands
    deal[KIND], deal[NUMBER], deal[LEADER] = kind, 1, first
    deal[COST], deal[LEFT] = TRICK_POINTS[kind][1], DEAL_POINTS[kind]
    return deal


@kernel("int64(int64)")
def suit_of(card: Card) -> int:
    """The card's suit, by a multiplication: a general division by 13 would take a tenth of a playout's time."""
    return card * 79 >> 10


@kernel("int64(int64[::1])")
def actor_of(deal: Ints) -> int:
    """Who plays the next card."""
    return (deal[LEADER] + deal[COUNT]) & 3  # type: ignore[no-any-return]


@kernel("int64(int64[::1], int64)")
def playable(deal: Ints, hand: int) -> int:
    """The cards of the hand that may be played on those on the table."""
    if deal[COUNT]:
        following = hand & SUITS[suit_of(deal[BEST])]
        if following:
            return following  # type: ignore[no-any-return]
    return hand


@kernel("int64(int64[::1], int64, int64)")
def distinct_cards(deal: Ints, hand: int, legal: int) -> int:
    """The legal cards without those that are equivalent to a lower one: no other player's card is between the two."""
    # A beaten card on the table does not separate its neighbours any more; the winning card does.
    others = DECK & ~deal[GONE] & ~hand
    if deal[COUNT]:
        others |= 1 << deal[BEST]
    kept, last = 0, -1
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        if (
            last < 0
            or suit_of(last) != suit_of(card)
            or POINTS[deal[KIND], last] != POINTS[deal[KIND], card]
            or others & ((1 << card) - (2 << last))
        ):
            kept |= 1 << card
            last = card
    return kept


@kernel("void(int64[::1])")
def _take(deal: Ints) -> None:
    """Gives the trick on the table to its taker, who leads the next."""
    deal[TAKEN + deal[TAKER]] += deal[COST]
    deal[LEFT] -= deal[COST]
    deal[LEADER] = deal[TAKER]
    deal[COUNT] = 0
    for seat in range(4):
        deal[LAID + seat] = 0
    deal[NUMBER] += 1
    deal[COST] = OWN_POINTS[deal[KIND], deal[NUMBER]] if deal[NUMBER] <= TRICKS else 0


@kernel("int64(int64[::1], int64)")
def duck_lacks(deal: Ints, card: Card) -> int:
    """The cards that `Duck` would have played rather than this one; it follows suit if the card does."""
    suit, best = SUITS[suit_of(card)], deal[BEST]
    if deal[COUNT] == 0:
        return _LOWER[card]  # type: ignore[no-any-return]
    if suit_of(card) != suit_of(best):
        return _HIGHER[card]  # type: ignore[no-any-return]
    under = suit & ((1 << card) - 1)
    return ((1 << best) - 1) & ~under & ~(1 << card) & suit if card < best else under  # type: ignore[no-any-return]


@kernel("void(int64[::1], int64)")
def put(deal: Ints, card: int) -> None:
    """Plays a card, which must be playable, for the seat whose turn it is; the fourth one ends the trick."""
    seat = (deal[LEADER] + deal[COUNT]) & 3
    bit = 1 << card
    deal[BROKEN + seat] += deal[NOT_DUCK + seat] >> card & 1
    deal[NOT_DUCK + seat] |= duck_lacks(deal, card)
    deal[LAID + seat] = bit
    deal[HANDS + seat] &= ~bit
    deal[GONE] |= bit
    deal[COST] += POINTS[deal[KIND], card]
    if deal[COUNT] == 0:
        deal[BEST] = card
        deal[TAKER] = seat
    else:
        suit = suit_of(deal[BEST])
        if suit_of(card) != suit:
            deal[VOIDS + suit] |= 1 << seat
        elif card > deal[BEST]:
            deal[BEST] = card
            deal[TAKER] = seat
    deal[COUNT] += 1
    if deal[COUNT] == 4:
        _take(deal)


@kernel("boolean(int64[::1])")
def settled(deal: Ints) -> bool:
    """Whether no points are left in the deal."""
    return deal[LEFT] == 0 or deal[NUMBER] > TRICKS  # type: ignore[no-any-return]


@kernel("int64(uint64[::1], int64)")
def below(chance: Words, bound: int) -> int:
    """A random integer from 0 to less than the bound; `chance` is the generator's state (splitmix64)."""
    chance[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = chance[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed = mixed ^ (mixed >> np.uint64(31))
    return np.int64(((mixed >> np.uint64(33)) * np.uint64(bound)) >> np.uint64(31))  # type: ignore[return-value]


@kernel("float64(uint64[::1])")
def share(chance: Words) -> float:
    """A random number from 0 to less than 1."""
    return below(chance, 1 << 31) / float(1 << 31)


@kernel("int64(int64, int64)")
def nth(cards: int, place: int) -> int:
    """The card at a place of a set, from 0."""
    for _ in range(place):
        cards &= cards - 1
    return lowest(cards)
