"""Finished games in files: as the page and tournaments write them, as kierki-serwer reports, as Othello is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from stolik.games import find_game, kierki_file, othello
from stolik.games.contract import AnyGame, NotationError, Position
from stolik.store.stored import StoredTable
from stolik.table.record import Record
from stolik.table.table import SeatTaken
from stolik.tournament.folder import SETTINGS, FolderError, open_folder
from stolik.web.records import moves_of
from stolik.wire.kierki_report import read_report
from stolik.wire.nboard import read_ggf_game


class RecordError(Exception):
    """A file that is not a game; the message says why."""


class PlayedGame(Struct, frozen=True):
    """A game from its start to its end."""

    game: AnyGame
    start: Position[Any]
    moves: tuple[str, ...]


def read_record(path: Path) -> PlayedGame:
    """The game in the file; raises RecordError."""
    try:
        folder = path.resolve().parent.parent
        if (folder / SETTINGS).exists():
            return _of_tournament(folder, path.stem)
        return read_record_text(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RecordError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RecordError(f"{str(path)!r} is not text") from None


def read_record_text(text: str) -> PlayedGame:
    """The game in a text; raises RecordError."""
    if not text.strip():
        raise RecordError("there is no game in it")
    try:
        if text.lstrip().startswith("{"):
            return _from_json(text)
        if text.lstrip().startswith("(;"):
            start, moves = read_ggf_game(text)
            return _of_othello(start, moves)
        if text.startswith("["):
            return _of_report(text)
        return _of_othello(othello.START, othello.read_transcript("".join(text.split())))
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
    except KeyError:
        raise RecordError(f"no game is called {record.game!r}") from None
    try:
        return PlayedGame(game, game.read(record.setup), tuple(move for _, _, move in moves_of(record)))
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


def _of_report(text: str) -> PlayedGame:
    deals, cards, early_end = read_report(text)
    if not deals:
        raise RecordError("there is no deal in this report")
    game = kierki_file.EARLY_END if early_end else kierki_file.GAME
    return PlayedGame(game, game.read(kierki_file.write_deals(deals)), tuple(map(game.write_move, cards)))


def _of_othello(start: othello.Position, moves: tuple[int, ...]) -> PlayedGame:
    return PlayedGame(othello.GAME, start, tuple(map(othello.write_square, moves)))
