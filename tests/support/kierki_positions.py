"""Positions of Kierki for tests: drawn at random, and changed where a seat cannot see it."""

from __future__ import annotations

from random import Random

from stolik.games.kierki.cards import card_set, cards_in
from stolik.games.kierki.rules import KINDS, Deal, Position, random_match


def random_position(seed: int, plays: int) -> Position:
    """A deal of any type after so many random cards."""
    rng = Random(seed)
    position = random_match(rng, [rng.choice(KINDS)])
    for _ in range(plays):
        position = position.play(rng.choice(position.moves()))
    return position


def with_other_hidden_cards(position: Position, rng: Random) -> Position:
    """The same for the one to play, who cannot see how the rest of the cards lie."""
    actor = position.open.actor
    others = [seat for seat in range(4) if seat != actor]
    hidden = [card for seat in others for card in cards_in(position.hands[seat])]
    rng.shuffle(hidden)
    hands, dealt = list(position.hands), list(position.deals[0].hands)
    for seat in others:
        count = hands[seat].bit_count()
        hands[seat] = card_set(hidden[:count])
        dealt[seat] = tuple(hidden[:count])
        del hidden[:count]
    deal = Deal(position.open.kind, position.open.first, tuple(dealt))
    return Position((deal,), deal, tuple(hands), position.open)
