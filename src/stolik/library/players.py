"""Built-in players by name."""

from __future__ import annotations

import secrets
from random import Random
from typing import Final

from stolik.contract import AnyGame
from stolik.contract.registry import find_game
from stolik.library.positions import Position
from stolik.players.registry import AnyPlayer, check_player, make_player, why_missing


def player(game: str, name: str, *, seconds: float | None = None, seed: int | str | None = None) -> Player:
    """A built-in player of a game: a strength such as "best", or a name from `docs/players.md`.

    `seconds` is the time for each move; only players that search can be given one. The same seed gives the same
    choices, where `seconds` do not matter. Raises ValueError for a name that does not exist, and ModuleNotFoundError,
    which says what to install, for a player that cannot play here.
    """
    rules = find_game(game)
    try:
        check_player(game, name)
    except ValueError as error:
        missing = _missing(game, name)
        raise (error if missing is None else ModuleNotFoundError(missing)) from None
    rng = Random(secrets.randbits(64) if seed is None else seed)
    return Player(rules, name, make_player(game, name, rng, seconds))


def _missing(game: str, name: str) -> str | None:
    """What a player needs that is not installed; None for one that does not exist."""
    try:
        return why_missing(game, name)
    except KeyError:
        return None


class Player:
    """Chooses moves. It sees only what the seat whose turn it is may know."""

    def __init__(self, rules: AnyGame, name: str, chooser: AnyPlayer) -> None:
        """Made by `stolik.player`. `chooser` is the player as its game has it."""
        self.rules: Final = rules
        self.name: Final = name
        self._chooser: Final = chooser

    def choose(self, position: Position) -> str:
        """A move for the seat whose turn it is, in the game's notation; raises ValueError if the game is over."""
        if position.rules.seats != self.rules.seats or position.rules.read_move is not self.rules.read_move:
            raise ValueError(f"{self!r} does not play {position.rules.name}")
        if position.turn is None:
            raise ValueError("the game is over: there is no move to choose")
        return self.rules.write_move(self._chooser.choose(position.value.view(position.turn)))

    def __repr__(self) -> str:
        return f"<player {self.name} of {self.rules.name}>"
