"""Games in files: records downloaded from the page, games of tournaments, and the notations of other programs."""

from __future__ import annotations

import os
from pathlib import Path

from stolik.cli.study.record_file import RecordError, read_record
from stolik.library.positions import Origin, Position
from stolik.players.analysis import positions_of


def load(path: str | os.PathLike[str]) -> Position:
    """The last position of the game in a file, with its whole `history`.

    The file is one that `stolik analyse` reads. Raises ValueError, which says what is wrong with the file.
    """
    try:
        played = read_record(Path(path))
    except RecordError as error:
        raise ValueError(str(error)) from None
    rules, value = played.game, played.start
    for position, move in positions_of(rules, value, played.moves):
        value = position.play(move)
    return Position(rules, value, Origin(f"read({rules.write(played.start)!r})", played.start), played.moves)
