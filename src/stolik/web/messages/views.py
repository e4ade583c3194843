"""What the page is shown of a position: made from a seat's view alone, so nothing hidden can slip through."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stolik.contract import AnyGame, Seat, load_part


class PlainShown(Struct, frozen=True):
    """A position of a game that has no board of its own: as text, with the moves open to whoever looks."""

    text: str
    turn: Seat | None
    moves: list[str]


def show(game: AnyGame, view: Any, seat: Seat | None) -> Any:  # noqa: ANN401 - each game has its own
    """A view as the page has it; `seat` is whose view it is, None for everyone's."""
    mine = seat is not None and view.turn == seat
    moves = [game.write_move(move) for move in view.moves()] if mine else []
    if game.shown is not None:
        return load_part(game.shown)(view, moves)
    return PlainShown((game.text or game.write)(view), view.turn, moves)
