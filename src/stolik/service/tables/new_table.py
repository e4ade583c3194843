"""A request for a new table: its game, the players of its seats, and its house rules."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from random import Random
from typing import Any, Final, Literal

from msgspec import Struct, field

from stolik.contract import AnyGame, Kind, Player, Position, Seat
from stolik.contract.registry import all_variants, find_game
from stolik.lobby.names import LONGEST_NAME, read_name
from stolik.players.registry import check_player

GRACE: Final = 60.0
DAY: Final = 86400.0
LONGEST_BOT_PAUSE: Final = 10.0


class SeatFor(Struct, frozen=True, forbid_unknown_fields=True):
    """The player that a seat is reserved for. A person without a name: any person may take it."""

    kind: Kind
    name: str | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a table. Seats that are left out are open to all. The same `seed` gives the same start position."""

    game: str
    seats: Mapping[Seat, SeatFor] = field(default_factory=dict)
    turn_time: float | None = None
    """Seconds for a move. With neither this nor `game_time`: the usual clock among the table's players."""
    seed: str | None = None
    game_time: float | None = None
    """Seconds for all moves of a player together."""
    increment: float = 0
    """Seconds that each move adds to `game_time`."""
    untimed: bool = False
    """Whether there is no clock at all."""
    on_silence: Literal["ask again", "stand in"] | None = None
    """What happens when a person does not move in time, at a table of more than two seats; None: `stand in`."""
    private: bool = False
    """Whether no list shows the table: only who has its address comes to it."""
    bot_pause: float = 0
    """Seconds that a bot takes at least for a move; 0: it moves as soon as it can."""
    practice: bool = False
    """Whether hints are given. The result does not count."""


def find_asked_game(name: str) -> AnyGame:
    """The game of that name; raises ValueError for an unknown game, and for a variant of a game."""
    if name in all_variants():
        raise ValueError(f"{name} is not played here: ask for the game itself")
    return find_game(name)


def check(new: NewTable) -> AnyGame:
    """Checks a request and returns its game; raises ValueError, in words, when the table cannot be made."""
    game = find_asked_game(new.game)
    for seat, whose in new.seats.items():
        if seat not in game.seats:
            raise ValueError(f"{game.name} has no seat {seat!r}; it has {', '.join(game.seats)}")
        if whose.kind is Kind.BOT:
            check_bot(game, whose.name)
        elif whose.name is not None and whose.kind is Kind.PERSON:
            _check_name(whose.name)
    for seconds in (new.turn_time, new.game_time):
        if seconds is not None and not 0 < seconds <= DAY:
            raise ValueError(f"{seconds:g} is not a number of seconds between 0 and {DAY:g}")
    if not 0 <= new.increment <= DAY:
        raise ValueError(f"{new.increment:g} is not an increment between 0 and {DAY:g} seconds")
    if new.untimed and (new.turn_time is not None or new.game_time is not None):
        raise ValueError("a table without a clock has no time for a move or for the game")
    if not 0 <= new.bot_pause <= LONGEST_BOT_PAUSE:
        raise ValueError(f"a bot can wait for 0 to {LONGEST_BOT_PAUSE:g} seconds, not for {new.bot_pause:g}")
    return game


def _check_name(name: str) -> None:
    """Raises ValueError, in words, when nobody can have that name: the seat would stay empty."""
    try:
        read_name(name)
    except ValueError:
        raise ValueError(f"nobody can have the name {name[:LONGEST_NAME]!r}: leave it out for anybody") from None


def check_bot(game: AnyGame, name: str | None) -> str:
    """Returns the name if a built-in player of the game has it; raises ValueError."""
    return check_player(game.name, name)


def start_position(game: AnyGame, seed: str | None) -> Position[Any]:
    """Draws a start position; the same seed gives the same position."""
    position: Position[Any] = game.start(Random(seed if seed is not None else secrets.token_hex()))
    return position


def kept_seats(new: NewTable) -> dict[Seat, Player]:
    """The seats that are reserved for a player with a name."""
    return {seat: Player(whose.name, whose.kind) for seat, whose in new.seats.items() if whose.name is not None}
