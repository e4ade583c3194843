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
    """Everything that is known of a game. The rules are required; every other part has a default."""

    # The rules and the notation

    name: str
    """Lower-case letters, digits and hyphens: the name is used in addresses, in commands and in records."""
    seats: tuple[Seat, ...]
    start: Callable[[Random], P]
    """Draws a start position with the given random generator."""
    read: Callable[[str], P]
    """Reads a start position from its text; raises NotationError."""
    write: Callable[[P], str]
    read_move: Callable[[str], Move]
    """Reads a move from its text; raises NotationError."""
    write_move: Callable[[Move], str]
    longest_move: int = 59
    """Bytes of the longest move in its notation. A longer line of a program is not kept: it cannot be right."""
    view_type: type[Any]
    """The struct that `view` returns, for code that decodes one."""
    start_from: Callable[[P], P] = _as_it_is
    """Turns a position into a start position, or the last earlier position for which a start can be written."""

    round_of: Callable[[P], int] | None = None
    """The number of the round that a position belongs to, where a game is played in rounds that are counted apart."""
    guess: Callable[[Any, Random], P] | None = None
    """`guess(view, rng)`: a position that the view allows, whose hidden part is drawn with the generator. A game with
    hidden information needs it to have the house's tree search as a player; without it there is only `random`."""

    # How it is played here

    title: str = ""
    """Its name as people write it; `name` with a capital when there is none."""
    house_rules: HouseRules = field(default_factory=HouseRules)
    """What a table does about silence, fouls and empty seats when programs play."""
    hidden: bool = False
    """Whether a seat sees something that other seats do not see."""
    low_score_wins: bool = False
    start_for_pair: Callable[[Random], P] | None = None
    """Draws a start for two programs that are paired as they come, if not by `start`."""
    start_of_size: Callable[[Random, tuple[int, ...]], P] | None = None
    """Draws a start of another size, which `size` explains. Raises ValueError, in words."""
    size: Mapping[str, int] = field(default_factory=dict)
    """The numbers that `start_of_size` takes: what each is called, and what it is in a usual start. On the page the
    game's words have a text for each, under `size.NAME`."""
    port: int | None = None
    """The port where `stolik serve` and `stolik host` listen for its programs, if the game has a port of its own; any
    free port if it needs one and names none."""
    difficulty: int = 50
    """How much there is to learn before a first game, from 1 to 100: lists show easier games first."""
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
    """The strongest player that answers in less than a millisecond, if `quick_player` is slower."""
    critic: Part | None = None
    """`make_critic(seconds, seed)`: judges the moves of finished games."""
    solve: Part | None = None
    """`solve(words, seconds)`: the exact value of a position, which is given in words as in `stolik solve`."""
    solve_words: Callable[[P], tuple[str, ...]] | None = None
    """A position as the words that `solve` takes; None: one word, as `write` writes it."""
    learning: Part | None = None
    """A `Learning`: its moves as numbers and its views as arrays, for `stolik.pettingzoo`; without it, moves are
    numbered by their place and a view is its text."""
    batch: Part | None = None
    """`batch(games, seed)`: a `Batch`, thousands of its games at once as arrays, for `stolik.batch`."""
    protocol: NetworkProtocol | None = None
    """How its programs connect; None: they speak the code protocol."""
    drawing: Part | None = None
    """A `Drawing`: how it looks in a terminal."""
    text: Callable[[Any], str] | None = None
    """A view as text, if `write` cannot write it: for the plain board, and for a terminal without a drawing."""
    shown: Part | None = None
    """`shown(view, moves)`: a view as the data that the game's own board on the page draws."""
    exports: Mapping[str, Part] = field(default_factory=dict)
    """Notations that other programs know: each is called with a stored game."""
    read_file: Part | None = None
    """`read_file(text)`: reads a played game from a text in such a notation; None if it is not one."""
    commands: Mapping[str, Part] = field(default_factory=dict)
    """Commands of `stolik` that only this game has."""
    engines: Mapping[str, Part] = field(default_factory=dict)
    """Protocols of other programs' boards that its strongest player can speak on standard input and output, by name."""
    checks: Mapping[str, Part] = field(default_factory=dict)
    """What `stolik check` can check of its programs: a `stolik.check.scenario.Suite` by the name that people type."""
    examples: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """Examples for the help of `stolik`'s commands, by the name of the command: arguments, and what they do."""
    values: Mapping[str, str] = field(default_factory=dict)
    """What the numbers of `solve` and of `analyse` mean in this game, for the help of these commands."""
    host: Part | None = None
    """The command `stolik host` of this game, where it has options of its own."""
    join: Part | None = None
    """The command `stolik join` of this game."""
    bot: Part | None = None
    """`bot(strength, host, port, seat, seed)`: plays one game over the network as a built-in player, for `stolik bot`
    of a game with a protocol of its own; returns the exit code. What is None was not given."""
    guide: Path | None = None
    """The folder of `play.en.md` and its translations: how to play it."""
    page: Path | None = None
    """The folder of its board, picture and words on the page."""

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.name.capitalize())


AnyGame = Game[Any, Any]
