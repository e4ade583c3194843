"""DEAL, TRICK and TAKEN: how the cards are dealt and who plays when."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from stolik.check.scenario import Topic
from stolik.games.kierki.cards import Card, rank_of, suit_of
from stolik.games.kierki.check.causes import WRONG_TAKER
from stolik.games.kierki.check.deals import deals_of, shuffled_hands
from stolik.games.kierki.check.quotes import CLOCKWISE, DEAL, DEFINITION, FOLLOW, TAKEN, TAKER, TRICK
from stolik.games.kierki.check.table import ServerStage
from stolik.games.kierki.rules import SEATS, Deal

topic = Topic("playing")

TEN = 8


async def _first_leader(t: ServerStage, *, leader: int) -> None:
    deal = deals_of((1,))[0]
    await t.open(deals=[Deal(deal.kind, leader, deal.hands)])
    for seat in SEATS:
        await t.sit(seat)
    await t.expect_deals()
    await t.play_to(2)


for _number, _seat in enumerate(SEATS):
    topic.add(
        f"first-leader-{_seat.lower()}",
        f"When the file says {_seat}, DEAL names {_seat} and the first TRICK goes to {_seat}.",
        partial(_first_leader, leader=_number),
        DEAL,
        cause="the server does not take the first leader from the file",
    )


@topic.scenario(DEAL, cause="the server does not send each player the cards that the file gives to its seat")
async def cards_in_any_order_in_the_file(t: ServerStage) -> None:
    """A hand may stand in the file in any order."""
    await t.open(deals=shuffled_hands(deals_of((1,))))
    for seat in SEATS:
        await t.sit(seat)
    await t.expect_deals()
    await t.play_deal()


@topic.scenario(CLOCKWISE, cause="the turn does not go N, E, S, W")
async def turn_goes_clockwise(t: ServerStage) -> None:
    """The players are asked clockwise, and nobody else is asked."""
    with t.setting_up():
        await t.four(1)
    for _ in range(4):
        await t.asked()
        for seat in SEATS:
            if seat != t.turn:
                await t.at[seat].expect_nothing(0.05)
        await t.answer()


@topic.scenario(TRICK, cause="TRICK does not list the cards on the table in the order in which they were put there")
async def trick_lists_the_cards_on_the_table(t: ServerStage) -> None:
    """TRICK has the number of the trick and the cards that lie on the table."""
    with t.setting_up():
        await t.four(1)
    await t.play_to(3)


@topic.scenario(TAKEN, cause="TAKEN does not go to all four players")
async def taken_goes_to_everybody(t: ServerStage) -> None:
    """TAKEN with the four cards in their order goes to all four."""
    with t.setting_up():
        await t.four(1)
        await t.play_to(1, 4)
    await t.answer()


async def _play_by(t: ServerStage, *, key: Callable[[Card], Any]) -> None:
    with t.setting_up():
        await t.four(1)
    while t.position.turn is not None:
        await t.asked()
        await t.answer(max(t.legal(), key=key))


def _high_off_suit(card: Card) -> tuple[int, int]:
    return rank_of(card), suit_of(card)


def _low(card: Card) -> int:
    return -rank_of(card)


def _tens(card: Card) -> bool:
    return rank_of(card) == TEN


topic.add(
    "highest-card-of-the-suit-takes",
    "The highest card of the suit that was led takes the trick, and its player leads the next one.",
    partial(_play_by, key=_high_off_suit),
    TAKER,
    cause=WRONG_TAKER,
)
topic.add(
    "low-cards",
    "A trick of low cards goes to the highest of the suit that was led.",
    partial(_play_by, key=_low),
    TAKER,
    cause="values are compared as text: '10' is less than '2' then",
)
topic.add(
    "tens",
    "A ten has two characters, and is read and written as any other card.",
    partial(_play_by, key=_tens),
    TRICK,
    cause="the server takes every card for two characters: 10C has three",
)


@topic.scenario(FOLLOW, cause="a player who does not have the suit must be able to put any card")
async def void_in_the_suit(t: ServerStage) -> None:
    """A player without a card of the suit can put a card of any suit."""
    with t.setting_up():
        await t.four(1)
    thrown = 0
    while t.position.turn is not None and thrown < 3:
        await t.asked()
        table = t.position.open.cards
        other = [card for card in t.legal() if table and suit_of(card) != suit_of(table[0])]
        thrown += bool(other)
        await t.answer(other[-1] if other else None)


@topic.scenario(DEFINITION, cause="only the first deal of the file is played")
async def several_deals(t: ServerStage) -> None:
    """All deals of the file are played, one after another."""
    with t.setting_up():
        await t.four(1, 6, 1)
    await t.play_out()
