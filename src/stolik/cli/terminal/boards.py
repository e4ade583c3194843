"""How each game is drawn as text: as it says itself, or plainly."""

from __future__ import annotations

from functools import partial
from textwrap import wrap
from typing import Any, Final

from stolik.cli.terminal.ink import Ink
from stolik.cli.terminal.scene import Drawing, Scene, shortened
from stolik.contract import AnyGame, load_part

_WIDTH: Final = 79
_MOST_ROWS: Final = 12
_MOST_MOVE_ROWS: Final = 4
_LONGEST_NAME: Final = 18


def drawing_of(game: AnyGame) -> Drawing:
    """How a game is drawn; a plain drawing when it brings none."""
    if game.drawing is None:
        return plain_drawing(game)
    drawing: Drawing = load_part(game.drawing)
    return drawing


def plain_drawing(game: AnyGame) -> Drawing:
    """The position as the game writes it, and the legal moves."""
    return Drawing(
        game=game,
        draw=partial(_draw, game),
        read_move=lambda text, _: game.read_move(text),
        result=partial(_result, game),
        how="Type a move as it is listed.",
    )


def _draw(game: AnyGame, scene: Scene, ink: Ink) -> tuple[str, ...]:
    position = scene.position
    text = (game.text or game.write)(position)
    names = ", ".join(
        f"{seat}: {shortened(scene.names[seat], _LONGEST_NAME)}" for seat in game.seats if seat in scene.names
    )
    last = () if scene.last is None else (f"Last move: {game.write_move(scene.last)}.",)
    moves = _moves(game, position) if scene.choosing and position.turn is not None else ()
    *before, status = scene.status or ("",)
    return (*_rows(text, _MOST_ROWS), *wrap(names, _WIDTH), *last, *before, ink("turn", status), *moves)


def _moves(game: AnyGame, position: Any) -> tuple[str, ...]:  # noqa: ANN401 - any game's
    words = ", ".join(map(game.write_move, position.moves()))
    return _rows(f"Legal moves: {words}", _MOST_MOVE_ROWS, "... (moves lists them all)")


def _rows(text: str, most: int, rest: str = "...") -> tuple[str, ...]:
    """The text in rows that fit a terminal, at most so many."""
    rows = [row for line in text.rstrip("\n").split("\n") for row in wrap(line, _WIDTH, drop_whitespace=False) or [""]]
    rows = [row.rstrip() for row in rows]
    return tuple(rows if len(rows) <= most else [*rows[: most - 1], rest])


def _result(game: AnyGame, position: Any) -> str:  # noqa: ANN401 - any game's
    """Who has won, with the scores."""
    winners = position.winners
    scores = ", ".join(f"{seat} {position.scores[seat]}" for seat in game.seats)
    if len(winners) == len(game.seats):
        return f"A draw: {scores}."
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}: {scores}."
