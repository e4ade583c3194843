"""Playing: the automatic client answers every question with a legal card."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.check.verdicts import FaultKind, Phrase, phrase
from stolik.games.kierki.cards import write_card
from stolik.games.kierki.check.deals import deals_of
from stolik.games.kierki.check.quotes import (
    CARD,
    DEAL,
    EARLY_END,
    FOLLOW,
    RETURN,
    SCORE,
    TRICK,
    TRICK_AGAIN,
    WRONG,
)
from stolik.games.kierki.check.visitor import ClientStage
from stolik.games.kierki.rules import SEATS, Deal

topic = Topic("playing")

CAUSES = {
    "silent": "the client does not answer TRICK, or keeps its answer in a buffer",
    "closed": "the client disconnects in the middle of a match",
    "other": "the client answers with a card that it may not put, or in another form",
    "line end": r"the client does not end its message with \r\n",
}


async def _leads(t: ClientStage, *, seat: str) -> None:
    deal = deals_of((1,))[0]
    await t.join(seat)
    t.follow([Deal(deal.kind, SEATS.index(seat), deal.hands)])
    await t.deal()
    await t.ask()


async def _follows(t: ClientStage, *, place: int) -> None:
    deal = deals_of((1,))[0]
    await t.join("N")
    t.follow([Deal(deal.kind, (4 - place) % 4, deal.hands)])
    await t.deal()
    await t.ask()


for _seat in SEATS:
    topic.add(
        f"leads-at-{_seat.lower()}",
        f"A client at {_seat} that is asked to lead answers with one of its cards.",
        partial(_leads, seat=_seat),
        CARD,
        causes=CAUSES,
    )
for _place in (1, 2, 3):
    topic.add(
        f"follows-suit-with-{_place}-on-the-table",
        f"With {_place} cards on the table the client follows suit.",
        partial(_follows, place=_place),
        FOLLOW,
        causes=CAUSES | {"other": "the client does not follow suit, or reads the cards on the table wrongly"},
    )


async def _deal_of(t: ClientStage, *, kind: int) -> None:
    await t.join("ENSWENS"[kind - 1], kind)
    await t.play_out()


for _kind in range(1, 8):
    topic.add(
        f"deal-of-type-{_kind}",
        f"A deal of type {_kind} is played to its end with legal cards only.",
        partial(_deal_of, kind=_kind),
        DEAL,
        causes=CAUSES,
    )


@topic.scenario(DEAL, causes=CAUSES)
async def match_of_seven_deals(t: ClientStage) -> None:
    """A match of seven deals is played to its end."""
    await t.join("S", 1, 2, 3, 4, 5, 6, 7)
    await t.play_out()


@topic.scenario(EARLY_END, causes=CAUSES | {"silent": "the client waits for the tricks that are not played any more"})
async def deals_that_end_early(t: ClientStage) -> None:
    """When the server ends a deal early, the client goes on with the next one."""
    await t.join("W", 5, 5, 1, early_end=True)
    await t.play_out()


@topic.scenario(TRICK, causes=CAUSES)
async def question_comes_late(t: ClientStage) -> None:
    """The client waits for a server that takes its time."""
    await t.join("N")
    await t.client.expect_nothing(0.5)
    await t.deal()
    await t.to_turn()
    await t.client.expect_nothing(0.5)
    await t.ask()


@topic.scenario(CARD, causes={"extra": "the client sends a card without being asked"})
async def no_card_without_a_question(t: ClientStage) -> None:
    """The client sends no card before it is asked."""
    await t.join("N")
    await t.deal()
    await t.client.expect_nothing(0.3)
    await t.ask()


async def _returns(t: ClientStage, *, tricks: int) -> None:
    """The client takes the seat of somebody who has left: it hears of the deal so far."""
    await t.join("N")
    lines = [t.deal_text()]
    while t.number <= tricks or t.position.turn != t.seat:
        lines += t.put(t.position.moves()[0])
    await t.client.send(*lines)
    await t.ask()
    if t.number <= 13 and t.position.turn is not None:
        await t.play_deal()
    await t.over()


for _tricks in (1, 5, 12):
    topic.add(
        f"comes-after-{_tricks}-tricks",
        f"A client that comes after {_tricks} tricks puts a card that is still in its hand.",
        partial(_returns, tricks=_tricks),
        RETURN,
        causes=CAUSES | {"other": "the client does not take the cards of TAKEN out of its hand"},
    )


@topic.scenario(
    TRICK_AGAIN,
    causes=CAUSES | {"silent": "the client does not answer a question that is repeated after WRONG"},
)
async def question_is_repeated(t: ClientStage) -> None:
    """When a question comes twice, the client goes on: one card is put, and its hand stays right."""
    await t.join("N")
    await t.deal()
    await t.to_turn()
    await t.client.send(t.question())
    card = await t.answer()
    await t.client.send(t.question())
    # A second answer may come: a server would call it wrong.
    if await t.until(lambda: bool(t.client.waiting), 0.3):
        await t.client.hear(Phrase("a second answer"))
        await t.client.send("WRONG1")
    await t.played(card)
    while t.number < 4:
        await _ask_past_late_answers(t)


async def _ask_past_late_answers(t: ClientStage) -> None:
    """Asks; an answer to an old question that comes late is passed over."""
    await t.to_turn()
    await t.client.send(t.question())
    while True:
        line = await t.client.hear(Phrase("an answer to TRICK"))
        if not line.startswith(f"TRICK{t.number}") and line.startswith("TRICK"):
            continue
        break
    legal = {f"TRICK{t.number}{write_card(card)}": card for card in t.position.moves()}
    if line not in legal:
        raise t.client.fault(FaultKind.OTHER, Phrase("a legal card"), phrase("{line} came", line=line))
    await t.played(legal[line])


@topic.scenario(WRONG, causes=CAUSES | {"silent": "after WRONG the client does not answer the next TRICK"})
async def answer_is_called_wrong(t: ClientStage) -> None:
    """After WRONG and a new TRICK the client answers again."""
    await t.join("N")
    await t.deal()
    await t.to_turn()
    await t.client.send(t.question())
    await t.answer()
    await t.client.send("WRONG1", t.question())
    card = await t.answer()
    await t.played(card)
    # A client may answer WRONG as well as the TRICK after it.
    await _ask_past_late_answers(t)


@topic.scenario(
    SCORE, causes=CAUSES | {"silent": "the client expects the seats of SCORE and TOTAL in the order N E S W"}
)
async def scores_in_another_order(t: ClientStage) -> None:
    """SCORE and TOTAL can list the seats in any order."""
    await t.join("N", 1, 1)
    t.points_order = "WSEN"
    await t.play_out()
