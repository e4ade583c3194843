"""Finished games to study: from a store, or from the folder of a tournament."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from stolik.contract import Seat, packages
from stolik.contract.registry import find_game
from stolik.library.games import Game
from stolik.library.positions import Position

if TYPE_CHECKING:
    import pandas

Rows = Literal["games", "moves"]
"""What a row of a table is."""


def records(
    source: str | os.PathLike[str] | None = None, *, game: str | None = None, player: str | None = None
) -> Records:
    """The finished games of a store, or of a tournament's folder; only those of a game or a player, if given.

    `source` is the file or the URL that `stolik serve --db` has, or a folder of `stolik tournament run`; None: the
    store in your data folder. Nothing is read before it is needed, and nothing is changed. Raises ValueError when
    there is no such store.
    """
    return Records(source, game, player)


@dataclass(frozen=True)
class Record:
    """One finished game."""

    id: str
    game: str
    players: Mapping[Seat, str]
    setup: str
    """The start position, in the game's notation."""
    moves: tuple[str, ...]
    movers: tuple[Seat, ...]
    """Who made each move."""
    times: tuple[float, ...]
    """The seconds that each move took; the first is counted from the start of the table or of the question."""
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    ending: str
    """How it ended: `rules` when it was played to its end."""
    reason: str
    began: datetime | None
    """None for a game of a tournament."""
    ended: datetime | None

    def position(self) -> Position:
        """The last position; its `history` has every move. Raises ValueError if the game is not installed."""
        return Game(find_game(self.game)).read(self.setup).play(*self.moves)

    def __repr__(self) -> str:
        who = ", ".join(f"{seat}: {name}" for seat, name in self.players.items())
        return f"<{self.game} {self.id}, {who}; {len(self.moves)} moves, {self.ending}>"


class Records:
    """Finished games, the first to end first. They are read anew each time: a long store does not fill the memory."""

    def __init__(self, source: str | os.PathLike[str] | None, game: str | None, player: str | None) -> None:
        self._source: Final = source
        self._game: Final = game
        self._player: Final = player

    def __iter__(self) -> Iterator[Record]:
        source = self._source
        if source is not None and Path(source).is_dir():
            return _of_tournament(Path(source), self._game, self._player)
        return _of_store(
            source if source is None or isinstance(source, str) else Path(source), self._game, self._player
        )

    def rows(self, of: Rows = "games") -> Iterator[dict[str, Any]]:
        """A row for each game, or for each move: plain values for a table."""
        for record in self:
            yield from [_game_row(record)] if of == "games" else _move_rows(record)

    def to_pandas(self, of: Rows = "games") -> pandas.DataFrame:
        """A data frame with a row for each game or move; raises ModuleNotFoundError without pandas."""
        with packages.needed_for("to_pandas needs"):
            import pandas
        return pandas.DataFrame(self.rows(of))

    def to_parquet(self, path: str | os.PathLike[str], of: Rows = "games") -> None:
        """Writes a Parquet file with a row for each game or move; raises ModuleNotFoundError without pyarrow."""
        with packages.needed_for("to_parquet needs"):
            import pyarrow
            import pyarrow.parquet
        rows = list(self.rows(of))
        columns = list(dict.fromkeys(column for row in rows for column in row))
        table = pyarrow.table({column: [row.get(column) for row in rows] for column in columns})
        pyarrow.parquet.write_table(table, os.fspath(path))

    def __repr__(self) -> str:
        source = None if self._source is None else os.fspath(self._source)
        more = "".join(
            f", {name}={value!r}" for name, value in (("game", self._game), ("player", self._player)) if value
        )
        return f"stolik.records({source!r}{more})"


def _game_row(record: Record) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": record.id,
        "game": record.game,
        "began": record.began,
        "ended": record.ended,
        "ending": record.ending,
        "reason": record.reason,
        "winners": list(record.winners),
        "moves": list(record.moves),
        "setup": record.setup,
    }
    for seat, name in record.players.items():
        row |= {f"player_{seat}": name, f"score_{seat}": record.scores.get(seat)}
    return row


def _move_rows(record: Record) -> Iterator[dict[str, Any]]:
    for ply, (seat, move, seconds) in enumerate(zip(record.movers, record.moves, record.times, strict=True), 1):
        yield {
            "id": record.id,
            "game": record.game,
            "ply": ply,
            "seat": seat,
            "player": record.players.get(seat),
            "move": move,
            "seconds": seconds,
        }


def _of_store(address: str | Path | None, game: str | None, player: str | None) -> Iterator[Record]:
    # Imported here: SQLAlchemy is slow to import, and only records need it.
    from stolik.store.errors import StoreError
    from stolik.store.reading.study import finished_games
    from stolik.store.stored import StoredTable
    from stolik.table.record import moves_of

    def record_of(stored: StoredTable) -> Record:
        facts, outcome = stored.facts, stored.facts.outcome
        played = list(moves_of(stored.record))
        at = [facts.created, *(move.at for move in played)]
        return Record(
            id=facts.id,
            game=facts.game,
            players={seat: player.name for seat, player in facts.seats.items()},
            setup=stored.record.setup,
            moves=tuple(move.move for move in played),
            movers=tuple(move.seat for move in played),
            times=tuple(after - before for before, after in pairwise(at)),
            scores=dict(outcome.scores) if outcome else {},
            winners=tuple(outcome.winners) if outcome else (),
            ending=str(outcome.ending) if outcome else "",
            reason=outcome.reason if outcome else "",
            began=_moment(facts.created),
            ended=_moment(facts.ended),
        )

    try:
        yield from map(record_of, finished_games(address, game, player))
    except StoreError as error:
        raise ValueError(str(error)) from None


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def _of_tournament(path: Path, game: str | None, player: str | None) -> Iterator[Record]:
    from stolik.tournament.folder import FolderError, open_folder

    try:
        folder = open_folder(path)
    except FolderError as error:
        raise ValueError(str(error)) from None
    name = folder.tournament.game
    for number, result in sorted(folder.results().items()):
        if game not in (None, name) or (player is not None and player not in result.seats.values()):
            continue
        yield Record(
            id=f"{number:05}",
            game=name,
            players=dict(result.seats),
            setup=result.setup,
            moves=tuple(result.moves),
            movers=tuple(result.movers),
            times=tuple(result.times),
            scores=dict(result.scores),
            winners=tuple(result.winners),
            ending=str(result.ending),
            reason=result.reason,
            began=None,
            ended=None,
        )
