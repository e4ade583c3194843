"""The installed games, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from secrets import randbelow
from typing import Final, Protocol

from stolik.contract import AnyGame, Seat
from stolik.contract.registry import all_games, find_game
from stolik.library.positions import Origin, Position
from stolik.players.registry import player_names

_SEEDS: Final = 1_000_000


class Chooser(Protocol):
    """A player: one of `stolik.player`, or an object of your own."""

    def choose(self, position: Position, /) -> str:
        """A move for the seat whose turn it is, in the game's notation."""


def game(name: str) -> Game:
    """The game or variant of that name; raises ValueError, which lists the names that exist."""
    return Game(find_game(name))


def game_names() -> tuple[str, ...]:
    """The names of the installed games, in alphabetical order."""
    return tuple(all_games())


class Game:
    """A game: where its positions come from, who plays it, and what it is called."""

    def __init__(self, rules: AnyGame) -> None:
        self.rules: Final = rules
        """The game's own registration: a `stolik.contract.Game`."""
        self.name: Final[str] = rules.name
        self.title: Final[str] = rules.title
        """The name as people write it."""
        self.seats: Final[tuple[Seat, ...]] = rules.seats
        self.hidden: Final[bool] = rules.hidden
        """Whether a seat sees something that other seats do not see."""

    @property
    def players(self) -> tuple[str, ...]:
        """The strengths that can play here, weakest first: names for `stolik.player`."""
        return player_names(self.name)

    def start(self, seed: int | str | None = None) -> Position:
        """A start position. The same seed gives the same start; without one it is drawn by chance."""
        chosen = randbelow(_SEEDS) if seed is None else seed
        value = self.rules.start(Random(chosen))
        # Where nothing is drawn, a seed would only be noise in the position's repr.
        fixed = value == self.rules.start(Random(f"another {chosen}"))
        return Position(self.rules, value, Origin("start()" if fixed else f"start(seed={chosen!r})", value))

    def read(self, text: str) -> Position:
        """A start position from its text in the game's notation; raises NotationError."""
        value = self.rules.read(text)
        return Position(self.rules, value, Origin(f"read({text!r})", value))

    def play_out(self, players: Mapping[Seat, Chooser] | Iterable[Chooser], seed: int | str | None = None) -> Position:
        """Plays a whole game between players, given by seat or in the order of the seats; returns its last position.

        A player of your own is handed the whole position; what its seat may know is `position.view(position.turn)`.
        """
        seated = dict(players) if isinstance(players, Mapping) else dict(zip(self.seats, players, strict=True))
        if set(seated) != set(self.seats):
            raise ValueError(f"{self.name} has the seats {', '.join(self.seats)}, and players are for {list(seated)}")
        position = self.start(seed)
        while (seat := position.turn) is not None:
            position = position.play(seated[seat].choose(position))
        return position

    def __repr__(self) -> str:
        return f"stolik.game({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return self.rules is other.rules if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)
