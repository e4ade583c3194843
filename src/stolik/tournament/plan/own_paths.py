"""Which files and folders are a program's own: the only ones, beside a runtime, that its sandbox shows."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from stolik.tournament.sandbox.places import RUNTIME

if TYPE_CHECKING:
    from stolik.tournament.plan.players import Entrant


def own_paths(command: Sequence[str], cwd: Path, folder: Path, everybodys: Sequence[Path]) -> tuple[str, ...]:
    """The own paths of a program: what its command names, and its `cwd` if that is not the folder of the players file.

    A file stands for the folder that it is in, unless that is one of those where everybody's programs are.
    """
    own = [] if cwd == folder else [cwd]
    for path in _named(command, cwd):
        if not path.is_relative_to(folder):
            continue  # such a file is shown for as long as the command names it, and the folder that it is in is not
        if path.is_file():
            own.append(path if path.parent in everybodys else path.parent)
        elif not any(place.is_relative_to(path) for place in everybodys):
            own.append(path)
    return tuple(dict.fromkeys(map(str, own)))


def refuse_foreign_links(command: Sequence[str], cwd: Path, folder: Path, shown: Sequence[str]) -> None:
    """Raises ValueError if a file that a command names is a link out of the folder of the players file.

    A program's author may have made the link, and the sandbox would show the file that it leads to. Links to a runtime
    of the system are allowed, and to what the players file shows.
    """
    places = (str(folder), *RUNTIME, *shown)
    for path in _named(command, cwd):
        real = path.resolve()
        if path.is_relative_to(folder) and not any(real.is_relative_to(place) for place in places):
            raise ValueError(f'{str(path)!r} is a link to {str(real)!r}: copy that file, or name it in "paths"')


def refuse_links_to_others(entrants: Sequence[Entrant]) -> None:
    """Raises ValueError if a file that one entrant's command names is a link to a file of another's command."""
    named = [_named(entrant.command, Path(entrant.cwd)) for entrant in entrants]
    for number, entrant in enumerate(entrants):
        others = {path: entrants[other].name for other, paths in enumerate(named) if other != number for path in paths}
        for path in named[number]:
            owner = others.get(path.resolve())
            if owner is not None and path not in others and path.is_symlink():
                raise ValueError(f"{str(path)!r} of {entrant.name!r} is a link to the program of {owner!r}")


def kept_apart(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The same entrants, none of whom has a folder of its own where files of another's command are.

    Such a folder is replaced by the files in it that the entrant's own command names.
    """
    named = [{path for path in _named(entrant.command, Path(entrant.cwd)) if path.is_file()} for entrant in entrants]
    apart = []
    for number, entrant in enumerate(entrants):
        others = {path for other, paths in enumerate(named) if other != number for path in paths} - named[number]
        own: list[str] = []
        for place in entrant.own:
            if any(path.is_relative_to(place) for path in others):
                own += [str(path) for path in sorted(named[number]) if path.is_relative_to(place)]
            else:
                own.append(place)
        apart.append(replace(entrant, own=tuple(dict.fromkeys(own))))
    return apart


def _named(command: Sequence[str], cwd: Path) -> list[Path]:
    """The files and folders that words of a command name."""
    return [Path(path) for word in command if os.path.exists(path := os.path.abspath(cwd / word))]
