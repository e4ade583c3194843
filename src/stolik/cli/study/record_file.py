"""Reads finished games from files: as the page and tournaments write them, and in the games' notations."""

from __future__ import annotations

from pathlib import Path

import msgspec

from stolik.cli.text_file import TextError, read_text
from stolik.contract import NotationError, PlayedGame, load_part
from stolik.contract.registry import all_games, find_game
from stolik.store.stored import StoredTable
from stolik.table.record import Record, moves_of
from stolik.table.table import SeatTaken
from stolik.tournament.folder import SETTINGS, FolderError, open_folder


class RecordError(Exception):
    """A file could not be read as a game; the message says why."""


def read_record(path: Path) -> PlayedGame:
    """The game in the file; raises RecordError."""
    try:
        folder = path.resolve().parent.parent
        if (folder / SETTINGS).exists():
            return _of_tournament(folder, path.stem)
        return read_record_text(read_text(path))
    except OSError as error:
        raise RecordError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except TextError as error:
        raise RecordError(str(error)) from None


def read_record_text(text: str) -> PlayedGame:
    """The game in a text; raises RecordError."""
    if not text.strip():
        raise RecordError("the text is empty: there is no game in it")
    try:
        if text.lstrip().startswith("{"):
            return _from_json(text)
        for read_file in (load_part(game.read_file) for game in all_games().values() if game.read_file is not None):
            played: PlayedGame | None = read_file(text)
            if played is not None:
                return played
        raise RecordError(f"no game that is installed knows this notation: {text.split()[0][:20]!r}")
    except NotationError as error:
        raise RecordError(f"not a game's record: {error}") from None


def _from_json(text: str) -> PlayedGame:
    try:
        keys = msgspec.json.decode(text, type=dict[str, msgspec.Raw]).keys()
        if "steps" in keys:
            raise RecordError("this is what the page shows of a game; its record is downloaded as JSON beside it")
        if "moves" in keys:
            raise RecordError("a tournament's line does not say which game it is: name FOLDER/games/NUMBER.txt instead")
        if "record" in keys:
            return _of_table(msgspec.json.decode(text, type=StoredTable).record)
        return _of_table(msgspec.json.decode(text, type=Record))
    except msgspec.MsgspecError as error:
        raise RecordError(f"not a game's record: {error}") from None


def _of_table(record: Record) -> PlayedGame:
    try:
        game = find_game(record.game)
    except ValueError as error:
        raise RecordError(str(error)) from None
    try:
        return PlayedGame(game, game.read(record.setup), tuple(played.move for played in moves_of(record)))
    except SeatTaken as error:
        raise RecordError(f"not a game's record: {error}") from None


def _of_tournament(folder: Path, number: str) -> PlayedGame:
    try:
        opened = open_folder(folder)
        result = opened.results().get(int(number) if number.isdecimal() else 0)
    except (FolderError, msgspec.MsgspecError) as error:
        raise RecordError(str(error)) from None
    if result is None:
        raise RecordError(f"no game of the tournament in {str(folder)!r} has the number {number!r}")
    game = find_game(opened.tournament.game)
    return PlayedGame(game, game.read(result.setup), tuple(result.moves))
