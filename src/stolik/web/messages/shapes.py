"""What the API answers with: tables, players and records as JSON has them, made from the house and from the store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field

from stolik.contract import Ending, HouseRules, Kind, Player, Seat
from stolik.service.tables.live_table import LiveTable
from stolik.store.stored import TableFacts
from stolik.table.events import Ended
from stolik.table.table import Stage
from stolik.web.messages.problems import Code, Reason


class SeatShape(Struct, frozen=True, omit_defaults=True):
    """Whose a seat is, and whether they are here."""

    name: str
    kind: Kind
    here: bool
    stand_in: Literal["away", "resigned"] | None = None
    """Why a bot plays on for them, if one does."""


class OutcomeShape(Struct, frozen=True, omit_defaults=True):
    """How a game ended; `by` is the seat that caused it, where one did."""

    ending: Ending
    reason: str
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    by: Seat | None = None


class TableShape(Struct, frozen=True, omit_defaults=True):
    """A table, live or from the records. Times are seconds since the epoch."""

    id: str
    game: str
    stage: str
    seats: Mapping[Seat, SeatShape | None]
    turn: Seat | None = None
    deadline: float | None = None
    turn_time: float | None = None
    game_time: float | None = None
    increment: float = 0
    private: bool = False
    """Whether no list shows it."""
    port: int | None = None
    commands: Mapping[Seat, str] | None = None
    created: float | None = None
    ended: float | None = None
    outcome: OutcomeShape | None = None
    counts: bool = True
    """Whether the result counts."""
    watchers: int = 0
    """How many tabs watch it."""


class StepShape(Struct, frozen=True, omit_defaults=True):
    """The position after a move, as everyone may see it; the first step is the start, without a seat and a move."""

    at: float
    seat: Seat | None
    move: str | None
    view: Any
    choices: int
    """How many moves were open then: with more than one, the game could have gone otherwise."""
    stand_in: bool = False
    """Whether a quick player chose the move for a bot that was late, failed or had not come up yet."""


class RecordShape(TableShape, frozen=True, omit_defaults=True):
    """A finished table, and every step of its game."""

    steps: list[StepShape] = field(default_factory=list)


class GameShape(Struct, frozen=True):
    """A game that is played here; its bots are named weakest first."""

    name: str
    title: str
    seats: tuple[Seat, ...]
    bots: tuple[str, ...]
    turn_time: float | None
    """Seconds for a move, as usual among people; None: no limit."""
    game_time: float | None
    """Seconds for all moves of a player, as usual among people; None: no limit."""
    increment: float
    port: int | None
    """Where programs come to the game's own door, if it has one."""
    formats: tuple[str, ...]
    """The notations in which a finished game can be downloaded."""
    hidden: bool
    """Whether seats see different things."""
    programs: bool
    """Whether a table can have a port of its own, where a program comes to a seat."""
    lobby_command: str | None
    """How a program comes to the lobby, where it may; HOST and PORT stand for the service's."""
    low_score_wins: bool
    judged: bool
    """Whether finished games can be judged, move by move."""
    variants: tuple[str, ...]
    """The same game under other rules: names that records may have."""
    size: Mapping[str, int]
    """What the numbers of a start's size are called, and what they usually are; empty where there is one size only."""
    page: tuple[str, ...]
    """The files that the game brings to the page, at /static/games/NAME/."""
    missing_bots: Mapping[str, str]
    """The bots of the game that cannot play here, and for each what is missing and how to get it."""


class HintShape(Struct, frozen=True):
    """A good move, in the game's notation."""

    move: str


class TallyShape(Struct, frozen=True):
    """How often a player won, drew and lost, and its rating; the interval holds the true one 95 times in a hundred."""

    name: str
    game: str
    kind: Kind
    won: int
    drawn: int
    lost: int
    rating: float
    interval: tuple[float, float]


class PlayerShape(Struct, frozen=True):
    """A player's results; `since` is when it first took a seat."""

    name: str
    since: float
    tallies: list[TallyShape]


class ContestShape(Struct, frozen=True):
    """A contest, as a list shows it; `total` is how many games it has in all."""

    id: str
    game: str
    format: str
    rounds: int
    paired: bool
    seed: str
    players: tuple[str, ...]
    games: int
    total: int
    running: bool


class ErrorShape(Struct, frozen=True, omit_defaults=True):
    """What was wrong: in words for people, and as a code for programs."""

    error: str
    code: Code
    reason: Reason | None = None
    """What exactly was refused, where the code says too little."""
    most: int | None = None
    """The limit that was hit, where it is a number."""


def outcome_shape(ended: Ended | None) -> OutcomeShape | None:
    """How a game ended, if it did."""
    if ended is None:
        return None
    return OutcomeShape(ended.ending, ended.reason, ended.scores, ended.winners, ended.by)


def live_shape(live: LiveTable, commands: Mapping[Seat, str] | None = None, watchers: int = 0) -> TableShape:
    """A live table as it stands."""
    stage = live.stage
    return TableShape(
        live.id,
        live.game.name,
        stage.value,
        {seat: _seat(live, seat) for seat in live.game.seats},
        turn=live.turn if stage is Stage.PLAYING else None,
        deadline=live.told_deadline if stage is not Stage.OVER else None,
        turn_time=live.rules.turn_time,
        game_time=live.rules.game_time,
        increment=live.rules.increment,
        private=not live.rules.listed,
        port=live.port,
        commands=commands or None,
        outcome=outcome_shape(live.outcome),
        counts=live.rules.counts,
        watchers=watchers,
    )


def _seat(live: LiveTable, seat: Seat) -> SeatShape | None:
    here, owner = live.players.get(seat), live.sitter(seat)
    if seat in live.resigned:
        return SeatShape(here or "", owner.kind if owner else Kind.PERSON, False, "resigned")
    if here is not None:
        return SeatShape(here, owner.kind if owner else Kind.PROGRAM, True)
    owner = live.owner(seat)
    away: Literal["away"] | None = "away" if seat in live.taken_over else None
    return None if owner is None else SeatShape(owner.name, owner.kind, False, away)


def stored_shape(facts: TableFacts, seats: tuple[Seat, ...], rules: HouseRules | None = None) -> TableShape:
    """A table from the records; a list does not know its house rules."""
    return TableShape(
        facts.id,
        facts.game,
        Stage.OVER.value,
        {seat: _stored_seat(facts.seats.get(seat)) for seat in seats},
        turn_time=rules.turn_time if rules else None,
        game_time=rules.game_time if rules else None,
        increment=rules.increment if rules else 0,
        private=not rules.listed if rules else False,
        created=facts.created,
        ended=facts.ended,
        outcome=outcome_shape(facts.outcome),
        counts=rules.counts if rules else True,
    )


def _stored_seat(player: Player | None) -> SeatShape | None:
    return None if player is None else SeatShape(player.name, player.kind, False)
