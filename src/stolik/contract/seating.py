"""Players, as tables know them: a person, a built-in player or a program."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Kind(StrEnum):
    """What kind of player it is: one name may be a person in one game and a program in another."""

    PERSON = "person"
    BOT = "bot"
    PROGRAM = "program"


class Player(Struct, frozen=True):
    """A player who has a seat."""

    name: str
    kind: Kind
