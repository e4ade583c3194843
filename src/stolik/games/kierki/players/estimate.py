"""The estimate of `Heuristic` in machine code: the same formulas, so that playouts can follow that player.

The formulas are explained in `heuristic.py`. Here cards of equal cost are counted together instead of one by one,
so the results of the two may differ only in the last bits of a sum.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stolik.games.kierki.cards import Card
from stolik.games.kierki.players.heuristic import LATER, LONG_CARD, LOST_A_ROUND, NEXT_ROUND, THROWN, VOID, chance_under
from stolik.games.kierki.players.kernels import (
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
from stolik.games.kierki.players.memory import OTHERS
from stolik.games.kierki.rules import CARD_POINTS, TRICK_POINTS, TRICKS

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
"""[holders, out]: the chance that a seat which may hold a suit has none of it."""

PAPER: Final = 64
"""The size of the buffer (paper) of an estimate: the costs of the 52 cards, and then these."""
_RISKS: Final = 52


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


@kernel("float64(int64, int64, int64, int64, int64, float64, float64)")
def _exposure(kind: int, card: Card, out: int, holders: int, lost: int, comes: float, price: float) -> float:
    """The expected cost of holding a card, if `lost` of the cards `out` are gone when its round comes."""
    chance, many = LONG_CARD, popcount(out)
    if many > lost:
        lower = popcount(out & ((1 << card) - 1)) - lost
        chance = _UNDER[holders, max(0, lower), many - lost, holders]
    return comes * chance * (price + POINTS[kind, card])  # type: ignore[no-any-return]


@kernel("float64(int64, int64, int64, int64, int64, float64, float64, float64)")
def _danger(
    kind: int, held: int, out: int, holders: int, lost: int, comes: float, danger: float, price: float
) -> float:
    """Adds the expected cost of holding these cards of a suit, when the others have the cards `out` of it."""
    a_round = min(holders, LOST_A_ROUND)
    while held:
        danger += _exposure(kind, lowest(held), out, holders, lost, comes, price)
        held &= held - 1
        comes *= NEXT_ROUND
        lost += a_round
    return danger


@kernel("float64(int64, int64, int64, float64)")
def _lead_risk(rest: int, out: int, holders: int, price: float) -> float:
    """The expected cost of leading the lowest of these cards of a suit."""
    if rest == 0:
        return np.inf
    card = lowest(rest)
    return price * _UNDER[holders, popcount(out & ((1 << card) - 1)), popcount(out), holders]  # type: ignore[no-any-return]


@kernel("float64(int64[::1], int64, int64, float64, int64)")
def _price(deal: Ints, hand: int, unseen: int, whole: float, suit: int) -> float:
    """The price of a later trick of the suit, when all unseen cards together cost `whole`."""
    inside = _cost_of(deal[KIND], unseen & SUITS[suit]) if whole else 0.0
    rounds = max(1.0, popcount((unseen | hand) & SUITS[suit]) / 4)
    tricks, tricks_left = _LATER_TRICKS[deal[KIND], deal[NUMBER]], TRICKS - deal[NUMBER]
    return inside / rounds + (tricks + THROWN * (whole - inside)) / tricks_left  # type: ignore[no-any-return]


@kernel("void(int64[::1], int64, int64, float64, int64, float64[::1])")
def _note_risks(deal: Ints, hand: int, unseen: int, whole: float, seat: int, paper: Floats) -> None:
    """Notes for each suit the risk of leading our lowest card of it."""
    for suit in range(4):
        risk, held = np.inf, hand & SUITS[suit]
        if held:
            price = _price(deal, hand, unseen, whole, suit)
            risk = _lead_risk(held, unseen & SUITS[suit], _holders(deal, suit, seat), price)
        paper[_RISKS + suit] = risk


@kernel("float64(int64, float64[::1])")
def _other_risk(suit: int, paper: Floats) -> float:
    """The least risk of leading another suit."""
    risk = np.inf
    for other in range(4):
        if other != suit:
            risk = min(risk, paper[_RISKS + other])
    return risk


@kernel("int64(int64[::1], int64, int64)")
def _followers(deal: Ints, suit: int, seat: int) -> int:
    """How many of the players after this seat may have the suit."""
    followers = 0
    for place in range(1, 4 - deal[COUNT]):
        followers += 1 - ((deal[VOIDS + suit] >> ((seat + place) & 3)) & 1)
    return followers


@kernel("float64(int64[::1], int64, int64, int64, int64)")
def _thrown_in(deal: Ints, suit: int, holders: int, followers: int, unseen: int) -> float:
    """The expected points that later players will throw on a trick of the suit."""
    throwing = float(3 - deal[COUNT] - followers)
    if followers:
        throwing += followers * _RAN_OUT[holders, popcount(unseen & SUITS[suit])]
    return throwing * _thrown(deal[KIND], unseen & ~SUITS[suit]) if throwing > 0 else 0.0


@kernel("float64(int64[::1], int64, int64, int64, int64, float64, float64)")
def _cost_now(deal: Ints, card: Card, out: int, holders: int, followers: int, thrown: float, risk: float) -> float:
    """The chance that the card takes this trick, times what the trick, and then having to lead, would cost."""
    lower = out & ((1 << card) - 1)
    added = _cost_of(deal[KIND], lower) * followers / holders + thrown if followers else thrown
    chance = _UNDER[holders, popcount(lower), popcount(out), followers]
    return chance * (deal[COST] + POINTS[deal[KIND], card] + added + (risk if risk < np.inf else 0.0))  # type: ignore[no-any-return]


@kernel("int64(int64[::1], int64, float64[::1])")
def weigh(deal: Ints, hand: int, paper: Floats) -> Card:
    """The card that `Heuristic` plays; if there is a choice, all costs are written to the paper."""
    legal = playable(deal, hand)
    if legal & (legal - 1) == 0:
        return lowest(legal)
    kind = deal[KIND]
    seat = (deal[LEADER] + deal[COUNT]) & 3
    unseen = DECK & ~deal[GONE] & ~hand
    whole = _cost_of(kind, unseen)
    takers = legal
    if deal[COUNT]:
        takers &= SUITS[suit_of(deal[BEST])] & ~((1 << deal[BEST]) - 1)
    if takers:
        _note_risks(deal, hand, unseen, whole, seat, paper)
    choice, least = -1, np.inf
    while legal:
        suit = suit_of(lowest(legal))
        held, out, holders = hand & SUITS[suit], unseen & SUITS[suit], _holders(deal, suit, seat)
        legal &= ~held
        price = _price(deal, hand, unseen, whole, suit)
        danger = _danger(kind, held, out, holders, 0, 1.0, 0.0, price)
        a_round, lost, comes, lower_danger = min(holders, LOST_A_ROUND), 0, 1.0, 0.0
        followers, thrown, other_risk = 0, 0.0, np.inf
        if takers & held:
            followers, other_risk = _followers(deal, suit, seat), _other_risk(suit, paper)
            thrown = _thrown_in(deal, suit, holders, followers, unseen)
        first, rest = lowest(held), held
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            later = _danger(kind, rest, out, holders, lost, comes, lower_danger, price) - danger
            cost = LATER * (later if held & (held - 1) else later - VOID)
            if takers >> card & 1:
                own_risk = paper[_RISKS + suit] if card != first else _lead_risk(rest, out, holders, price)
                cost += _cost_now(deal, card, out, holders, followers, thrown, min(own_risk, other_risk))
            lower_danger += _exposure(kind, card, out, holders, lost, comes, price)
            comes *= NEXT_ROUND
            lost += a_round
            paper[card] = cost
            if cost < least:
                choice, least = card, cost
    return choice
