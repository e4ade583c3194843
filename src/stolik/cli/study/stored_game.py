"""Finds a finished game by what a person types: a file in any notation, `-`, or the id of a game in a store."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from stolik.cli.study.record_file import RecordError, read_record, read_record_text
from stolik.cli.text_file import TextError, read_stdin, read_text
from stolik.contract import HouseRules, IllegalMove, Kind, NotationError, PlayedGame, Player
from stolik.store.errors import StoreError
from stolik.store.reading.study import finished_game
from stolik.store.stored import StoredTable, TableFacts
from stolik.table.inputs import Play, Sit
from stolik.table.record import Record, open_table, replay
from stolik.tournament.folder import SETTINGS, open_folder

STDIN = "-"


def find_stored(record: str, db: str | None) -> StoredTable:
    """The game of a file, of standard input or of a store; raises ClickException."""
    try:
        if record == STDIN:
            return _from_text(read_stdin())
        path = Path(record)
        if path.exists():
            return _from_file(path)
        if db is None and ("." in record or "/" in record):
            raise click.ClickException(f"there is no file {record!r}")
        return _of_store(record, db)
    except (RecordError, TextError, NotationError, IllegalMove) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"cannot read {record!r}: {error.strerror}") from None


def _of_store(id_: str, db: str | None) -> StoredTable:
    try:
        return finished_game(db, id_)
    except StoreError as error:
        raise click.ClickException(f"{id_!r} is not a file, and not a game of a store: {error}") from None


def _from_file(path: Path) -> StoredTable:
    folder = path.resolve().parent.parent
    if (folder / SETTINGS).exists():
        played = read_record(path)
        result = open_folder(folder).results()[int(path.stem)]
        return as_stored(played, {seat: Player(name, Kind.PROGRAM) for seat, name in result.seats.items()}, path.stem)
    return _from_text(read_text(path))


def _from_text(text: str) -> StoredTable:
    played = read_record_text(text)  # says what is wrong with a text that is not a game
    if not text.lstrip().startswith("{"):
        return as_stored(played)
    if "record" in msgspec.json.decode(text, type=dict[str, msgspec.Raw]):
        return msgspec.json.decode(text, type=StoredTable)
    record = msgspec.json.decode(text, type=Record)
    table = replay(record)
    began = record.entries[0].at if record.entries else 0.0
    ended = record.entries[-1].at if table.outcome else None
    seats = {seat: Player(name, Kind.PROGRAM) for seat, name in table.players.items()}
    return StoredTable(TableFacts("", record.game, began, seats, None, ended, table.outcome), record)


def as_stored(played: PlayedGame, players: dict[str, Player] | None = None, id_: str = "") -> StoredTable:
    """A game that is only a start and moves, as a stored one; whoever is not known is called like the seat."""
    table, record = open_table(played.game, played.start, HouseRules())
    seats = {seat: (players or {}).get(seat) or Player(seat, Kind.PROGRAM) for seat in played.game.seats}
    for seat, player in seats.items():
        table.take(Sit(seat, player.name), 0.0)
    for number, move in enumerate(played.moves, 1):
        before = table.position
        table.take(Play(str(before.turn), move), 0.0)
        if table.position is before:
            raise NotationError(f"move {number}, {move!r}, cannot be made")
    ended = None if table.outcome is None else 0.0
    return StoredTable(TableFacts(id_, played.game.name, 0.0, seats, None, ended, table.outcome), record)
