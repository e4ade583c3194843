"""Finished games as files, each in a notation that other programs know."""

from __future__ import annotations

from typing import Final

import msgspec

from stolik.contract import AnyGame, load_part
from stolik.contract.registry import find_game
from stolik.store.export import Export
from stolik.store.stored import StoredTable

JSON: Final = "json"
"""The record itself, which every game has."""


def export(stored: StoredTable, format_: str) -> Export:
    """The game in that notation; raises ValueError when it has none such."""
    game = find_game(stored.record.game)
    if format_ == JSON:
        return _json(stored)
    if format_ not in game.exports:
        raise ValueError(f"{game.name} is not written as {format_!r}; there are {', '.join(formats_of(game))}")
    made: Export = load_part(game.exports[format_])(stored)
    return made


def formats_of(game: AnyGame) -> tuple[str, ...]:
    """The names of the notations in which a finished game can be had."""
    return (JSON, *game.exports)


def _json(stored: StoredTable) -> Export:
    text = msgspec.json.format(msgspec.json.encode(stored), indent=1).decode()
    return Export(text, "application/json", "json")
