"""Many games at once, as arrays: what a game's vectorised playouts offer. This module needs no NumPy."""

from __future__ import annotations

from typing import Any, Protocol


class Batch(Protocol):
    """So many games of one kind, each at its own moment. Arrays are NumPy's; row by row, a game."""

    games: int
    actions: int
    """How many different moves there are; a move is its number, as in `Learning`."""

    @property
    def turns(self) -> Any:  # noqa: ANN401 - an array
        """[game]: the place of the seat that moves among the game's seats; -1 when the game is over."""

    @property
    def scores(self) -> Any:  # noqa: ANN401 - an array
        """[game, seat]: the scores now; final when the game is over."""

    def legal(self) -> Any:  # noqa: ANN401 - an array
        """[game, move]: whether the move is legal; never when the game is over."""

    def play(self, moves: Any) -> None:  # noqa: ANN401 - an array
        """Makes one move in each game; a game that is over ignores it. Raises ValueError for an illegal move."""

    def random_moves(self) -> Any:  # noqa: ANN401 - an array
        """[game]: a legal move, drawn evenly; -1 when the game is over."""

    def play_out(self) -> None:
        """Plays every game to its end with random moves, without leaving machine code."""
