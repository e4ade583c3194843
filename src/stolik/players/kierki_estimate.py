"""The estimate of `Heuristic` in machine code: the same formulas, so that playouts can follow that player.

Why each formula is what it is stands in `kierki_heuristic.py`. Here equal costs are counted together instead of card
by card, so the two may differ in the last bits of a sum, and in nothing else.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stolik.games.cards import Card
from stolik.games.kierki import CARD_POINTS, TRICK_POINTS, TRICKS
from stolik.players.kierki_heuristic import LATER, LONG_CARD, LOST_A_ROUND, NEXT_ROUND, THROWN, VOID, chance_under
from stolik.players.kierki_kernels import (
    BEST,
    COST,
    COUNT,
    DECK,
    GONE,
    KIND,
    LEADER,
    NUMBER,
    POINTS,
    SUITS,
    VOIDS,
    Floats,
    Ints,
    kernel,
    lowest,
    playable,
    popcount,
    suit_of,
)
from stolik.players.kierki_memory import OTHERS

LEVELS: Final = 6
"""The most different costs that cards have in one type of deal."""


def _levels() -> tuple[Ints, Ints]:
    """[kind, level]: what a card of the level costs, the most first, and the set of those cards."""
    costs, cards = np.zeros((8, LEVELS), np.int64), np.zeros((8, LEVELS), np.int64)
    for kind, points in enumerate(CARD_POINTS):
        for level, cost in enumerate(sorted({cost for cost in points if cost}, reverse=True)):
            costs[kind, level] = cost
            cards[kind, level] = sum(1 << card for card, its_cost in enumerate(points) if its_cost == cost)
    return costs, cards


_LEVEL_COSTS, _LEVEL_CARDS = _levels()
_LATER_TRICKS: Final = np.array([[sum(own[n + 1 :]) for n in range(14)] for own in TRICK_POINTS], dtype=np.float64)
"""[kind, trick's number]: what the tricks after it cost by themselves."""
_UNDER: Final = np.array(
    [
        [
            [[chance_under(holders, lower, out) ** seats for seats in range(4)] for out in range(14)]
            for lower in range(14)
        ]
        for holders in range(OTHERS + 1)
    ]
)
"""[holders, lower, out, seats]: the chance that none of so many seats need beat a card."""
_NOT_HELD: Final = np.array([(1 - 1 / OTHERS) ** count for count in range(53)])
"""[count]: the chance that a seat has none of so many cards that the others hold."""
_RAN_OUT: Final = np.array(
    [[(1 - 1 / holders) ** out if holders else 0.0 for out in range(14)] for holders in range(OTHERS + 1)]
)
"""[holders, out]: the chance that one who may hold a suit has none of it after all."""

PAPER: Final = 64
"""How many numbers of scratch paper an estimate needs: the costs of the 52 cards, and then these."""
_PRICES: Final = 52
_RISKS: Final = 56


@kernel("float64(int64, int64)")
def _cost_of(kind: int, cards: int) -> float:
    """What the cards of a set cost together."""
    points = 0
    for level in range(LEVELS):
        cost = _LEVEL_COSTS[kind, level]
        if cost == 0:
            break
        points += cost * popcount(cards & _LEVEL_CARDS[kind, level])
    return float(points)


@kernel("float64(int64, int64)")
def _thrown(kind: int, cards: int) -> float:
    """The points of the costliest of those cards that a seat is likely to have."""
    points, chance = 0.0, 1.0
    for level in range(LEVELS):
        cost = _LEVEL_COSTS[kind, level]
        if cost == 0:
            break
        none_of_them = _NOT_HELD[popcount(cards & _LEVEL_CARDS[kind, level])]
        points += chance * (1 - none_of_them) * cost
        chance *= none_of_them
    return points


@kernel("int64(int64[::1], int64, int64)")
def _holders(deal: Ints, suit: int, seat: int) -> int:
    """How many seats beside this one may have some of the suit."""
    return OTHERS - popcount(deal[VOIDS + suit] & ~(1 << seat))


@kernel("float64(int64, int64, int64, int64, float64)")
def _danger(kind: int, held: int, out: int, holders: int, price: float) -> float:
    """What holding those cards of a suit is likely to cost, when the cards `out` of it are with the others."""
    danger, comes, lost = 0.0, 1.0, 0
    many = popcount(out)
    a_round = min(holders, LOST_A_ROUND)
    while held:
        card = lowest(held)
        held &= held - 1
        chance = LONG_CARD
        if many > lost:
            lower = popcount(out & ((1 << card) - 1)) - lost
            chance = _UNDER[holders, max(0, lower), many - lost, holders]
        danger += comes * chance * (price + POINTS[kind, card])
        comes *= NEXT_ROUND
        lost += a_round
    return danger


@kernel("float64(int64, int64, int64, float64)")
def _lead_risk(rest: int, out: int, holders: int, price: float) -> float:
    """What leading the lowest of those cards of a suit is likely to cost."""
    if rest == 0:
        return np.inf
    card = lowest(rest)
    return price * _UNDER[holders, popcount(out & ((1 << card) - 1)), popcount(out), holders]  # type: ignore[no-any-return]


@kernel("void(int64[::1], int64, int64, int64, float64[::1])")
def _price_suits(deal: Ints, hand: int, unseen: int, seat: int, paper: Floats) -> None:
    """Notes for each suit the price of a later trick of it, and the risk of leading our lowest card of it."""
    kind, number = deal[KIND], deal[NUMBER]
    whole = _cost_of(kind, unseen)
    tricks, tricks_left = _LATER_TRICKS[kind, number], TRICKS - number
    for suit in range(4):
        out = unseen & SUITS[suit]
        inside = _cost_of(kind, out) if whole else 0.0
        rounds = max(1.0, popcount((unseen | hand) & SUITS[suit]) / 4)
        price = inside / rounds + (tricks + THROWN * (whole - inside)) / tricks_left
        paper[_PRICES + suit] = price
        paper[_RISKS + suit] = _lead_risk(hand & SUITS[suit], out, _holders(deal, suit, seat), price)


@kernel("float64(int64, int64, int64, int64, float64[::1])")
def _exit_risk(card: Card, hand: int, out: int, holders: int, paper: Floats) -> float:
    """What the next trick is likely to cost if we lead to it once the card is played."""
    suit = suit_of(card)
    rest = hand & SUITS[suit] & ~(1 << card)
    risk = paper[_RISKS + suit]
    if rest == 0 or card < lowest(rest):
        risk = _lead_risk(rest, out, holders, paper[_PRICES + suit])
    for other in range(4):
        if other != suit:
            risk = min(risk, paper[_RISKS + other])
    return risk if risk < np.inf else 0.0


@kernel("float64(int64[::1], int64, int64, int64, int64, float64[::1])")
def _cost_now(deal: Ints, card: Card, hand: int, unseen: int, seat: int, paper: Floats) -> float:
    """The chance that the card takes this trick, times what the trick, and then having to lead, would cost."""
    kind, suit = deal[KIND], suit_of(card)
    out = unseen & SUITS[suit]
    many = popcount(out)
    holders = _holders(deal, suit, seat)
    followers, later = 0, 3 - deal[COUNT]
    for place in range(1, later + 1):
        followers += 1 - ((deal[VOIDS + suit] >> ((seat + place) & 3)) & 1)
    lower = out & ((1 << card) - 1)
    added, throwing = 0.0, float(later - followers)
    if followers:
        throwing += followers * _RAN_OUT[holders, many]
        added = _cost_of(kind, lower) * followers / holders
    if throwing > 0:
        added += throwing * _thrown(kind, unseen & ~SUITS[suit])
    chance = _UNDER[holders, popcount(lower), many, followers]
    risk = _exit_risk(card, hand, out, holders, paper)
    return chance * (deal[COST] + POINTS[kind, card] + added + risk)  # type: ignore[no-any-return]


@kernel("int64(int64[::1], int64, float64[::1])")
def weigh(deal: Ints, hand: int, paper: Floats) -> Card:
    """What `Heuristic` plays; the costs of all the playable cards are left on the paper, if there is a choice."""
    legal = playable(deal, hand)
    if legal & (legal - 1) == 0:
        return lowest(legal)
    kind, best = deal[KIND], deal[BEST] if deal[COUNT] else -1
    seat = (deal[LEADER] + deal[COUNT]) & 3
    unseen = DECK & ~deal[GONE] & ~hand
    _price_suits(deal, hand, unseen, seat, paper)
    choice, least = -1, np.inf
    at, danger, held, out, holders = -1, 0.0, 0, 0, 0
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        suit = suit_of(card)
        price = paper[_PRICES + suit]
        if suit != at:
            at, held, out, holders = suit, hand & SUITS[suit], unseen & SUITS[suit], _holders(deal, suit, seat)
            danger = _danger(kind, held, out, holders, price)
        rest = held & ~(1 << card)
        later = _danger(kind, rest, out, holders, price) - danger
        cost = LATER * (later if rest else later - VOID)
        if best < 0 or (card > best and suit == suit_of(best)):
            cost = _cost_now(deal, card, hand, unseen, seat, paper) + cost
        paper[card] = cost
        if cost < least:
            choice, least = card, cost
    return choice
