"""Heuristic: a player of Kierki that weighs each card by what it is likely to cost, now and later."""

from __future__ import annotations

import math
from collections.abc import Sequence

from stolik.games.cards import Card
from stolik.games.kierki import CARD_POINTS, TRICK_POINTS, TRICKS, View, winning_card
from stolik.players.kierki_memory import Memory

W = {"kappa": 0.8, "rounds": 0.85, "dump": 0.5, "follow": 0.5, "exit": 0.6, "void": 0.0, "late": 0.3, "own": 1.0}


def _take_chance(others: int, below: int, total: int) -> float:
    if not others:
        return 1.0
    miss = 1 - 1 / others
    return (1 - (miss**below - miss**total)) ** others


TAKE = [[[_take_chance(m, b, t) for t in range(14)] for b in range(14)] for m in range(4)]


class Heuristic:
    """Plays the card whose expected cost, in this trick and later, is the least."""

    def choose(self, view: View) -> Card:
        """The cheapest card; of equals, the lowest by suit."""
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        return _Weighing(view).cheapest(moves)


class _Weighing:
    def __init__(self, view: View) -> None:
        self.view = view
        self.kind = view.open.kind
        self.seat = view.seat or 0
        memory = Memory(view)
        self.points = CARD_POINTS[self.kind]
        self.number = view.open.number
        self.memory = memory
        self.out = [memory.unseen >> 13 * s & 0x1FFF for s in range(4)]
        self.mine = [view.hand >> 13 * s & 0x1FFF for s in range(4)]
        self.holders = [3 - len(memory.voids[s] - {self.seat}) for s in range(4)]
        self.later = [(self.seat + k) % 4 for k in range(1, 4 - len(view.open.cards))]
        left = TRICKS - self.number
        self.trick_price = sum(TRICK_POINTS[self.kind][self.number + 1 :]) / left if left else 0
        self.unseen_points = [sum(self.points[13 * s + r] for r in range(13) if self.out[s] >> r & 1) for s in range(4)]
        self.price = [self.suit_price(s, left) for s in range(4)]
        self.danger = [self.suit_danger(s, self.mine[s]) for s in range(4)]

    def suit_price(self, suit: int, left: int) -> float:
        if not left:
            return 0
        held = sum(self.points[13 * suit + r] for r in range(13) if self.mine[suit] >> r & 1)
        cards = self.out[suit].bit_count() + self.mine[suit].bit_count()
        rounds = max(1, cards / 4)
        elsewhere = sum(self.unseen_points) - self.unseen_points[suit]
        return self.trick_price + (self.unseen_points[suit] + held) / rounds + W["dump"] * elsewhere / left

    def suit_danger(self, suit: int, mine: int) -> float:
        out = self.out[suit]
        total = out.bit_count()
        holders = self.holders[suit]
        price = self.price[suit]
        danger = 0.0
        gone = 0.0
        weight = 1.0
        while mine:
            bit = mine & -mine
            mine ^= bit
            below = (out & (bit - 1)).bit_count()
            below = max(0, round(below - gone * W["kappa"]))
            rest = max(0, total - round(gone))
            chance = TAKE[holders][min(below, rest)][rest] if rest else W["late"]
            danger += weight * chance * (price + W["own"] * self.points[13 * suit + bit.bit_length() - 1])
            gone += holders
            weight *= W["rounds"]
        return danger

    def cheapest(self, moves: Sequence[Card]) -> Card:
        table = self.view.open.cards
        if not table:
            return min(moves, key=self.lead_cost)
        suit = table[0] // 13
        if moves[0] // 13 != suit:
            return min(moves, key=self.later_cost)
        best = table[winning_card(table)]
        return min(moves, key=lambda card: self.follow_cost(card, best, suit))

    def later_cost(self, card: Card) -> float:
        suit = card // 13
        rest = self.mine[suit] & ~(1 << card % 13)
        cost = self.suit_danger(suit, rest) - self.danger[suit]
        if not rest:
            cost -= W["void"]
        return cost

    def lead_cost(self, card: Card) -> float:
        suit = card // 13
        chance = self.chance_to_take(card)
        cost = TRICK_POINTS[self.kind][self.number] + self.points[card] + self.extras(card, suit)
        cost += W["exit"] * self.lead_price(card)
        return chance * cost + self.later_cost(card)

    def chance_to_take(self, card: Card) -> float:
        suit = card // 13
        out = self.out[suit]
        below = (out & ((1 << card % 13) - 1)).bit_count()
        total = out.bit_count()
        live = [s for s in self.later if s not in self.memory.voids[suit]]
        m = self.holders[suit]
        if not m or not live:
            return 1.0
        return TAKE[m][below][total] ** (len(live) / m)

    def extras(self, card: Card, suit: int) -> float:
        """What the later players are likely to add."""
        m = self.holders[suit]
        total = self.out[suit].bit_count()
        dump = self.dump_value(suit)
        value = 0.0
        low_points = sum(self.points[13 * suit + r] for r in range(card % 13) if self.out[suit] >> r & 1)
        for s in self.later:
            if s in self.memory.voids[suit]:
                value += dump
            else:
                value += (1 - 1 / m) ** total * dump if m else 0
                value += W["follow"] * low_points / m
        return value

    def dump_value(self, suit: int) -> float:
        values = sorted(
            (self.points[13 * s + r] for s in range(4) if s != suit for r in range(13) if self.out[s] >> r & 1),
            reverse=True,
        )
        value, chance = 0.0, 1 / 3
        for v in values:
            value += v * chance
            chance *= 2 / 3
        return value

    def lead_price(self, without: Card) -> float:
        """The risk of the best lead left."""
        best = math.inf
        for s in range(4):
            mine = self.mine[s] & ~(1 << without % 13) if s == without // 13 else self.mine[s]
            if mine:
                low = mine & -mine
                below = (self.out[s] & (low - 1)).bit_count()
                total = self.out[s].bit_count()
                chance = TAKE[self.holders[s]][below][total]
                risk = chance * self.price[s]
                best = min(best, risk)
        return best if best < math.inf else 0

    def follow_cost(self, card: Card, best: Card, suit: int) -> float:
        later = self.later_cost(card)
        if card < best:
            return later
        table = self.view.open.cards
        cost = TRICK_POINTS[self.kind][self.number] + self.points[card] + sum(self.points[c] for c in table)
        cost += self.extras(card, suit) + W["exit"] * self.lead_price(card)
        return self.chance_to_take(card) * cost + later
