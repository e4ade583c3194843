"""The players file: one JSON object per line, as in the course's document, with some more keys."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, field

from stolik.players.registry import check_player
from stolik.tournament.plan.own_paths import kept_apart, own_paths, refuse_foreign_links, refuse_links_to_others

# The folder beside the players file where the course's server looks for the programs.
PROGRAMS_FOLDER: Final = "Programy"


class PlayersError(ValueError):
    """A players file that cannot be read; the message names the line and what is wrong with it."""


class Entrant(Struct, frozen=True, omit_defaults=True):
    """A player of a tournament: a program and how it is started, or one of our own players."""

    name: str
    command: tuple[str, ...] = ()
    """What is started, with `{host}`, `{port}` and `{seat}` still to be filled in; empty for our own players."""
    cwd: str = ""
    env: dict[str, str] = field(default_factory=dict)
    network: bool = False
    """Whether it plays over TCP, not on its standard input and output."""
    builtin: str | None = None
    own: tuple[str, ...] = ()
    """The files and folders that are the program's own: its sandbox shows them."""
    paths: tuple[str, ...] = ()
    """What else the players file lets the program read."""


class _Line(Struct, forbid_unknown_fields=True):
    """The keys of a line."""

    name: str
    surname: str = ""
    program: str | None = None
    args: list[str] = field(default_factory=list)
    cwd: str | None = None
    env: dict[str, str] = field(default_factory=dict)
    tcp: bool | list[str] = False
    builtin: str | None = None
    paths: list[str] = field(default_factory=list)


def read_players(file: Path, game: str) -> list[Entrant]:
    """The players of a file, in its order; raises PlayersError, and OSError when it cannot be read at all."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise PlayersError(f"{file}: it is not UTF-8 text: {error.reason}") from None
    return read_entrants(text, file.resolve().parent, game, str(file))


def read_entrants(text: str, folder: Path, game: str, source: str) -> list[Entrant]:
    """The players of a file's text, whose programs are found from that folder; raises PlayersError."""
    entrants: list[Entrant] = []
    for number, line in _lines(text):
        try:
            entrant = _read_line(line, folder, game)
            if entrant.name in {other.name for other in entrants}:
                raise ValueError(f"a second player is called {entrant.name!r}")
        except ValueError as error:
            raise PlayersError(f"{source}, line {number}: {error}") from None
        entrants.append(entrant)
    try:
        refuse_links_to_others(entrants)
    except ValueError as error:
        raise PlayersError(f"{source}: {error}") from None
    return kept_apart(entrants)


def check_builtins(entrants: Iterable[Entrant], game: str) -> None:
    """Raises PlayersError for the first of our own players that cannot play here: a file may be of another machine."""
    for entrant in entrants:
        if entrant.builtin is not None:
            try:
                check_player(game, entrant.builtin)
            except ValueError as error:
                raise PlayersError(f"{entrant.name!r} cannot take part: {error}") from None


def _lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip())


def _read_line(text: str, folder: Path, game: str) -> Entrant:
    try:
        said = msgspec.json.decode(text)
        if not isinstance(said, dict):
            raise ValueError(f"not a JSON object: {text!r}")
        line = msgspec.convert({key.lower(): value for key, value in said.items()}, _Line)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
    except msgspec.DecodeError:
        raise ValueError(f"not JSON: {text!r}") from None
    name = " ".join(f"{line.name} {line.surname}".split())
    if not name:
        raise ValueError("the name is empty")
    if (line.program is None) == (line.builtin is None):
        raise ValueError(f"{name!r} needs a program or a builtin, and not both")
    if line.builtin is not None:
        return Entrant(name, builtin=check_player(game, line.builtin))
    return _program(line, name, folder)


def _program(line: _Line, name: str, folder: Path) -> Entrant:
    cwd = folder / (line.cwd or ".")
    if not cwd.is_dir():
        raise ValueError(f"there is no folder {line.cwd!r}")
    program = find_program(str(line.program), folder)
    args = line.args if isinstance(line.tcp, bool) else line.tcp
    command, cwd = (program, *args), cwd.resolve()
    own = own_paths(command, cwd, folder, (folder, folder / PROGRAMS_FOLDER))
    paths = tuple(_shown_path(path, folder) for path in line.paths)
    refuse_foreign_links(command, cwd, folder, paths)
    return Entrant(name, command, str(cwd), line.env, line.tcp is not False, own=own, paths=paths)


def _shown_path(path: str, folder: Path) -> str:
    shown = (folder / path).resolve()
    if not shown.exists():
        raise ValueError(f"there is no file or folder {path!r} to show to the program")
    return str(shown)


def find_program(program: str, folder: Path) -> str:
    """The program's path: beside the players file, in the course's folder of programs, or on the PATH."""
    places = [folder / program, folder / PROGRAMS_FOLDER / program]
    for place in places:
        if place.is_file():
            return str(place)
    if os.sep not in program and (found := shutil.which(program)):
        return found
    raise ValueError(f"there is no program {program!r}: neither {' nor '.join(map(repr, map(str, places)))}")
