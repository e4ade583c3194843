"""A server's side of the code protocol, as the course's document has it and apart from our own doors, for clients."""

from __future__ import annotations

from typing import Any

from stolik.contract import AnyGame, Position
from stolik.wire.codes import Begin, Moved, read_move


class ServerSide:
    """What a server of a game for two without secrets reads from one player, and asks it."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._begun = False

    def read(self, line: bytes) -> str:
        """The move in a line, in the game's own spelling; raises NotationError."""
        return read_move(self._game, line)

    def ask(self, position: Position[Any], moved: str) -> Begin | Moved:
        """Asks for a move: the first time by the whole position, whoever began; then by the opponent's move alone."""
        if self._begun:
            return Moved(moved)
        self._begun = True
        return Begin(self._game.write(position))
