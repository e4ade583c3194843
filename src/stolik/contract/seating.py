"""Whoever sits at a table: a person, a built-in player or a program."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Kind(StrEnum):
    """What sits: the same name may play by hand one day and send a program the next."""

    PERSON = "person"
    BOT = "bot"
    PROGRAM = "program"


class Player(Struct, frozen=True):
    """Whoever has a seat."""

    name: str
    kind: Kind
