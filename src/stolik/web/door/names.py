"""Names: which ones a person may have, and which ones are offered to a person who has none."""

from __future__ import annotations

import secrets
from typing import Final

from stolik.lobby.names import LONGEST_NAME, read_name, same_name
from stolik.wire.report import is_endpoint

_QUALITIES: Final = (
    "Amber Bold Brave Bright Brisk Calm Clever Curious Daring Eager Gentle Golden Happy Jolly Keen Kind Lively Lucky "
    "Merry Mild Nimble Noble Patient Proud Quick Quiet Rapid Silver Sly Smart Steady Sunny Swift Tidy Warm Wise Witty"
)
_CREATURES: Final = (
    "Badger Bear Beaver Bison Crane Crow Deer Dove Eagle Falcon Ferret Finch Fox Hare Hawk Hedgehog Heron Ibex Jay "
    "Lark Lynx Marten Mole Moose Newt Otter Owl Pike Raven Robin Salmon Seal Sparrow Stork Swan Toad Trout Wolf Wren"
)


class BadName(ValueError):
    """A text that is no name; the message says why."""


def check_name(text: str) -> str:
    """The name, as everyone will see it; raises BadName."""
    name = same_name(text)
    if is_endpoint(name):
        raise BadName("that looks like the address of a program: choose a name")
    try:
        return read_name(name)
    except ValueError:
        raise BadName(f"a name is one word of 1 to {LONGEST_NAME} printable characters, without ~") from None


def offer_name() -> str:
    """A name that is probably free, in letters and digits that every keyboard has."""
    return f"{secrets.choice(_QUALITIES.split())}{secrets.choice(_CREATURES.split())}{secrets.randbelow(90) + 10}"
