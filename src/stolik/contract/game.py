"""A game: its rules and its notation, how it is played here, and the parts that it brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Generic, TypeVar

from stolik.contract.house_rules import HouseRules
from stolik.contract.parts import BuiltinPlayer, NetworkProtocol, Part
from stolik.contract.positions import Move, Position, Seat

P = TypeVar("P", bound=Position[Any])


def _as_it_is(position: P) -> P:
    return position


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[P, Move]):
    """Everything that is known of a game. The rules are needed; what a game leaves out of the rest, the house has."""

    # The rules and the notation

    name: str
    """Lower-case letters, digits and hyphens: it is in addresses, in commands and in records."""
    seats: tuple[Seat, ...]
    start: Callable[[Random], P]
    """A start position, drawn with the generator that is passed in."""
    read: Callable[[str], P]
    """A start position from its text; raises NotationError."""
    write: Callable[[P], str]
    read_move: Callable[[str], Move]
    """A move from its text; raises NotationError."""
    write_move: Callable[[Move], str]
    longest_move: int = 59
    """Bytes of the longest move in its notation. A longer line of a program is not kept: it cannot be right."""
    view_type: type[Any]
    """The struct that `view` returns, for those who decode one."""
    start_from: Callable[[P], P] = _as_it_is
    """A start from which play goes on as from a position, or from the last moment before it that a start can tell."""

    guess: Callable[[Any, Random], P] | None = None
    """`guess(view, rng)`: a position that the view allows, whose hidden part is drawn with the generator. A game with
    hidden information needs it to have the house's tree search as a player; without it there is only `random`."""

    # How it is played here

    title: str = ""
    """Its name as people write it; `name` with a capital when there is none."""
    house_rules: HouseRules = field(default_factory=HouseRules)
    """What a table does about silence, fouls and empty seats, where its programs play."""
    hidden: bool = False
    """Whether a seat sees what others do not."""
    low_score_wins: bool = False
    start_for_pair: Callable[[Random], P] | None = None
    """A start for two programs that came one after the other, where it is not drawn as usual."""
    port: int | None = None
    """Where `stolik serve` and `stolik host` let its programs come, if they come to a port of the game; any free one
    when a game that needs a port names none."""
    variants: tuple[Game[Any, Any], ...] = ()
    """The same game under other rules, each with a name of its own."""

    # What else it brings

    players: Mapping[str, BuiltinPlayer] = field(default_factory=dict)
    """Its own players by name. They take the place of the house's of the same names: `random`, and `easy`, `steady`,
    `strong` and `best` of a general tree search."""
    quick_player: str = "random"
    """`random`, or the strongest of its own players that needs no optional package and hardly any time: it plays while
    a strong one comes up."""
    instant_player: str = ""
    """The strongest that answers in less than a millisecond, where `quick_player` does not."""
    critic: Part | None = None
    """`make_critic(seconds, seed)`: weighs the moves of finished games."""
    solve: Part | None = None
    """`solve(words, seconds)`: the exact value of a position."""
    protocol: NetworkProtocol | None = None
    """How its programs come; None: they speak the code protocol."""
    drawing: Part | None = None
    """A `Drawing`: how it looks in a terminal."""
    text: Callable[[Any], str] | None = None
    """A view as text, where `write` cannot write it: on the plain board and in a terminal without a drawing."""
    shown: Part | None = None
    """`shown(view, moves)`: a view as the game's own board on the page is told of it."""
    exports: Mapping[str, Part] = field(default_factory=dict)
    """Notations that other programs know: each is called with a stored game."""
    read_file: Part | None = None
    """`read_file(text)`: a played game from a text in such a notation; None when it is not one."""
    commands: Mapping[str, Part] = field(default_factory=dict)
    """Commands of `stolik` that only this game has."""
    engines: Mapping[str, Part] = field(default_factory=dict)
    """Protocols of other programs' boards that its strongest player can speak on standard input and output, by name."""
    host: Part | None = None
    """The command `stolik host` of this game, where it has options of its own."""
    join: Part | None = None
    """The command `stolik join` of this game."""
    guide: Path | None = None
    """The folder of `play.en.md` and its translations: how to play it."""
    page: Path | None = None
    """The folder of its board, picture and words on the page."""

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.name.capitalize())


AnyGame = Game[Any, Any]
