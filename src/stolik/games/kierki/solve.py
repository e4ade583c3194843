"""Kierki with all hands known, for `stolik solve`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise

from stolik.contract import NotationError
from stolik.games.kierki.cards import Card, CardSet, card_set, read_cards, write_card
from stolik.games.kierki.match_file import read_head
from stolik.games.kierki.rules import SEATS, TRICKS, objection, winning_card
from stolik.players.solution import Solution
from stolik.service.net.alarm import ring_after

_HANDS = range(1, 1 + len(SEATS))


def solve(words: Sequence[str], seconds: float) -> Solution:
    """The solution of a deal's last tricks, for the seat whose turn it is once the given cards are played."""
    parts = " ".join(words).split()
    if len(parts) < 1 + len(SEATS):
        raise NotationError(
            "a deal has five parts, its type and first leader, then the cards of N, E, S and W: "
            f"{' '.join(parts)!r} has {len(parts)}"
        )
    kind, first = read_head(parts[0], 1)
    hands = _read_hands([parts[number] for number in _HANDS])
    played = read_cards("".join(parts[1 + len(SEATS) :]))
    _check_plays(first, hands, played)
    if len(played) == sum(map(int.bit_count, hands)):
        raise NotationError("all the cards are played: there is nothing to solve")
    from stolik.games.kierki.players.kernels import actor_of, put
    from stolik.games.kierki.players.solver import DealSolver, deal_row

    deal = deal_row(kind, first, hands)
    for card in played:
        put(deal, card)
    solver = DealSolver(deal)
    began = time.process_time()
    with ring_after(seconds, solver.stop):
        found = solver.solve()
    spent = time.process_time() - began
    seat = SEATS[int(actor_of(deal))]
    sure = f"{seat} can be sure of no more points" if found.exact else f"{seat}'s points if all play by rule of thumb"
    return Solution(found.points, sure, list(map(write_card, found.best)), found.exact, found.nodes, spent)


def _read_hands(texts: Sequence[str]) -> list[CardSet]:
    """Reads the hands; each must have the same number of cards, and no card may be there twice."""
    hands = [read_cards(text) for text in texts]
    for seat, hand in zip(SEATS, hands, strict=True):
        if len(hand) != len(hands[0]) or len(hand) > TRICKS:
            raise NotationError(
                f"each seat holds as many cards, {TRICKS} at most: N has {len(hands[0])}, {seat} {len(hand)}"
            )
    cards = sorted(card for hand in hands for card in hand)
    for card, next_ in pairwise(cards):
        if card == next_:
            raise NotationError(f"{write_card(card)} is dealt twice")
    return [card_set(hand) for hand in hands]


def _check_plays(leader: int, hands: Sequence[CardSet], played: Sequence[Card]) -> None:
    left = list(hands)
    table: tuple[Card, ...] = ()
    for card in played:
        seat = (leader + len(table)) % 4
        why_not = objection(left[seat], table, card)
        if why_not:
            raise NotationError(f"{SEATS[seat]} cannot play {write_card(card)}: {why_not}")
        left[seat] ^= 1 << card
        table = (*table, card)
        if len(table) == len(SEATS):
            leader = (leader + winning_card(table)) % 4
            table = ()
