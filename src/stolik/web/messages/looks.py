"""What a screen shows of the lobby: the part of each list that a tab wants to hear of."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from stolik.lobby.names import LONGEST_NAME

MOST_ROWS: Final = 200
"""The longest part of a list that one screen can show."""

Rows = Annotated[int, Meta(ge=1, le=MOST_ROWS)]
Search = Annotated[str, Meta(max_length=LONGEST_NAME)]
Order = Literal["usual", "rating", "watched"]


class TablesLook(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the list of live tables: those with a free seat first, then in an order, then the newest first."""

    game: str = ""
    """Tables of this game; empty: of all games."""
    open: bool = False
    """Only tables that have not begun and have a free seat."""
    search: Search = ""
    """Only tables where a player's name contains this."""
    order: Order = "usual"
    count: Rows = 50


class PlayersLook(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the list of players, by name."""

    search: Search = ""
    """Only names that contain this."""
    count: Rows = 100


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """What one screen shows. What is None is not shown."""

    tables: TablesLook | None = None
    players: PlayersLook | None = None
    contests: bool = False
