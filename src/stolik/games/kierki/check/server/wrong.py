"""WRONG: every message that is not an acceptable card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault, FaultKind, NotReached, Phrase
from stolik.games.kierki.cards import DECK, write_card
from stolik.games.kierki.check.deals import not_following, put
from stolik.games.kierki.check.quotes import FOLLOW, HONEST, WRONG, WRONG_IGNORED, WRONG_TURN
from stolik.games.kierki.check.table import LONG, RESUMING, ServerStage
from stolik.games.kierki.rules import SEATS

topic = Topic("wrong")

_CLOSES = "the server disconnects a client for a wrong card; the document has it answer WRONG and go on"
_SILENT = "the server does not answer a wrong card; the document has it answer WRONG"
_ACCEPTED = (
    "the server accepts a card that may not be played: it does not check the hand, the suit or the trick's number"
)
CAUSES = {"closed": _CLOSES, "silent": _SILENT, "other": _ACCEPTED}


async def _at(t: ServerStage, trick: int = 1, place: int = 1, timeout: int = LONG) -> str:
    """A match in which the player of that place in that trick is asked."""
    with t.setting_up():
        await t.four(1, timeout=timeout)
        return await t.play_to(trick, place)


@topic.scenario(HONEST, causes=CAUSES)
async def card_not_held(t: ServerStage) -> None:
    """A card that the player does not have is answered WRONG, and the question stands."""
    seat = await _at(t)
    await t.refused(seat, put(1, next(card for card in DECK if card not in t.hand(seat))))
    await t.answer()
    await t.play_to(2)


@topic.scenario(HONEST, causes=CAUSES)
async def card_already_played(t: ServerStage) -> None:
    """A card that the player has already put is answered WRONG."""
    seat = await _at(t)
    card = t.legal()[0]
    await t.answer(card)
    with t.setting_up():
        while t.turn != seat or t.number == 1:
            await t.play_card()
        await t.asked()
    await t.refused(seat, put(t.number, card))
    await t.answer()
    await t.asked()


@topic.scenario(FOLLOW, causes=CAUSES | {"other": "the server does not check that players follow suit"})
async def not_following_suit(t: ServerStage) -> None:
    """A player who has the suit and puts another one hears WRONG."""
    await _at(t, 1, 2)
    with t.setting_up():
        while not (wrong := not_following(t.hand(t.turn), t.position.open.cards)):
            await t.answer()
            await t.asked()
    await t.refused(t.turn, put(t.number, wrong[0]))
    await t.answer()
    await t.asked()


async def _other_number(t: ServerStage, *, step: int) -> None:
    seat = await _at(t, 3)
    await t.refused(seat, put(t.number + step, t.legal()[0]))
    await t.answer()
    await t.asked()


for _name, _step in (("next", 1), ("last", -1)):
    topic.add(
        f"number-of-the-{_name}-trick",
        f"A card with the number of the {_name} trick is answered WRONG.",
        partial(_other_number, step=_step),
        WRONG,
        causes=CAUSES | {"other": "the server does not compare the number in TRICK with the current trick"},
    )

_MALFORMED: dict[str, tuple[str, Callable[[ServerStage], str]]] = {
    "no-card": ("without a card", lambda t: f"TRICK{t.number}"),
    "no-number": ("without a number", lambda t: f"TRICK{write_card(t.legal()[0])[-1]}"),
    "word-alone": ("that is TRICK alone", lambda t: "TRICK"),
    "two-cards": ("with two cards", lambda t: put(t.number, t.legal()[0]) + write_card(t.legal()[1])),
    "lower-case": ("in lower case", lambda t: put(t.number, t.legal()[0]).lower()),
    "leading-zero": ("with a leading zero", lambda t: put(t.number, t.legal()[0]).replace("TRICK", "TRICK0")),
    "with-space": ("with a space", lambda t: put(t.number, t.legal()[0]).replace("TRICK", "TRICK ")),
    "space-behind": ("with a space behind it", lambda t: put(t.number, t.legal()[0]) + " "),
    "no-such-value": ("with a value that no card has", lambda t: f"TRICK{t.number}1C"),
    "no-such-suit": ("with a suit that does not exist", lambda t: f"TRICK{t.number}2X"),
    "suit-first": ("with the suit before the value", lambda t: f"TRICK{t.number}C2"),
    "negative-number": ("with a negative number", lambda t: f"TRICK-{put(t.number, t.legal()[0])[5:]}"),
    "huge-number": ("with a number that no integer can hold", lambda t: f"TRICK{'9' * 40}2C"),
    "plus-sign": ("with a sign before the number", lambda t: put(t.number, t.legal()[0]).replace("TRICK", "TRICK+")),
    "other-digits": ("with a digit that is not ASCII", lambda t: f"TRICK{_arabic(t.number)}{write_card(t.legal()[0])}"),
    "iam-again": ("that is IAM once more", lambda t: f"IAM{t.turn}"),
    "taken": ("that only a server may send", lambda t: "TAKEN12C3C4C5CN"),
    "other-word": ("that is another word", lambda t: "HELLO"),
    "empty": ("that is empty", lambda t: ""),
    "zero-byte": ("with a terminal zero", lambda t: put(t.number, t.legal()[0]) + "\0"),
}


_LINE_CAUSES = {
    "silent": "the server does not answer a malformed message; the document has it answer WRONG",
    "other": "the server accepts a malformed message: compare the whole line, and read nothing beyond what is right",
}
_NUMBER_CAUSES = {
    "silent": (
        "the server does not answer a number that it cannot read: an exception of parseInt(), stoi() or int() has to "
        "be answered WRONG, not to end the thread"
    ),
    "other": (
        "the server reads the number with parseInt(), stoi(), atoi() or int(), which forgive signs, zeros and spaces: "
        "compare its digits"
    ),
}
_NUMBERS = ("leading-zero", "with-space", "plus-sign", "negative-number", "huge-number", "other-digits")


def _arabic(number: int) -> str:
    """The number with an Arabic digit in UTF-8, as Latin-1 text: one that int() of Python takes for a digit too."""
    return chr(0x660 + number).encode().decode("latin-1")


async def _malformed(t: ServerStage, *, line: Callable[[ServerStage], str]) -> None:
    seat = await _at(t, 2, timeout=RESUMING)
    await t.refused(seat, line(t), may_close=True)
    await t.answer()
    await t.asked()


for _name, (_how, _line) in _MALFORMED.items():
    topic.add(
        f"answer-{_name}",
        f"An answer {_how} is answered WRONG, and its content is ignored.",
        partial(_malformed, line=_line),
        WRONG_IGNORED if _name in ("two-cards", "space-behind", "zero-byte") else WRONG,
        causes=_NUMBER_CAUSES if _name in _NUMBERS else _LINE_CAUSES,
    )


@topic.scenario(WRONG_TURN, causes=CAUSES | {"other": "a card out of turn is accepted, or changes whose turn it is"})
async def card_out_of_turn(t: ServerStage) -> None:
    """Whoever puts a card without being asked hears WRONG, and the turn stays."""
    await _at(t)
    for seat in SEATS:
        if seat != t.turn:
            await t.refused(seat, put(t.number, t.hand(seat)[0]))
    await t.answer()
    await t.play_to(2)


@topic.scenario(WRONG_TURN, causes=CAUSES | {"other": "the second card of a player is taken for the next player's"})
async def second_card_in_a_trick(t: ServerStage) -> None:
    """A player who has put a card and puts another one hears WRONG."""
    seat = await _at(t)
    await t.answer()
    with t.setting_up():
        await t.asked()
    await t.refused(seat, put(t.number, t.hand(seat)[0]))
    await t.play_to(2)


@topic.scenario(
    WRONG_IGNORED, cause="a card that was refused is kept, and put on the table later: its content has to be ignored"
)
async def card_out_of_turn_is_not_kept(t: ServerStage) -> None:
    """A card out of turn is forgotten: the player is asked when its turn comes."""
    await _at(t)
    second = SEATS[(SEATS.index(t.turn) + 1) % 4]
    await t.refused(second, put(t.number, t.hand(second)[0]))
    await t.answer()
    await t.asked()
    await t.at[second].expect_nothing(0.1)
    await t.answer(t.legal()[-1])
    await t.asked()


@topic.scenario(WRONG, cause="WRONG does not have the number of the current trick")
async def wrong_has_the_number_of_the_trick(t: ServerStage) -> None:
    """WRONG has the number of the trick that is being played."""
    seat = await _at(t, 11)
    await t.refused(seat, put(t.number, next(card for card in DECK if card not in t.hand(seat))))
    await t.answer()


@topic.scenario(WRONG, cause="after several wrong messages the server gives the player up")
async def five_wrong_cards_in_a_row(t: ServerStage) -> None:
    """Each of several wrong cards is answered WRONG, and then a right one is accepted."""
    seat = await _at(t)
    for card in [card for card in DECK if card not in t.hand(seat)][:5]:
        await t.refused(seat, put(t.number, card))
    await t.answer()
    await t.asked()


@topic.scenario(WRONG, cause="the other players are told of a wrong message: WRONG is for its sender")
async def wrong_is_told_to_its_sender_alone(t: ServerStage) -> None:
    """Only the player who sent a wrong message hears WRONG."""
    seat = await _at(t)
    await t.refused(seat, put(1, next(card for card in DECK if card not in t.hand(seat))))
    for other in SEATS:
        if other != seat:
            await t.at[other].expect_nothing(0.05)
    await t.answer()
    await t.play_to(2)


@topic.scenario(WRONG_TURN, cause="the server looks for a deal or a trick though no match has begun")
async def card_before_the_first_deal(t: ServerStage) -> None:
    """A card before the match begins does not harm the server."""
    await t.open(1)
    north = await t.sit("N")
    await north.send(put(1, t.deals[0].hands[0][0]))
    for seat in "ESW":
        await t.sit(seat)
    try:
        heard = await north.hear(Phrase("WRONG1, or DEAL"))
    except Fault as fault:
        if fault.kind is FaultKind.CLOSED:
            t.allowed("a card before the first deal ends the connection")
            return
        raise
    if heard.startswith("WRONG"):
        await t.expect_deals()
    elif heard.startswith("DEAL"):
        t.allowed("a card before the first deal is not answered")
        for seat in "ESW":
            await t.expect_deal(seat)
    else:
        raise NotReached(Phrase("something else than WRONG or DEAL came"))
    await t.asked()
