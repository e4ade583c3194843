"""What a table tells its doors. Plain structs that serialise.

`to` says who receives an event: a seat, all spectators (WATCHERS), the service itself (HOUSE) or, when None, everyone.
A view in an event is the view of its receiver; no other event shows hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from stolik.contract import Ending, Seat

WATCHERS: Final = "watchers"
"""The address of all spectators: those who watch a table without a seat."""
HOUSE: Final = "house"
"""The address of the service that runs the table: no door hears what is sent here."""


class Sat(Struct, frozen=True, gc=False, tag="sat"):
    """A player has taken a seat."""

    seat: Seat
    player: str
    to: None = None


class Left(Struct, frozen=True, gc=False, tag="left"):
    """A seat is empty again; `until` is when the table stops waiting, None: never."""

    seat: Seat
    until: float | None = None
    to: None = None


class Shown(Struct, frozen=True, gc=False, tag="shown"):
    """The position, for a seat that has not seen it: at the start of the game, and for a player who sits down later."""

    to: str
    view: Any


class Asked(Struct, frozen=True, gc=False, tag="asked"):
    """It is a seat's turn; `again` when the question is repeated, `deadline` when there is a clock."""

    seat: Seat
    deadline: float | None
    again: bool = False
    to: None = None


class Played(Struct, frozen=True, gc=False, tag="played"):
    """A move was made; `view` is the position after it."""

    to: str
    seat: Seat
    move: str
    view: Any


class Refused(Struct, frozen=True, gc=False, tag="refused"):
    """What a player did was wrong and is ignored."""

    to: Seat
    why: str


class Expelled(Struct, frozen=True, gc=False, tag="expelled"):
    """A player must go; its door closes."""

    to: Seat
    why: str


class DrawOffered(Struct, frozen=True, gc=False, tag="draw offered"):
    """A player offers a draw."""

    seat: Seat
    to: None = None


class DrawDeclined(Struct, frozen=True, gc=False, tag="draw declined"):
    """The offer of a draw does not stand any more: this seat declined it or made a move instead."""

    seat: Seat
    to: None = None


class TakenOver(Struct, frozen=True, gc=False, tag="taken over"):
    """The house plays on for a seat: its player has resigned, or left and has not come back in time."""

    seat: Seat
    resigned: bool
    to: None = None


class StandInAsked(Struct, frozen=True, gc=False, tag="stand-in asked"):
    """The house is to choose this move for a seat: it plays on for the seat, or the player was silent for too long."""

    seat: Seat
    to: str = HOUSE


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The game is over; `by` is the seat that caused it, where one did."""

    ending: Ending
    reason: str
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    by: Seat | None = None
    to: None = None


Event = (
    Sat
    | Left
    | Shown
    | Asked
    | Played
    | Refused
    | Expelled
    | DrawOffered
    | DrawDeclined
    | TakenOver
    | StandInAsked
    | Ended
)
