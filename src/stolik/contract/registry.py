"""The games that are installed: found through the entry points of the group `stolik.games`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from stolik.contract.check import GameError, check_game
from stolik.contract.game import AnyGame, Game

GROUP: Final = "stolik.games"

_added: dict[str, AnyGame] = {}
"""Games that no entry point names; only tests have them."""


@cache
def _found() -> tuple[Mapping[str, AnyGame], Mapping[str, str]]:
    """The games that can be played, and what is wrong with the others, by name."""
    return load_games(entry_points(group=GROUP))


def load_games(points: Iterable[EntryPoint]) -> tuple[dict[str, AnyGame], dict[str, str]]:
    """Loads the games of entry points; for each that cannot be played, gives one line that says why."""
    games: dict[str, AnyGame] = {}
    faults: dict[str, str] = {}
    for point in sorted(points, key=lambda point: point.name):
        try:
            game = _load(point)
            if point.name in games:
                raise GameError("another package brings a game of this name")
            games[point.name] = game
        except GameError as error:
            faults[point.name] = f"the game {point.name!r} ({point.value}) cannot be played: {error}"
    return games, faults


def _load(point: EntryPoint) -> AnyGame:
    try:
        game: Any = point.load()
    except Exception as error:  # another author's package may raise anything
        raise GameError(f"it cannot be imported: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise GameError(f"it is not a Game but a {type(game).__name__}")
    if game.name != point.name:
        raise GameError(f"it calls itself {game.name!r}")
    check_game(game)
    return game


def all_games() -> Mapping[str, AnyGame]:
    """The games that are installed, by name."""
    found, _ = _found()
    return {**found, **_added} if _added else found


def faulty_games() -> Mapping[str, str]:
    """What is wrong with each installed game that cannot be played, in one line that names it."""
    return _found()[1]


def all_variants() -> Mapping[str, AnyGame]:
    """The variants of all games, by the names that records use."""
    return {variant.name: variant for game in all_games().values() for variant in game.variants}


def find_game(name: str) -> AnyGame:
    """The game or variant of that name; raises ValueError, which lists the names that exist."""
    game = all_games().get(name) or all_variants().get(name)
    if game is None:
        raise ValueError(faulty_games().get(name) or f"no game is called {name!r}; there are {', '.join(all_games())}")
    return game


def code_games() -> Mapping[str, AnyGame]:
    """The games whose programs speak the code protocol, by name."""
    return {name: game for name, game in all_games().items() if game.protocol is None}


@contextmanager
def added(game: AnyGame) -> Iterator[None]:
    """Adds a game that is not installed, until the context ends; raises GameError."""
    check_game(game)
    _added[game.name] = game
    try:
        yield
    finally:
        del _added[game.name]
