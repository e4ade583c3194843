"""Finished games as files, each in a notation that other programs know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Final

import msgspec

from stolik.games import find_game, kierki, othello
from stolik.games.cards import read_card
from stolik.games.contract import Seat
from stolik.service.kierki_door import deal_so_far, trick_ended
from stolik.store.stored import StoredTable
from stolik.table.events import Asked, Event, Played, Shown
from stolik.web.records import moves_of, replayed
from stolik.wire.kierki import AskCard, Iam, PutCard


class Export(msgspec.Struct, frozen=True):
    """A file: what is in it, and what it is called."""

    text: str
    media_type: str
    suffix: str


def export(stored: StoredTable, format_: str) -> Export:
    """The game in that notation; raises ValueError when it has none such."""
    ways = formats_of(stored.record.game)
    if format_ not in ways:
        raise ValueError(f"{stored.record.game} is not written as {format_!r}; there are {', '.join(ways)}")
    return ways[format_](stored)


def formats_of(game: str) -> Mapping[str, Callable[[StoredTable], Export]]:
    """The notations of a game, by name."""
    return {"json": _json, **_WAYS.get(game, {})}


def _json(stored: StoredTable) -> Export:
    text = msgspec.json.format(msgspec.json.encode(stored), indent=1).decode()
    return Export(text, "application/json", "json")


def _transcript(stored: StoredTable) -> Export:
    moves = [othello.read_square(move) for _, _, move in moves_of(stored.record)]
    return Export(f"{othello.write_transcript(moves)}\n", "text/plain", "txt")


def _ggf(stored: StoredTable) -> Export:
    """The Generic Game Format of the Othello servers: passes are moves there, and the result is black's lead."""
    facts, record = stored.facts, stored.record
    names = {seat: _ggf_text(player.name) for seat, player in facts.seats.items()}
    start = othello.read_position(record.setup)
    board = record.setup[: othello.SQUARES].replace("X", "*")
    mover = "O" if start.turn == othello.WHITE else "*"
    head = {
        "GM": "Othello",
        "PC": "Stolik",
        "DT": datetime.fromtimestamp(facts.created, UTC).strftime("%Y-%m-%d %H:%M:%S GMT"),
        "PB": names.get(othello.BLACK, ""),
        "PW": names.get(othello.WHITE, ""),
        "RE": _lead(stored),
        "TI": "0" if record.rules.turn_time is None else f"0//{record.rules.turn_time:g}",
        "TY": "8",
        "BO": f"8 {board} {mover}",
    }
    tags = "".join(f"{tag}[{value}]" for tag, value in head.items())
    return Export(f"(;{tags}{''.join(_ggf_moves(stored, start.turn))};)\n", "text/plain", "ggf")


def _ggf_moves(stored: StoredTable, turn: Seat | None) -> Iterator[str]:
    for _, seat, move in moves_of(stored.record):
        if seat != turn and turn is not None:
            yield f"{turn[0].upper()}[PA]"
        yield f"{seat[0].upper()}[{move.upper()}]"
        turn = othello.opponent(seat)


def _ggf_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _lead(stored: StoredTable) -> str:
    if stored.facts.outcome is None:
        return "?"
    scores = stored.facts.outcome.scores
    return f"{scores[othello.BLACK] - scores[othello.WHITE]:+d}"


def _kierki_file(stored: StoredTable) -> Export:
    return Export(stored.record.setup, "text/plain", "txt")


def _kierki_report(stored: StoredTable) -> Export:
    """Every message that clients of the document's protocol would have exchanged, with seats in place of addresses."""
    lines: list[str] = []

    def tell(seat: Seat, at: float, messages: list[str]) -> None:
        lines.extend(_reported("server", seat, at, message) for message in messages)

    open_ = find_game(stored.record.game).read(stored.record.setup).view(None).open
    for seat in kierki.SEATS:
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


def _heard(event: Event, open_: kierki.Open) -> Iterator[tuple[Seat, list[str]]]:
    match event:
        case Shown(to=to, view=view) if to in kierki.SEATS:
            yield to, deal_so_far(view)
        case Played(to=to, view=view) if to in kierki.SEATS and not view.open.cards:
            yield to, trick_ended(view)
        case Asked(seat=seat, again=False):
            yield seat, [AskCard(open_.number, open_.cards).text()]


def _reported(sender: str, receiver: str, at: float, message: str) -> str:
    when = datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
    return f"[{sender},{receiver},{when}] {message}"


_OTHELLO: Final = {"transcript": _transcript, "ggf": _ggf}
_KIERKI: Final = {"kierki": _kierki_file, "report": _kierki_report}
_WAYS: Final[Mapping[str, Mapping[str, Callable[[StoredTable], Export]]]] = {
    "othello": _OTHELLO,
    "kierki": _KIERKI,
    "kierki-early-end": _KIERKI,
}
