"""The words between the Kierki client and the person who plays: pure text in, pure text out.

The server's messages are put as the course's document puts them, letter for letter, its spelling included.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from stolik.contract import NotationError, Seat
from stolik.games.kierki.cards import Card, card_set, read_card, write_card
from stolik.games.kierki.rules import objection
from stolik.games.kierki.told import Told
from stolik.games.kierki.wire import AskCard, Busy, DealCards, Score, ServerMessage, Taken, Total, Wrong

HELP: Final = (
    "!<card>  play a card: !10C is the ten of clubs; C clubs, D diamonds, H hearts, S spades",
    "cards    the cards in your hand",
    "tricks   the tricks that you took in this deal, or in the last one",
    "help     this list; ? does the same",
)
COMMANDS: Final = ("cards", "tricks", "help")


class Reply(NamedTuple):
    """What comes of a person's line: text to show, and perhaps a card to send."""

    lines: tuple[str, ...] = ()
    card: Card | None = None


def spoken(message: ServerMessage, told: Told) -> tuple[str, ...]:
    """A server's message as a person is told of it, after it was taken in."""
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
            return (f"Trick: ({number}) {card_list(cards)}", f"Available: {card_list(told.hand)}")


def obey(line: str, told: Told) -> Reply:
    """What comes of a line that the person typed."""
    words = line.strip()
    match words.lower():
        case "":
            return Reply()
        case "cards":
            return Reply((card_list(told.hand) or "You hold no cards.",))
        case "tricks":
            return Reply(tuple(card_list(trick.cards) for trick in told.own_tricks) or ("You have taken no tricks.",))
        case "help" | "?":
            return Reply(HELP)
    if words.startswith("!"):
        return _play(words[1:].strip(), told)
    return Reply((_unknown(words),))


def playable_now(told: Told) -> tuple[Card, ...]:
    """The cards that the person may play at this moment."""
    return tuple(told.view().moves()) if told.awaited else ()


def card_list(cards: Iterable[Card]) -> str:
    """Cards for a person, divided by commas and spaces."""
    return ", ".join(map(write_card, cards))


def _score_lines(points: Iterable[tuple[Seat, int]]) -> list[str]:
    return [f"{seat} | {number}" for seat, number in points]


def _play(text: str, told: Told) -> Reply:
    try:
        card = read_card(text.upper())
    except NotationError:
        return Reply((f"Not a card: {_quoted(text)}. A card is a value and a suit, such as !2C, !10D or !QH.",))
    why_not = _why_not(card, told)
    if why_not:
        return Reply((f"{write_card(card)} is not played: {why_not}.",))
    return Reply(card=card)


def _why_not(card: Card, told: Told) -> str | None:
    if told.asked is None:
        return "it is not your turn"
    if not told.awaited:
        return "you have already played to this trick"
    return objection(card_set(told.hand), told.asked.cards, card)


def _unknown(words: str) -> str:
    try:
        card = read_card(words.upper())
    except NotationError:
        return f"Unknown command: {_quoted(words)}. Type help for the list of commands."
    return f"To play {write_card(card)}, type !{write_card(card)}."


def _quoted(words: str) -> str:
    """What was typed, fit for one line of any terminal."""
    longest = 40
    return ascii(words if len(words) <= longest else words[:longest] + "...")
