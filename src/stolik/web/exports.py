"""Finished games as files, each in a notation that other programs know."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from stolik.contract import load_part
from stolik.contract.registry import find_game
from stolik.store.export import Export
from stolik.store.stored import StoredTable


def export(stored: StoredTable, format_: str) -> Export:
    """The game in that notation; raises ValueError when it has none such."""
    formats = formats_of(stored.record.game)
    if format_ not in formats:
        raise ValueError(f"{stored.record.game} is not written as {format_!r}; there are {', '.join(formats)}")
    return formats[format_](stored)


def formats_of(game: str) -> Mapping[str, Callable[[StoredTable], Export]]:
    """The notations of a game, by name."""
    return {"json": _json, **{name: load_part(part) for name, part in find_game(game).exports.items()}}


def _json(stored: StoredTable) -> Export:
    text = msgspec.json.format(msgspec.json.encode(stored), indent=1).decode()
    return Export(text, "application/json", "json")
