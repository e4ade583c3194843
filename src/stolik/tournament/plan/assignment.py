"""One game of a tournament: everything needed to play it on any machine, and its result."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, Literal

import msgspec
from msgspec import Struct, field

from stolik.contract import Seat
from stolik.tournament.plan.causes import Cause
from stolik.tournament.plan.players import Entrant

# The move time of the contest in the course's document; the start time of the slowest runtime of our examples.
MOVE_TIME: Final = 0.3
START_TIME: Final = 5.0
# Enough for a Java or C# runtime, and a classroom machine has as much for every core.
MEMORY: Final = 1024


class Terms(Struct, frozen=True, omit_defaults=True):
    """The terms on which all games of a tournament are played."""

    move_time: float = MOVE_TIME
    start_time: float = START_TIME
    game_time: float | None = None
    """Seconds for all moves of one player together; None: no limit."""
    memory: int = MEMORY
    """Mebibytes for all processes of a program together."""
    sandbox: bool = True
    """Whether programs are kept in a sandbox."""
    pondering: bool = False
    """Whether a program may think while another is to move."""


class Assignment(Struct, frozen=True):
    """A game to be played; it has everything that playing the game depends on."""

    number: int
    round: int
    game: str
    setup: str
    """The start position, in the game's notation."""
    seats: dict[Seat, Entrant]
    seed: str
    """The seed of our own players' random choices."""
    terms: Terms = Terms()
    most_moves: int | None = None
    """The game is stopped after so many moves; None: it is played to its end."""


class Ending(StrEnum):
    """How a tournament's game ended."""

    RULES = "rules"
    OVERTIME = "overtime"
    FOUL = "foul"
    GONE = "gone"
    """A program left: its output ended, and it did not crash."""
    CRASH = "crash"
    """A program was killed by a signal, or ended with a code that is not 0."""
    START = "start"
    """A program could not be started, or did not come to its table."""
    ASIDE = "aside"
    """The game was not played: a program was put aside after its first games."""
    ANNULLED = "annulled"
    """The game has no result: its referee was killed, and it is not known by whom."""


Way = Literal["<", ">"]
"""`<`: to the program; `>`: from it."""


class Said(Struct, frozen=True, gc=False, array_like=True):
    """One line of a transcript."""

    at: float
    """Seconds since the programs were started."""
    seat: Seat
    way: Way
    text: str


class Conduct(Struct, omit_defaults=True):
    """What one program did apart from playing."""

    exit: str = ""
    """How it ended, in words."""
    stderr: str = ""
    held_by: str = ""
    """What isolated, stopped and limited it."""
    woken: int = 0
    """How often it was found running while it was stopped; only a control group can rule that out."""
    ran_stopped: float = 0.0
    """The seconds of processor time that it used then, which were charged to its next move."""
    ended: Cause | None = None
    """What `exit` tells, so that it can be told in any language."""


class Result(Struct, omit_defaults=True):
    """A game that was played."""

    number: int
    round: int
    seats: dict[Seat, str]
    setup: str
    ending: Ending
    reason: str
    winners: tuple[Seat, ...]
    scores: dict[Seat, int]
    moves: list[str]
    times: list[float]
    """The seconds that each move took by the player's clock."""
    by: Seat | None = None
    """The seat that caused the end, if one did."""
    movers: list[Seat] = field(default_factory=list)
    """Who made each move."""
    elapsed: list[float] = field(default_factory=list)
    """The seconds that each move took by the clock on the wall: with what its program waited for a processor."""
    conduct: dict[Seat, Conduct] = field(default_factory=dict)
    transcript: list[Said] = field(default_factory=list)
    cause: Cause | None = None
    """What `reason` tells, so that it can be told in any language; None where the rules ended the game."""

    def __reduce__(self) -> tuple[Callable[[bytes], Result], tuple[bytes]]:
        """Travels between processes as one value: hundreds of lines, each pickled by itself, would take longer."""
        return _read_result, (msgspec.msgpack.encode(self),)

    @property
    def winner(self) -> str | None:
        """The name of the only winner; None if there is none or several."""
        return self.seats[self.winners[0]] if len(self.winners) == 1 else None


def _read_result(data: bytes) -> Result:
    return msgspec.msgpack.decode(data, type=Result)
