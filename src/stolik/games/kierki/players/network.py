"""Network: a player of Kierki that estimates the cost of each card by a network, without search.

It was trained by play against itself and the simple players (`training/kierki.py`). It sees only what its seat sees,
and needs NumPy, less than a millisecond, and no compiler.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from stolik.games.kierki.cards import DECK, SUIT_SETS, Card, card_set, suit_of
from stolik.games.kierki.players.duck import duck_lacks
from stolik.games.kierki.rules import CARD_POINTS, DEAL_POINTS, TRICK_POINTS, View, playable, winning_card

Numbers = NDArray[np.float32]

DATA: Final = Path(__file__).parent / "data" / "network.npz"
PLANES: Final = 19
SIGHT: Final = 1072
"""The size of the input: planes of 52 cards, and then other numbers; the same as in `training/kierki_deals.cu`."""
_WHOLE_DECK: Final = card_set(DECK)
_BITS: Final = np.arange(len(DECK), dtype=np.uint64)


class Weights(Struct, frozen=True):
    """Layers of integers with a scale for each column; the biases depend on the type of deal."""

    layers: list[Numbers]
    biases: list[Numbers]
    """[layer][kind]"""
    last: Numbers
    """[kind]"""
    last_bias: Numbers


class Network:
    """Plays the card that it expects to cost the least."""

    def choose(self, view: View) -> Card:
        """The card with the least expected cost; of equal ones, the lowest."""
        values = self.weigh(view)
        return min(values, key=values.__getitem__)

    def weigh(self, view: View) -> dict[Card, float]:
        """[playable card]: the expected points from now on if it is played."""
        kind, weights = view.open.kind, _weights()
        seen = sight(view)
        for layer, bias in zip(weights.layers, weights.biases, strict=True):
            seen = np.maximum(seen @ layer + bias[kind], 0)
        values = (seen @ weights.last[kind] + weights.last_bias[kind]) * DEAL_POINTS[kind] / 4
        return {card: float(values[card]) for card in view.moves()}


def sight(view: View) -> Numbers:
    """What the seat to play sees, as numbers from 0 to 1."""
    if view.seat is None:
        raise ValueError("a spectator has no card to choose")
    now, past = view.open, _Past(view)
    unseen = _WHOLE_DECK & ~view.hand & ~card_set(past.when)
    order = [(view.seat + place) % 4 for place in range(4)]
    table = {(now.leader + place) % 4: card for place, card in enumerate(now.cards)}
    planes = [
        *(view.hand, playable(view.hand, now.cards)),
        *(past.played[seat] for seat in order),
        *(1 << table[seat] if seat in table else 0 for seat in order[1:]),
        *(past.led, past.thrown_off, 0),
        *(past.not_duck[seat] & unseen for seat in order[1:]),
        *(unseen & ~past.void[seat] for seat in order[1:]),
        unseen,
    ]
    seen = np.zeros(SIGHT, dtype=np.float32)
    seen[: len(DECK) * PLANES] = (np.array(planes, dtype=np.uint64)[:, None] >> _BITS & np.uint64(1)).ravel()
    for card, number in past.when.items():
        seen[11 * len(DECK) + card] = number / 13
    rest, whole = seen[len(DECK) * PLANES :], DEAL_POINTS[now.kind]
    rest[now.number - 1] = rest[13 + len(now.cards)] = 1
    if now.cards:
        place = winning_card(now.cards)
        rest[17 + now.cards[place]] = rest[68 + (now.leader + place - view.seat) % 4] = 1
    rest[72] = (TRICK_POINTS[now.kind][now.number] + sum(CARD_POINTS[now.kind][card] for card in now.cards)) / whole
    rest[73] = (whole - sum(now.points)) / whole
    rest[74:78] = [now.points[seat] / whole for seat in order]
    rest[78:81] = [min(past.broken[seat], 3) / 3 for seat in order[1:]]
    return seen


class _Past:
    """What was played in the deal, as input for the network."""

    def __init__(self, view: View) -> None:
        self.played, self.not_duck, self.void = [0] * 4, [0] * 4, [0] * 4
        """[seat]: its cards, those that it cannot have if it plays as `Duck`, and the suits that it has none of."""
        self.broken = [0] * 4
        """[seat]: how often it played a card that `Duck` could not have had."""
        self.led, self.thrown_off = 0, 0
        self.when: dict[Card, int] = {}
        """[card]: the number of its trick."""
        now = view.open
        for number, (leader, cards) in enumerate([*((t.leader, t.cards) for t in now.tricks), (now.leader, now.cards)]):
            for place, card in enumerate(cards):
                self._play((leader + place) % 4, cards[:place], card)
                self.when[card] = number + 1

    def _play(self, seat: int, before: tuple[Card, ...], card: Card) -> None:
        bit = 1 << card
        self.broken[seat] += self.not_duck[seat] >> card & 1
        self.not_duck[seat] |= duck_lacks(before, card)
        self.played[seat] |= bit
        if not before:
            self.led |= bit
        elif suit_of(card) != suit_of(before[0]):
            self.thrown_off |= bit
            self.void[seat] |= SUIT_SETS[suit_of(before[0])]


@cache
def _weights() -> Weights:
    with np.load(DATA) as file:
        count = sum(name.startswith("layer_") for name in file)
        layers = [file[f"layer_{at}"].astype(np.float32) * file[f"scale_{at}"] for at in range(count)]
        biases = [file[f"bias_{at}"].astype(np.float32) for at in range(count)]
        last = file["last"].astype(np.float32) * file["last_scale"][:, None]
        return Weights(layers, biases, last, file["last_bias"].astype(np.float32))
