"""One game of a tournament: what is needed to play it anywhere, and what is known once it was played."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct, field

from stolik.contract import Seat
from stolik.tournament.plan.players import Entrant

# What the contest of the course's document gives, and what the slowest of our examples' runtimes takes to start.
MOVE_TIME: Final = 0.3
START_TIME: Final = 5.0
# A runtime such as Java's or C#'s is content with it, and a classroom machine has it for every core.
MEMORY: Final = 1024


class Terms(Struct, frozen=True, omit_defaults=True):
    """The terms on which all games of a tournament are played."""

    move_time: float = MOVE_TIME
    start_time: float = START_TIME
    game_time: float | None = None
    """Seconds for all moves of one player together, if they are bounded."""
    memory: int = MEMORY
    """Mebibytes for all processes of a program together."""
    sandbox: bool = True
    """Whether bubblewrap is used where it is there."""


class Assignment(Struct, frozen=True):
    """A game to be played; playing it is a function of this and of nothing else."""

    number: int
    round: int
    game: str
    setup: str
    """The start position, in the game's notation."""
    seats: dict[Seat, Entrant]
    seed: str
    """Where our own players have their chance from."""
    terms: Terms = Terms()


class Ending(StrEnum):
    """How a tournament's game ended."""

    RULES = "rules"
    OVERTIME = "overtime"
    FOUL = "foul"
    GONE = "gone"
    """A program left: its output ended, and nothing says that it failed."""
    CRASH = "crash"
    """A program was killed by a signal, or ended with a code that is not 0."""
    START = "start"
    """A program could not be started, or did not come to its table."""


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
    """What one program did beside playing."""

    exit: str = ""
    """How it ended, in words."""
    stderr: str = ""


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
    """Seconds that each move was charged with."""
    by: Seat | None = None
    """Who caused the end, where someone did."""
    movers: list[Seat] = field(default_factory=list)
    """Who made each move."""
    conduct: dict[Seat, Conduct] = field(default_factory=dict)
    transcript: list[Said] = field(default_factory=list)

    @property
    def winner(self) -> str | None:
        """The name of the one who won alone."""
        return self.seats[self.winners[0]] if len(self.winners) == 1 else None
