"""Kierki as text: the trick as it lies on the table, the seat's own cards by suit, and the points."""

from __future__ import annotations

from typing import Final

from stolik.cli.terminal.ink import Ink
from stolik.cli.terminal.scene import Drawing, Scene, shortened
from stolik.contract import Seat
from stolik.games.kierki import GAME
from stolik.games.kierki.cards import SUITS, Card, card_set, cards_in, read_card, suit_of, write_card
from stolik.games.kierki.rules import SEATS, Position, View

_NAMES: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}
_KINDS: Final = (
    "",
    "no tricks",
    "no hearts",
    "no queens",
    "no jacks and kings",
    "no king of hearts",
    "no seventh and no last trick",
    "robber: all six at once",
)
_WIDTH: Final = 36
_LONGEST_NAME: Final = 18


def draw(scene: Scene, ink: Ink) -> tuple[str, ...]:
    """The deal, the table with the points beside it, the seat's own cards, and whose turn it is."""
    seen = scene.position.view(None) if isinstance(scene.position, Position) else scene.position
    rows = zip(_table(seen), _points(seen, scene, ink), strict=True)
    *before, status = scene.status or ("",)
    return (
        _head(seen),
        *(f"{left:<{_WIDTH}}{right}".rstrip() for left, right in rows),
        *_hand(seen, scene, ink),
        *before,
        ink("turn", status),
    )


def _head(view: View) -> str:
    now = view.open
    deal = min(len(now.sheet) + 1, now.deals)
    return f"Deal {deal} of {now.deals}, type {now.kind} ({_KINDS[now.kind]}), trick {now.number}"


def _table(view: View) -> list[str]:
    """The cards of the trick at their seats; `-` where the seat has not played."""
    now = view.open
    at = dict.fromkeys(SEATS, "-")
    for place, card in enumerate(now.cards):
        at[SEATS[(now.leader + place) % 4]] = write_card(card)
    leads = "" if now.cards or now.over else f"{SEATS[now.leader]} leads"
    return [
        f"{'N':>14} {at['N']}",
        "",
        f"   W {at['W']:<5}{leads:^11}   E {at['E']}",
        "",
        f"{'S':>14} {at['S']}",
    ]


def _points(view: View, scene: Scene, ink: Ink) -> list[str]:
    """A row for each seat: its points in the deal and in all, and who sits there."""
    now = view.open
    rows = [f"  {'':7}deal  all"]
    for number, seat in enumerate(SEATS):
        total = now.totals[number] + (0 if now.over else now.points[number])
        name = shortened(scene.names.get(seat, ""), _LONGEST_NAME)
        mine = "*" if view.seat == number else " "
        line = f"{mine}{_NAMES[seat]:<7}{now.points[number]:>4}{total:>5}  {name}".rstrip()
        rows.append(ink("turn", f">{line}") if now.turn == seat else f" {line}")
    return rows


def _hand(view: View, scene: Scene, ink: Ink) -> list[str]:
    """The seat's own cards by suit; in brackets what may be played now, where not every card may be."""
    if view.seat is None:
        return []
    legal = card_set(view.moves()) if scene.choosing else 0
    marked = legal if legal != view.hand else 0
    words = [_card(card, marked) for card in cards_in(view.hand)]
    by_suit = ["".join(word for word, card in zip(words, cards_in(view.hand), strict=True) if suit_of(card) == suit)
               for suit in range(len(SUITS))]  # fmt: skip
    return [f"Your cards: {'  '.join(filter(None, by_suit)).strip() or 'none'}"]


def _card(card: Card, marked: int) -> str:
    return f"[{write_card(card)}]" if marked >> card & 1 else f" {write_card(card)} "


def result(position: Position) -> str:
    """Who has won, with the points of all."""
    winners = " and ".join(_NAMES[seat] for seat in position.winners)
    points = ", ".join(f"{seat} {count}" for seat, count in position.scores.items())
    return f"{winners} {'wins' if len(position.winners) == 1 else 'win'}, with the fewest points: {points}."


def read_typed(text: str, _position: Position) -> Card:
    """A card in either case, such as `10c`."""
    return read_card(text.upper())


def _title(seat: Seat) -> str:
    return _NAMES[seat]


DRAWING: Final = Drawing(
    game=GAME,
    draw=draw,
    read_move=read_typed,
    result=result,
    how="Type a card to play it: 10C or QH (C clubs, D diamonds, H hearts, S spades).",
    title=_title,
)
