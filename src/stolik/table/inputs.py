"""What can happen to a table. Plain structs that serialise: a door need not live in its table's process.

Moves are texts in their game's notation.
"""

from __future__ import annotations

from msgspec import Struct

from stolik.contract import Seat


class Sit(Struct, frozen=True, gc=False, tag="sit"):
    """A player takes an empty seat."""

    seat: Seat
    player: str


class Leave(Struct, frozen=True, gc=False, tag="leave"):
    """A player is gone."""

    seat: Seat


class Play(Struct, frozen=True, gc=False, tag="play", omit_defaults=True):
    """A player makes a move."""

    seat: Seat
    move: str
    stand_in: bool = False
    """Whether a quick player chose it for the one that sits there, which was late, failed or had not come up yet."""


class Foul(Struct, frozen=True, gc=False, tag="foul", omit_defaults=True):
    """A player did something that its door cannot read as a move."""

    seat: Seat
    why: str
    harmless: bool = False
    """Whether it is refused but never expels the player: an honest program may do it many times."""
    move: str = ""
    """The move that was refused, in the game's notation; empty where it was none."""
    line: str = ""
    """The line that its door could not read, as a report shows it; empty where there was none."""


class Cancel(Struct, frozen=True, gc=False, tag="cancel"):
    """A player ends the game."""

    seat: Seat


class Resign(Struct, frozen=True, gc=False, tag="resign", omit_defaults=True):
    """A player gives the game up."""

    seat: Seat
    plays_on: bool = False
    """Whether the others play on, at a table of more than two seats, and the house moves for this seat."""


class OfferDraw(Struct, frozen=True, gc=False, tag="offer draw"):
    """A player offers a draw, or accepts the one that another has offered."""

    seat: Seat


class AcceptDraw(Struct, frozen=True, gc=False, tag="accept draw"):
    """A player accepts the draw that another has offered."""

    seat: Seat


class DeclineDraw(Struct, frozen=True, gc=False, tag="decline draw"):
    """A player declines the draw that another has offered."""

    seat: Seat


class Claim(Struct, frozen=True, gc=False, tag="claim"):
    """A player claims the win: its opponent left and has not come back in time."""

    seat: Seat


class Close(Struct, frozen=True, gc=False, tag="close", omit_defaults=True):
    """The service or its operator ends the table without a result."""

    why: str = "the table was put away before the game began"


class Tick(Struct, frozen=True, gc=False, tag="tick"):
    """Time has passed."""


class Restart(Struct, frozen=True, gc=False, tag="restart"):
    """The service has restarted: nobody is connected, and each player may come back to its seat."""


Input = (
    Sit | Leave | Play | Foul | Cancel | Resign | OfferDraw | AcceptDraw | DeclineDraw | Claim | Close | Tick | Restart
)
