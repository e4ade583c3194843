"""A client for a person: what it shows, and what it does with what is typed."""

from __future__ import annotations

import re
from functools import partial

from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault, FaultKind, Phrase, phrase
from stolik.games.kierki.cards import rank_of, write_card
from stolik.games.kierki.check.quotes import (
    PERSON,
    PERSON_ANY_TIME,
    PERSON_CARD,
    PERSON_CARDS,
    PERSON_FORMAT,
    PERSON_LISTS,
    PERSON_TRICKS,
)
from stolik.games.kierki.check.visitor import ClientStage, listed
from stolik.games.kierki.rules import SEATS, Deal

topic = Topic("person")

_CAUSES = {
    "report": "the text is written in another form, or stays in a buffer: flush standard output when a line is written",
    "silent": "what the person typed is not sent, or not at once",
}


async def _sits(t: ClientStage, *kinds: int) -> None:
    """A person's client at N, which leads the first trick."""
    await t.join("N", *(kinds or (1,)), automatic=False)
    t.follow([Deal(deal.kind, 0, deal.hands) for deal in t.position.deals])


async def _asked(t: ClientStage) -> None:
    """The person is asked, and sees the question before anything is typed."""
    await t.client.send(t.question())
    await t.until_printed(lambda text: "Trick" in text)


@topic.scenario(PERSON_FORMAT, causes=_CAUSES)
async def shows_busy(t: ClientStage) -> None:
    """BUSYNEW is shown as: Place busy, list of busy places received: N, E, W."""
    await _sits(t)
    await t.client.send("BUSYNEW")
    await t.shows("Place busy, list of busy places received: N, E, W.")


@topic.scenario(PERSON_FORMAT, causes=_CAUSES)
async def shows_wrong(t: ClientStage) -> None:
    """WRONG1 is shown as: Wrong message received in trick 1."""
    await _sits(t)
    await t.deal()
    await _asked(t)
    await t.type(f"!{write_card(t.position.moves()[0])}")
    await t.answer()
    await t.client.send("WRONG1")
    await t.shows("Wrong message received in trick 1.")


@topic.scenario(PERSON_FORMAT, causes=_CAUSES)
async def shows_deal(t: ClientStage) -> None:
    """DEAL is shown with its type, the first leader and the cards."""
    await _sits(t)
    await t.deal()
    deal = t.position.deal
    text = f"New deal {deal.kind}: staring place {SEATS[deal.first]}, your cards: {listed(deal.hands[0])}."
    shown = re.compile(rf"New deal {deal.kind}: (staring|starting) place {SEATS[deal.first]}, your cards: (.*)\.")

    def is_shown(printed: str) -> bool:
        found = shown.search(printed)
        return found is not None and sorted(found[2].split(", ")) == sorted(map(write_card, deal.hands[0]))

    if not await t.until_printed(is_shown):
        await t.shows(text)
    assert t.program is not None  # noqa: S101 - it was started
    if b": starting" in t.program.stdout:
        t.allowed("the document's slip of the pen, staring, is written starting")
    if listed(deal.hands[0]).encode() not in t.program.stdout:
        t.allowed("the cards of DEAL are shown in another order")


@topic.scenario(PERSON_FORMAT, causes=_CAUSES)
async def shows_trick_and_the_cards_in_hand(t: ClientStage) -> None:
    """TRICK is shown with its number and cards, and then the cards in hand."""
    await _sits(t)
    await t.deal()
    await t.client.send(t.question())
    await t.shows("Trick: (1)")
    await t.shows("Available: ")
    assert t.program is not None  # noqa: S101 - it was started
    shown = t.program.stdout.decode().rpartition("Available: ")[2]
    await t.program.printed(shown + "\n" if "\n" not in shown else "\n", Phrase("a whole line"))
    cards = t.program.stdout.decode().rpartition("Available: ")[2].partition("\n")[0].strip()
    if sorted(cards.split(", ")) != sorted(map(write_card, t.hand)):
        wanted = phrase("Available: {cards}", cards=listed(t.hand))
        raise Fault(FaultKind.REPORT, wanted, phrase("{line}", line=f"Available: {cards}"), "stdout")


@topic.scenario(PERSON_LISTS, causes=_CAUSES)
async def shows_the_cards_on_the_table(t: ClientStage) -> None:
    """The cards on the table are shown with commas between them."""
    await t.join("N", automatic=False)
    t.follow([Deal(deal.kind, 2, deal.hands) for deal in t.position.deals])
    await t.deal()
    await t.others()
    await t.client.send(t.question())
    await t.shows(f"Trick: (1) {listed(t.position.open.cards)}")


@topic.scenario(PERSON_FORMAT, causes=_CAUSES)
async def shows_taken(t: ClientStage) -> None:
    """TAKEN is shown with its number, the taker and the cards."""
    await _sits(t)
    await t.deal()
    await _asked(t)
    await t.type(f"!{write_card(t.position.moves()[0])}")
    lines = t.put(await t.answer()) + await t.others()
    while not any(line.startswith("TAKEN") for line in lines):
        lines += t.put(t.position.moves()[0])
    await t.client.send(*lines)
    trick = t.position.open.last
    assert trick is not None  # noqa: S101 - it was just taken
    await t.shows(f"A trick 1 is taken by {SEATS[trick.taker]}, cards {listed(trick.cards)}.")


