"""What the Kierki client shows to a person, and what the person types: text in, text out.

The server's messages are shown in the words of the course's document, letter for letter, including its spelling.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from stolik.contract import NotationError, Seat
from stolik.games.kierki.cards import Card, card_set, read_card, write_card
from stolik.games.kierki.rules import objection
from stolik.games.kierki.told import SeatKnowledge
from stolik.games.kierki.wire import AskCard, Busy, DealCards, Score, ServerMessage, Taken, Total, Wrong

HELP: Final = (
    "!<card>  play a card: !10C, !QH (C clubs, D diamonds, H hearts, S spades)",
    "cards    the cards in your hand",
    "tricks   the tricks that you took in this deal, or in the last one",
    "help     this list; ? does the same",
    "Ctrl-D   leave the match, at a terminal",
)
COMMANDS: Final = ("cards", "tricks", "help")


class Reply(NamedTuple):
    """The reply to a person's line: text to show, and perhaps a card to send."""

    lines: tuple[str, ...] = ()
    card: Card | None = None


def spoken(message: ServerMessage, known: SeatKnowledge) -> tuple[str, ...]:
    """A server's message as text for a person, after `known` was updated."""
    match message:
        case Busy(seats):
            return (f"Place busy, list of busy places received: {', '.join(seats)}.",)
        case DealCards(kind, first, cards):
            return (f"New deal {kind}: staring place {first}, your cards: {card_list(cards)}.",)
        case Wrong(number):
            return (f"Wrong message received in trick {number}.",)
        case Taken(number, cards, taker):
            return (f"A trick {number} is taken by {taker}, cards {card_list(cards)}.",)
        case Score(points):
            return ("The scores are:", *_score_lines(points))
        case Total(points):
            return ("The total scores are:", *_score_lines(points))
        case AskCard(number, cards):
            return (f"Trick: ({number}) {card_list(cards)}", f"Available: {card_list(known.hand)}")


def obey(line: str, known: SeatKnowledge) -> Reply:
    """Does what a typed line says, and returns the reply."""
    words = line.strip()
    match words.lower():
        case "":
            return Reply()
        case "cards":
            return Reply((card_list(known.hand) or "You hold no cards.",))
        case "tricks":
            return Reply(tuple(card_list(trick.cards) for trick in known.own_tricks) or ("You have taken no tricks.",))
        case "help" | "?":
            return Reply(HELP)
    if words.startswith("!"):
        return _play(words[1:].strip(), known)
    return Reply((_unknown(words),))


def playable_now(known: SeatKnowledge) -> tuple[Card, ...]:
    """The cards that the person may play at this moment."""
    return tuple(known.view().moves()) if known.awaited else ()


def card_list(cards: Iterable[Card]) -> str:
    """Cards as text for a person, separated by commas."""
    return ", ".join(map(write_card, cards))


def _score_lines(points: Iterable[tuple[Seat, int]]) -> list[str]:
    return [f"{seat} | {number}" for seat, number in points]


def _play(text: str, known: SeatKnowledge) -> Reply:
    try:
        card = read_card(text.upper())
    except NotationError:
        return Reply((f"Not a card: {_quoted(text)}. A card is a value and a suit, such as !2C, !10D or !QH.",))
    why_not = _why_not(card, known)
    if why_not:
        return Reply((f"{write_card(card)} is not played: {why_not}.",))
    return Reply(card=card)


def _why_not(card: Card, known: SeatKnowledge) -> str | None:
    if known.asked is None:
        return "it is not your turn"
    if not known.awaited:
        return "you have already played to this trick"
    return objection(card_set(known.hand), known.asked.cards, card)


def _unknown(words: str) -> str:
    try:
        card = read_card(words.upper())
    except NotationError:
        return f"Unknown command: {_quoted(words)}. Type help for the list of commands."
    return f"To play {write_card(card)}, type !{write_card(card)}."


def _quoted(words: str) -> str:
    """A typed text, made safe to print on one line of a terminal."""
    longest = 40
    return ascii(words if len(words) <= longest else words[:longest] + "...")
