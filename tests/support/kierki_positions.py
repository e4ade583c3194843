"""Positions of Kierki for tests: drawn at random, and changed where a seat cannot see it."""

from __future__ import annotations

from random import Random

import msgspec

from stolik.contract import Seat
from stolik.games.kierki.cards import card_set, cards_in
from stolik.games.kierki.rules import KINDS, SEATS, Deal, Position, random_deal, random_match


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


def with_the_unseen_changed(position: Position, seat: Seat | None, rng: Random) -> Position:
    """Another position that looks the same from the seat: other hidden hands, other deals after this one, and before it
    other deals of the same types: those everyone has heard."""
    hidden = [other for other in range(4) if seat is None or other != SEATS.index(seat)]
    unseen = [card for other in hidden for card in cards_in(position.hands[other])]
    rng.shuffle(unseen)
    now = min(len(position.open.sheet), len(position.deals) - 1)
    hands, dealt = list(position.hands), list(position.deals[now].hands)
    for other in hidden:
        held = unseen[: hands[other].bit_count()]
        del unseen[: len(held)]
        gone = [card for card in dealt[other] if not hands[other] >> card & 1]
        hands[other], dealt[other] = card_set(held), (*gone, *held)
    kinds = [deal.kind for deal in position.deals[: len(position.open.sheet)]]
    kinds += [rng.choice(KINDS) for _ in position.deals[len(kinds) :]]
    deals = [random_deal(rng, kind) for kind in kinds]
    deals[now] = msgspec.structs.replace(position.deals[now], hands=tuple(dealt))
    return msgspec.structs.replace(position, deals=tuple(deals), hands=tuple(hands))
