"""Examples at the end of a command's help, for the games that are installed."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from stolik.contract.registry import all_games

_PROGRAM: Final = "stolik"
_MOST_COLUMNS: Final = 76


def examples(*lines: tuple[str, str], title: str = "Examples") -> str:
    """Command lines and what each does, as an epilog of click: in two columns if they fit."""
    if not lines:
        return ""
    commands = [f"  {_PROGRAM} {command}" for command, _ in lines]
    width = max(map(len, commands))
    rows = [f"{command:<{width}}  {about}".rstrip() for command, (_, about) in zip(commands, lines, strict=True)]
    if max(map(len, rows)) > _MOST_COLUMNS:
        rows = [row for command, (_, about) in zip(commands, lines, strict=True) for row in (command, _below(about))]
        rows = list(filter(None, rows))
    return "\n".join(["\b", f"{title}:", *rows])


def _below(about: str) -> str:
    return f"      {about}" if about else ""


def of_games(command: str) -> Iterator[tuple[str, str]]:
    """The examples of a command that the installed games bring."""
    for game in all_games().values():
        yield from ((f"{command} {arguments}", about) for arguments, about in game.examples.get(command, ()))


def values_of_games(command: str) -> str:
    """What a command's numbers mean in each installed game, as a paragraph of its help."""
    meanings = (f"{game.title}: {game.values[command]}." for game in all_games().values() if command in game.values)
    return "\n".join(["\b", *(row for words in meanings for row in wrap(words, 78, subsequent_indent="  "))])
