"""Writes finished matches of Kierki in the notations of other programs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from stolik.contract import Seat
from stolik.contract.registry import find_game
from stolik.games.kierki.cards import read_card
from stolik.games.kierki.door import deal_so_far, trick_ended
from stolik.games.kierki.rules import SEATS, Open
from stolik.games.kierki.wire import AskCard, Iam, PutCard
from stolik.store.export import Export
from stolik.store.stored import StoredTable
from stolik.table.events import Asked, Event, Played, Shown
from stolik.table.record import replayed


def match_file(stored: StoredTable) -> Export:
    """The deals, as `kierki-serwer -f` reads them."""
    return Export(stored.record.setup, "text/plain", "txt")


def report(stored: StoredTable) -> Export:
    """All messages of the match in the document's protocol, with seats in place of addresses."""
    lines: list[str] = []

    def tell(seat: Seat, at: float, messages: list[str]) -> None:
        lines.extend(_reported("server", seat, at, message) for message in messages)

    open_ = find_game(stored.record.game).read(stored.record.setup).view(None).open
    for seat in SEATS:
        lines.append(_reported(seat, "server", stored.facts.created, Iam(seat).text()))
    for entry, events in replayed(stored.record):
        put = next((event for event in events if isinstance(event, Played)), None)
        if put is not None:
            said = PutCard(open_.number, read_card(put.move)).text()
            lines.append(_reported(put.seat, "server", entry.at, said))
            open_ = put.view.open
        for event in events:
            for seat, messages in _heard(event, open_):
                tell(seat, entry.at, messages)
    return Export("".join(f"{line}\r\n" for line in lines), "text/plain", "txt")


def _heard(event: Event, open_: Open) -> Iterator[tuple[Seat, list[str]]]:
    match event:
        case Shown(to=to, view=view) if to in SEATS:
            yield to, deal_so_far(view)
        case Played(to=to, view=view) if to in SEATS and not view.open.cards:
            yield to, trick_ended(view)
        case Asked(seat=seat, again=False):
            yield seat, [AskCard(open_.number, open_.cards).text()]


def _reported(sender: str, receiver: str, at: float, message: str) -> str:
    when = datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
    return f"[{sender},{receiver},{when}] {message}"
