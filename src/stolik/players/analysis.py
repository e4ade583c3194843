"""What each move of a finished game was worth, beside the best that its player could have done.

A critic weighs one move of one position. It counts what it does instead of looking at a clock, so that the same game
with the same seed gets the same opinions on every machine; seconds are only a way to say how much it may do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from stolik.contract import AnyGame, IllegalMove, NotationError, Position, Seat, load_part, packages
from stolik.contract.registry import all_games, find_game

DEFAULT_SECONDS: Final = 0.2
"""For each move: a whole Othello game takes some ten seconds, a Kierki match a minute."""


class Weighed(Struct, frozen=True):
    """A move beside the best ones; values are the mover's, in the game's own score, and more is better."""

    value: float
    best: tuple[Any, ...]
    best_value: float
    exact: bool


class Opinion(Struct, frozen=True):
    """What is to be said of one move of a game, in the game's notation."""

    ply: int
    """From 1."""
    seat: Seat
    move: str
    best: tuple[str, ...]
    value: float
    best_value: float
    cost: float
    """How much better the best move was; never less than 0."""
    exact: bool
    """Whether both values are certain."""


class Critic(Protocol):
    """Weighs moves, one after another."""

    def weigh(self, position: Any, move: Any) -> Weighed:  # noqa: ANN401 - any game's
        """The move beside the best; judged by what the mover could know."""


def make_critic(game_name: str, seconds: float = DEFAULT_SECONDS, seed: str = "") -> Critic:
    """A critic of the game that thinks about so long over each move; raises ValueError when there is none here."""
    critics = [game.name for game in all_games().values() if game.critic is not None]
    part = find_game(game_name).critic
    if part is None:
        raise ValueError(f"nobody here can judge {game_name}; there are critics of {', '.join(critics)}")
    try:
        make = load_part(part)
    except ModuleNotFoundError as error:
        raise ValueError(f"to analyse {game_name} needs {packages.not_installed(str(error.name))}") from None
    critic: Critic = make(seconds, seed)
    return critic


def positions_of(game: AnyGame, start: Position[Any], moves: Sequence[str]) -> list[tuple[Position[Any], Any]]:
    """Each position of a game and the move that was made in it; raises NotationError naming the first bad one."""
    found = []
    position = start
    for ply, text in enumerate(moves, 1):
        try:
            move = game.read_move(text)
            after = position.play(move)
        except (NotationError, IllegalMove) as error:
            raise NotationError(f"move {ply}, {text!r}: {error}") from None
        found.append((position, move))
        position = after
    return found


def analyse(game: AnyGame, start: Position[Any], moves: Sequence[str], critic: Critic) -> Iterator[Opinion]:
    """One opinion for each move, each as soon as it is formed; raises NotationError before the first."""
    for ply, (position, move) in enumerate(positions_of(game, start, moves), 1):
        weighed = critic.weigh(position, move)
        yield Opinion(
            ply,
            str(position.turn),
            game.write_move(move),
            tuple(map(game.write_move, weighed.best)),
            weighed.value,
            weighed.best_value,
            max(weighed.best_value - weighed.value, 0.0),
            weighed.exact,
        )
