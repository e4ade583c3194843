"""Analysis of a finished game: the value of each move, compared with the best move in the same position.

A critic evaluates one move of one position. It limits its work by counting, not by a clock, so that the same game with
the same seed gets the same opinions on every machine. `seconds` is only converted to such a count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from stolik.contract import AnyGame, IllegalMove, NotationError, Position, Seat, load_part, packages
from stolik.contract.registry import all_games, find_game

DEFAULT_SECONDS: Final = 0.2
"""Approximate time for each move: about ten seconds for a whole Othello game, a minute for a Kierki match."""


class Weighed(Struct, frozen=True):
    """The value of a move, and of the best moves: scores of the game for the player who moved; higher is better."""

    value: float
    best: tuple[Any, ...]
    best_value: float
    exact: bool


class Opinion(Struct, frozen=True):
    """The result for one move of a game; moves are in the game's notation."""

    ply: int
    """The number of the move, from 1."""
    seat: Seat
    move: str
    best: tuple[str, ...]
    value: float
    best_value: float
    cost: float
    """How much better the best move was; at least 0."""
    exact: bool
    """Whether both values are proven; otherwise they are estimates."""


class Critic(Protocol):
    """Evaluates moves."""

    def weigh(self, position: Any, move: Any) -> Weighed:  # noqa: ANN401 - any game's
        """Compares the move with the best moves. Uses only what the player who moved could know."""


def make_critic(game_name: str, seconds: float = DEFAULT_SECONDS, seed: str = "") -> Critic:
    """Makes a critic that takes about `seconds` for each move; raises ValueError when the game has none here."""
    critics = [game.name for game in all_games().values() if game.critic is not None]
    part = find_game(game_name).critic
    if part is None:
        raise ValueError(f"{game_name} has no critic; there are critics of {', '.join(critics)}")
    try:
        make = load_part(part)
    except ModuleNotFoundError as error:
        raise ValueError(f"analysing {game_name} needs {packages.not_installed(str(error.name))}") from None
    critic: Critic = make(seconds, seed)
    return critic


def positions_of(game: AnyGame, start: Position[Any], moves: Sequence[str]) -> list[tuple[Position[Any], Any]]:
    """Each position of a game with the move that was made in it; raises NotationError for the first illegal move."""
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


def play_on(game: AnyGame, start: Position[Any], critic: Critic, most: int) -> Iterator[str]:
    """Yields what follows when everybody plays as the critic advises: at most so many moves, and one round at most."""
    position = start
    for _ in range(most):
        if position.turn is None or (game.round_of and game.round_of(position) != game.round_of(start)):
            return
        first, *others = position.moves()
        move = critic.weigh(position, first).best[0] if others else first
        yield game.write_move(move)
        position = position.play(move)


def analyse(game: AnyGame, start: Position[Any], moves: Sequence[str], critic: Critic) -> Iterator[Opinion]:
    """Yields an opinion for each move as soon as it is known; raises NotationError before the first one."""
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
