"""Finished games as files, each in a notation that other programs know."""

from __future__ import annotations

from typing import Final

import msgspec

from stolik.contract import AnyGame, load_part
from stolik.contract.registry import find_game
from stolik.service.doors.code_door import CodeDoor
from stolik.service.doors.exchange import report
from stolik.store.export import Export
from stolik.store.stored import StoredTable
from stolik.wire.codes import MakeMove

JSON: Final = "json"
"""The record itself, which every game has."""
REPORT: Final = "report"
"""The exchange of lines, which every game without a protocol of its own has in the code protocol."""


def export(stored: StoredTable, format_: str) -> Export:
    """The game in that notation; raises ValueError when it has none such."""
    game = find_game(stored.record.game)
    if format_ == JSON:
        return _json(stored)
    if format_ == REPORT and _has_code_report(game):
        return _report(stored, game)
    if format_ not in game.exports:
        raise ValueError(f"{game.name} is not written as {format_!r}; there are {', '.join(formats_of(game))}")
    made: Export = load_part(game.exports[format_])(stored)
    return made


def formats_of(game: AnyGame) -> tuple[str, ...]:
    """The names of the notations in which a finished game can be had."""
    return (JSON, *game.exports, *((REPORT,) if _has_code_report(game) else ()))


def _has_code_report(game: AnyGame) -> bool:
    return game.protocol is None and REPORT not in game.exports


def _report(stored: StoredTable, game: AnyGame) -> Export:
    doors = {seat: CodeDoor(game) for seat in game.seats}
    for seat, door in doors.items():
        door.sit(seat)
    return report(stored, doors, lambda move: MakeMove(move).text())


def _json(stored: StoredTable) -> Export:
    text = msgspec.json.format(msgspec.json.encode(stored), indent=1).decode()
    return Export(text, "application/json", "json")
