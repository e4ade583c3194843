"""Start positions that a tournament does not draw as usual: of another size, or from a file."""

from __future__ import annotations

from random import Random

from stolik.contract import AnyGame, NotationError
from stolik.contract.registry import find_game
from stolik.tournament.plan.schedule import ScheduleError


def check_size(game: str, size: tuple[int, ...]) -> None:
    """Raises ScheduleError when the game has no starts of that size."""
    found = find_game(game)
    if found.start_of_size is None:
        raise ScheduleError(f"the starts of {game} have one size only")
    try:
        found.start_of_size(Random(0), size)
    except ValueError as error:
        raise ScheduleError(f"size {','.join(map(str, size))}: {error}") from None


def read_positions(game: str, text: str) -> tuple[str, ...]:
    """The positions of a file: one a line or, if they have several lines, with an empty line between them.

    Raises ScheduleError, in words.
    """
    found = find_game(game)
    positions: list[str] = []
    number = 1
    for block in text.replace("\r\n", "\n").split("\n\n"):
        lines = block.split("\n")
        if block.strip():
            positions += _read_block(found, block, number)
        number += len(lines) + 1
    if not positions:
        raise ScheduleError("there is no position in it")
    return tuple(positions)


def _read_block(game: AnyGame, block: str, first_line: int) -> list[str]:
    try:
        return [_checked(game, block.strip("\n"))]
    except ValueError:
        if "\n" not in block.strip("\n"):
            raise ScheduleError(_fault(game, block, first_line)) from None
    read = []
    for number, line in enumerate(block.split("\n"), first_line):
        if line.strip():
            try:
                read.append(_checked(game, line))
            except ValueError:
                raise ScheduleError(_fault(game, line, number)) from None
    return read


def _checked(game: AnyGame, text: str) -> str:
    position = game.read(text)
    if position.turn is None:
        raise NotationError("nobody can move there")
    written: str = game.write(position)
    return written


def _fault(game: AnyGame, text: str, number: int) -> str:
    try:
        _checked(game, text.strip("\n"))
    except ValueError as error:
        return f"line {number}: {error}"
    return f"line {number} cannot be read"
