"""What can happen to a lobby, and what it tells its players. Plain structs that serialise.

`to` says who receives an event: one player or, when None, everyone in the lobby. A player is not told of its own
arrival.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from msgspec import Struct

from stolik.contract import Kind, Player, Seat


class Status(StrEnum):
    """Whether a player can be invited."""

    READY = "ready"
    BUSY = "busy"
    """It has an invitation, has sent one, or sits at a table."""


class Terms(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How an invitation wants the game to be played. The lobby passes this on and does not look into it."""

    side: Seat | None = None
    """The seat of whoever invites; None: the first."""
    turn_time: float | None = None
    """Seconds for a move. With neither this nor `game_time`: the usual clock."""
    game_time: float | None = None
    """Seconds for all moves of a player together."""
    increment: float = 0
    """Seconds that each move adds to `game_time`."""
    untimed: bool = False
    """Whether there is no clock at all."""


USUAL: Final = Terms()


class Enter(Struct, frozen=True, gc=False, tag="enter"):
    """A player comes, under a name."""

    player: str
    kind: Kind = Kind.PROGRAM
    """A waiting game is given back only to the same kind: a program's name alone must not open a person's seat."""
    games: tuple[str, ...] | None = None
    """The games that its door can play; None: all."""


class Exit(Struct, frozen=True, gc=False, tag="exit"):
    """A player is gone."""

    player: str


class Invite(Struct, frozen=True, gc=False, tag="invite"):
    """A player invites another to a game."""

    player: str
    other: str
    game: str
    terms: Terms = USUAL


class Cancel(Struct, frozen=True, gc=False, tag="cancel"):
    """A player takes back its invitation."""

    player: str
    other: str


class Answer(Struct, frozen=True, gc=False, tag="answer"):
    """A player accepts or declines another's invitation."""

    player: str
    other: str
    accepted: bool


class Finish(Struct, frozen=True, gc=False, tag="finish"):
    """The game of a player and of its opponent is over."""

    player: str


class Engage(Struct, frozen=True, gc=False, tag="engage"):
    """A player has taken a seat without an invitation, or has left such a seat."""

    player: str
    engaged: bool


class Restore(Struct, frozen=True, gc=False, tag="restore"):
    """A game from before a restart waits for its two players."""

    host: Player
    guest: Player
    game: str


LobbyInput = Enter | Exit | Invite | Cancel | Answer | Finish | Engage | Restore


class Welcomed(Struct, frozen=True, gc=False, tag="welcomed"):
    """A player has entered: its own status (busy when it returns to its game), and all other players in the lobby."""

    to: str
    status: Status
    others: tuple[str, ...]
    busy: tuple[str, ...]
    """The players among them who cannot be invited."""


class Arrived(Struct, frozen=True, gc=False, tag="arrived"):
    """A player is here."""

    player: str
    status: Status
    to: None = None


class Gone(Struct, frozen=True, gc=False, tag="gone"):
    """A player is not here any more."""

    player: str
    to: None = None


class Changed(Struct, frozen=True, gc=False, tag="changed"):
    """A player's status has changed."""

    player: str
    status: Status
    to: None = None


class Invited(Struct, frozen=True, gc=False, tag="invited"):
    """Another player's invitation; repeated when the player may have missed it."""

    to: str
    by: str
    game: str
    terms: Terms = USUAL


class Why(StrEnum):
    """Why there is no invitation."""

    DECLINED = "declined"
    TAKEN_BACK = "taken back"
    GONE = "gone"
    """The other player has left the lobby."""
    UNAVAILABLE = "unavailable"
    """The other player is busy, is not here, or cannot play that game."""
    OVER = "over"
    """It had ended before, or it crossed another one."""


class Withdrawn(Struct, frozen=True, gc=False, tag="withdrawn"):
    """There is no invitation with that player."""

    to: str
    other: str
    why: Why = Why.OVER


class Matched(Struct, frozen=True, gc=False, tag="matched"):
    """An invitation was accepted: the two go to a table. The host is the player who invited."""

    host: str
    guest: str
    game: str
    terms: Terms = USUAL
    to: None = None


LobbyEvent = Welcomed | Arrived | Gone | Changed | Invited | Withdrawn | Matched


@dataclass(frozen=True, slots=True, eq=False)
class News:
    """Events that many doors hear at once. Equal only to itself, so that it can be put into words once for all."""

    events: tuple[LobbyEvent, ...]
