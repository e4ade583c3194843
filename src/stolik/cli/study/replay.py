"""`stolik replay`: a finished game in the terminal, move by move."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import click

from stolik.cli.examples import examples
from stolik.cli.options import Finite, Integer
from stolik.cli.study.stored_game import find_stored
from stolik.cli.terminal.boards import drawing_of
from stolik.cli.terminal.scene import Drawing, Scene
from stolik.cli.terminal.terminal import is_capable
from stolik.cli.terminal.terminals import ink_for
from stolik.contract import AnyGame, Seat
from stolik.contract.registry import find_game
from stolik.players.analysis import positions_of
from stolik.store.stored import StoredTable
from stolik.table.record import moves_of

KEYS: Final = "space or n: next   b: back   g: first   G: last   q: quit"
_NEXT: Final = frozenset((" ", "n", "l", "j", "\r", "\n", "\x1b[C", "\x1b[B"))
_BACK: Final = frozenset(("b", "p", "h", "k", "\x7f", "\x1b[D", "\x1b[A"))
_QUIT: Final = frozenset(("q", "\x03", "\x04", "\x1b"))


class Step(NamedTuple):
    """One position of the game, and how it came about."""

    position: Any
    last: Any
    said: str


@click.command(
    epilog=examples(
        ("replay game.json", "a record downloaded from the page"),
        ("replay run/games/00042.txt --pace 0.5", "two moves a second"),
        ("replay game.json --move 12", "the position after twelve moves"),
        ("replay 01JD3X… --db stolik.db", "a game of a store, by its id"),
    )
)
@click.argument("record", metavar="RECORD")
@click.option("--move", "number", type=Integer(0), help="Show the position after so many moves, and nothing else.")
@click.option(
    "--pace", type=Finite(0, 60), metavar="SECONDS", help="Show the next move by itself after so many seconds."
)
@click.option("--seat", metavar="SEAT", help="Show what this seat could know; the seat that moves if not given.")
@click.option(
    "--db", metavar="ADDRESS", help="The store of an id: a path or a URL; the one in your data folder if not given."
)
def command(record: str, number: int | None, pace: float | None, seat: Seat | None, db: str | None) -> None:
    """Show the game of RECORD move by move.

    RECORD is a file as `stolik analyse` reads it, `-` for standard input, or the id of a game in a store. On a
    terminal, keys go forward and back; into a pipe or a file, every position is written.
    """
    stored = find_stored(record, db)
    game = find_game(stored.record.game)
    if seat is not None and seat not in game.seats:
        raise click.BadParameter(
            f"{seat!r} is not a seat of {game.name}: {', '.join(game.seats)}", param_hint="'--seat'"
        )
    steps = _steps(game, stored)
    if number is not None and number >= len(steps):
        raise click.BadParameter(f"{number} is too many: the game has {len(steps) - 1} moves", param_hint="'--move'")
    show = _Show(game, stored, seat, steps)
    if number is not None:
        click.echo(show.page(number))
    elif pace is not None:
        _play(show, pace)
    elif is_capable() and record != "-":
        _leaf(show)
    else:
        for place in range(len(steps)):
            click.echo(show.page(place) + "\n")


class _Show:
    """Draws the positions of one game."""

    def __init__(self, game: AnyGame, stored: StoredTable, seat: Seat | None, steps: Sequence[Step]) -> None:
        self._game, self._seat, self.steps = game, seat, steps
        self._drawing: Drawing = drawing_of(game)
        self._names = {seat: player.name for seat, player in stored.facts.seats.items()}
        self._names |= {seat: "" for seat in game.seats if seat not in self._names}
        self._ending = "" if stored.facts.outcome is None else stored.facts.outcome.reason
        self._ink = ink_for()

    def page(self, place: int) -> str:
        """The position after so many moves, as text."""
        step = self.steps[place]
        position, game = step.position, self._game
        seen = position.view(self._seat or position.turn) if game.hidden else position
        last = place == len(self.steps) - 1
        status = [step.said, self._drawing.result(position) if position.turn is None else self._to_move(position.turn)]
        if last and position.turn is not None and self._ending:
            status.append(f"The game ended here: {self._ending}.")
        scene = Scene(seen, self._names, step.last, tuple(status))
        return "\n".join((f"Move {place} of {len(self.steps) - 1}", *self._drawing.draw(scene, self._ink)))

    def _to_move(self, seat: Seat) -> str:
        return f"{self._drawing.title(seat)} to move."


def _steps(game: AnyGame, stored: StoredTable) -> list[Step]:
    title = drawing_of(game).title
    moves = [played.move for played in moves_of(stored.record)]
    start = game.read(stored.record.setup)
    steps = [Step(start, None, "The start.")]
    for position, move in positions_of(game, start, moves):
        said = f"{title(position.turn or '')} played {game.write_move(move)}."
        steps.append(Step(position.play(move), move, said))
    return steps


def _play(show: _Show, pace: float) -> None:
    for place in range(len(show.steps)):
        if is_capable():
            click.clear()
        click.echo(show.page(place) + "\n")
        if place < len(show.steps) - 1:
            time.sleep(pace)


def _leaf(show: _Show) -> None:
    """Shows a position until a key is pressed."""
    place, last = 0, len(show.steps) - 1
    while True:
        click.clear()
        click.echo(f"{show.page(place)}\n\n{KEYS}")
        try:
            key = click.getchar()
        except (KeyboardInterrupt, EOFError):
            return
        if key in _QUIT:
            return
        if key in _NEXT:
            place = min(place + 1, last)
        elif key in _BACK:
            place = max(place - 1, 0)
        elif key in ("g", "G"):
            place = 0 if key == "g" else last
        sys.stdout.flush()
