"""What a game may bring beside its rules. A part that is slow to import is given by name, and imported when used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

Part = str | Callable[..., Any]
"""An object, or where it is: `package.module:name`."""


def load_part(part: Part) -> Any:  # noqa: ANN401 - the caller knows its type
    """Returns the part, imported if it is given by name; raises ImportError or AttributeError if it is not there."""
    if not isinstance(part, str):
        return part
    module, _, name = part.partition(":")
    return getattr(import_module(module), name)


def find_part(part: Part) -> str | None:
    """Says why a part cannot be found by its name; None when it can be found. Imports only its package."""
    if not isinstance(part, str):
        return None
    module, _, name = part.partition(":")
    if not name:
        return f"{part!r} does not say which object: 'package.module:name' is wanted"
    try:
        found = find_spec(module)
    except ModuleNotFoundError:
        found = None
    return None if found else f"there is no module {module!r}"


@dataclass(frozen=True, slots=True)
class BuiltinPlayer:
    """An automatic player that a game brings."""

    make: Part
    """Called with a random generator: the player's only source of chance."""
    needs: str = ""
    """The optional package that it cannot play without, if there is one, by the name that is imported. Such a player is
    offered only where the package is installed, and is taken to come up slowly."""
    takes_seconds: bool = False
    """Whether `make` also takes `seconds`, the time for each move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkProtocol:
    """How programs connect to the tables of a game that has a protocol of its own."""

    entrance: Literal["lobby", "seats"]
    """`lobby`: programs log in at the game's port and invite each other there. `seats`: every table has a port, where a
    program asks for a seat."""
    door: Part
    """Called with the game, makes a door for a client that comes: a `stolik.service.doors.door.Door`, and for a
    `lobby` a `LobbyDoor`."""
    greeting_time: float | None = None
    """Seconds for a client to say who it is."""
    longest_silence: float | None = None
    """Seconds after which a client of a lobby that says nothing is taken to be gone."""
    command: str = ""
    """A command line by which a program joins, with {host}, {port} and {seat} to be filled in."""