async def _points(t: ClientStage, *, title: str) -> None:
    await _sits(t)
    await t.deal()
    lines: list[str] = []
    while not t.position.open.sheet:
        lines += t.put(t.position.moves()[0])
    await t.client.send(*lines)
    scores = dict(zip(SEATS, t.position.open.totals, strict=True))
    await t.shows(title)
    for seat in SEATS:
        await t.shows(f"{seat} | {scores[seat]}")


for _word, _title in (("SCORE", "The scores are:"), ("TOTAL", "The total scores are:")):
    topic.add(
        f"shows-{_word.lower()}",
        f"{_word} is shown as a table with a line for each seat.",
        partial(_points, title=_title),
        PERSON_FORMAT,
        causes=_CAUSES,
    )


@topic.scenario(PERSON_CARD, causes=_CAUSES)
async def plays_the_card_that_is_typed(t: ClientStage) -> None:
    """The card that is typed after an exclamation mark is sent."""
    await _sits(t)
    await t.deal()
    await _asked(t)
    card = t.position.moves()[-1]
    await t.type(f"!{write_card(card)}")
    await t.client.expect(f"TRICK1{write_card(card)}")


@topic.scenario(PERSON_CARD, causes=_CAUSES)
async def plays_a_whole_deal(t: ClientStage) -> None:
    """A person plays a deal to its end; the client ends with code 0."""
    await _sits(t)
    await t.deal()
    while not t.position.open.sheet:
        await t.to_turn()
        if t.position.open.sheet:
            break
        await t.client.send(t.question())
        await t.shows(f"Trick: ({t.number})")
        await t.type(f"!{write_card(t.position.moves()[0])}")
        await t.played(await t.answer())
    await t.over()


@topic.scenario(PERSON_CARDS, causes=_CAUSES)
async def shows_cards_on_demand(t: ClientStage) -> None:
    """The command cards shows the cards in hand."""
    await _sits(t)
    await t.deal()
    await t.shows("New deal")
    assert t.program is not None  # noqa: S101 - it was started
    before = len(t.program.stdout)
    await t.type("cards")
    if not await t.until_printed(lambda text: _lists(text, t), before):
        wanted = phrase("{text} is printed", text=listed(t.hand))
        raise Fault(FaultKind.REPORT, wanted, Phrase("it was not printed"), "stdout")


def _lists(text: str, t: ClientStage) -> bool:
    """Whether a line of the text has all cards of the hand, with commas between them, in any order."""
    wanted = sorted(map(write_card, t.hand))
    return any(sorted(line.rpartition(":")[2].strip().strip(".").split(", ")) == wanted for line in text.splitlines())


@topic.scenario(PERSON_TRICKS, causes=_CAUSES)
async def shows_tricks_on_demand(t: ClientStage) -> None:
    """The command tricks shows the tricks that the player took, one a line."""
    await _sits(t)
    await t.deal()
    lines: list[str] = []
    while not (t.position.open.last and t.position.open.last.taker == 0):
        # The client's player puts its highest cards and the others their lowest: it takes a trick soon.
        pick = max if t.position.turn == t.seat else min
        lines += t.put(pick(t.position.moves(), key=rank_of))
    await t.client.send(*lines)
    await t.shows(f"A trick {t.position.open.last.number} is taken")
    assert t.program is not None  # noqa: S101 - it was started
    before = len(t.program.stdout)
    await t.type("tricks")
    wanted = listed(t.position.open.last.cards)
    if not await t.until_printed(lambda text: wanted in text, before):
        raise Fault(FaultKind.REPORT, phrase("{text} is printed", text=wanted), Phrase("it was not printed"), "stdout")


@topic.scenario(PERSON_ANY_TIME, causes=_CAUSES | {"exit": "a command ends the client"})
async def commands_before_the_first_deal(t: ClientStage) -> None:
    """Commands can be typed before anything has come from the server."""
    await _sits(t)
    for word in ("cards", "tricks", "nonsense", "!", "!XX", ""):
        await t.type(word)
    await t.deal()
    await t.shows("New deal")


@topic.scenario(PERSON_ANY_TIME, causes=_CAUSES | {"exit": "a wrong card that is typed ends the client"})
async def nonsense_is_typed_at_a_question(t: ClientStage) -> None:
    """What is not a card and not a command does no harm; the question stands."""
    await _sits(t)
    await t.deal()
    await t.client.send(t.question())
    await t.shows("Trick: (1)")
    for word in ("!", "!99Z", "hello", "", "!" + "A" * 500):
        await t.type(word)
    card = t.position.moves()[0]
    await t.type(f"!{write_card(card)}")
    await t.sent_at_last(f"TRICK1{write_card(card)}")


@topic.scenario(PERSON, causes=_CAUSES)
async def messages_come_while_nothing_is_typed(t: ClientStage) -> None:
    """What the server sends is shown at once, while the person types nothing."""
    await _sits(t)
    await t.deal()
    await t.shows("New deal")
    await t.client.send(t.question())
    await t.shows("Trick: (1)")
    await t.client.send("WRONG1")
    await t.shows("Wrong message received in trick 1.")
