"""Writes finished games of Othello in the notations of other programs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from stolik.contract import Seat
from stolik.contract.registry import find_game
from stolik.games.othello.door import OthelloDoor
from stolik.games.othello.rules import (
    BLACK,
    SQUARES,
    WHITE,
    opponent,
    read_position,
    read_square,
    write_transcript,
)
from stolik.games.othello.wire import Move
from stolik.service.doors.exchange import report
from stolik.store.export import Export
from stolik.store.stored import StoredTable
from stolik.table.record import moves_of


def transcript(stored: StoredTable) -> Export:
    """The moves one after another, such as `f5d6c3`."""
    moves = [read_square(played.move) for played in moves_of(stored.record)]
    return Export(f"{write_transcript(moves)}\n", "text/plain", "txt")


def ggf(stored: StoredTable) -> Export:
    """The game in the Generic Game Format of Othello servers; passes are moves, and the result is black's lead."""
    facts, record = stored.facts, stored.record
    names = {seat: _ggf_text(player.name) for seat, player in facts.seats.items()}
    start = read_position(record.setup)
    board = record.setup[:SQUARES].replace("X", "*")
    mover = "O" if start.turn == WHITE else "*"
    head = {
        "GM": "Othello",
        "PC": "Stolik",
        "DT": datetime.fromtimestamp(facts.created, UTC).strftime("%Y-%m-%d %H:%M:%S GMT"),
        "PB": names.get(BLACK, ""),
        "PW": names.get(WHITE, ""),
        "RE": _lead(stored),
        "TI": "0" if record.rules.turn_time is None else f"0//{record.rules.turn_time:g}",
        "TY": "8",
        "BO": f"8 {board} {mover}",
    }
    tags = "".join(f"{tag}[{value}]" for tag, value in head.items())
    return Export(f"(;{tags}{''.join(_ggf_moves(stored, start.turn))};)\n", "text/plain", "ggf")


def messages(stored: StoredTable) -> Export:
    """All messages of the game in the document's protocol, with seats in place of addresses."""
    game, grace = find_game(stored.record.game), stored.record.rules.grace
    doors = {seat: OthelloDoor(game) for seat in game.seats}
    names = {seat: player.name for seat, player in stored.facts.seats.items()}
    greetings = {
        seat: door.seated(seat, names.get(opponent(seat), opponent(seat)), again=False, grace=grace)
        for seat, door in doors.items()
    }
    return report(stored, doors, _move_text, greetings)


def _move_text(move: str) -> str:
    square = read_square(move)
    return Move(square % 8, square // 8).text()


def _ggf_moves(stored: StoredTable, turn: Seat | None) -> Iterator[str]:
    for _, seat, move, _ in moves_of(stored.record):
        if seat != turn and turn is not None:
            yield f"{turn[0].upper()}[PA]"
        yield f"{seat[0].upper()}[{move.upper()}]"
        turn = opponent(seat)


def _ggf_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def _lead(stored: StoredTable) -> str:
    if stored.facts.outcome is None:
        return "?"
    scores = stored.facts.outcome.scores
    return f"{scores[BLACK] - scores[WHITE]:+d}"
