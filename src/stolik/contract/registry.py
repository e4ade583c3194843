"""The games that are installed: found through the entry points of the group `stolik.games`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, NamedTuple

from stolik.contract.check import GameError, check_game, in_one_line
from stolik.contract.game import AnyGame, Game

GROUP: Final = "stolik.games"
OURS: Final = "stolik"
"""The package of the house."""

_added: dict[str, AnyGame] = {}
"""Games that no entry point names; only tests have them."""


class Found(NamedTuple):
    """What the entry points lead to, by the names of the games."""

    games: dict[str, AnyGame]
    faults: dict[str, str]
    """For each that cannot be played, one line that says why."""
    packages: dict[str, tuple[str, str]]
    """The name and the version of the package that each game comes from."""


@cache
def _found() -> Found:
    return load_games(entry_points(group=GROUP))


def load_games(points: Iterable[EntryPoint]) -> Found:
    """The games behind entry points; what is wrong with one does not touch the others."""
    found = Found({}, {}, {})
    # Ours first: no package can take the place of a game that people know here.
    for point in sorted(points, key=lambda point: (package_of(point)[0] != OURS, point.name, point.value)):
        try:
            game = _load(point)
            _check_beside(game, found.games.values())
        except GameError as error:
            found.faults[point.name] = f"the game {point.name!r} ({point.value}) cannot be played: {error}"
        else:
            found.games[point.name] = game
            found.packages[point.name] = package_of(point)
    return found._replace(games=dict(sorted(found.games.items())))


def package_of(point: EntryPoint) -> tuple[str, str]:
    """The name and the version of the package that brings a game; both empty when nobody knows."""
    return ("", "") if point.dist is None else (point.dist.name, point.dist.version)


def _check_beside(game: AnyGame, others: Iterable[AnyGame]) -> None:
    """Raises GameError when the game and one that is loaded cannot both be here."""
    names = {game.name, *(variant.name for variant in game.variants)}
    for other in others:
        taken = names & {other.name, *(variant.name for variant in other.variants)}
        if taken:
            raise GameError(f"another package brings a game called {min(taken)!r}")
        commands = set(game.commands) & set(other.commands)
        if commands:
            raise GameError(f"it brings a command {min(commands)!r}, and so does {other.name}")
        if game.port is not None and game.port == other.port:
            raise GameError(f"its port {game.port} is that of {other.name}: name another, or none for any free one")


def _load(point: EntryPoint) -> AnyGame:
    try:
        game: Any = point.load()
    except Exception as error:  # a package of somebody else's may fail in any way
        raise GameError(f"it cannot be imported: {in_one_line(error)}") from error
    if not isinstance(game, Game):
        raise GameError(f"it is not a Game but a {type(game).__name__}")
    if game.name != point.name:
        raise GameError(f"its name is {game.name!r}, and its entry point says {point.name!r}")
    check_game(game)
    return game


def all_games() -> Mapping[str, AnyGame]:
    """The games that are installed, by name."""
    games = _found().games
    return {**games, **_added} if _added else games


def faulty_games() -> Mapping[str, str]:
    """What is wrong with each installed game that cannot be played, in one line that names it."""
    return _found().faults


def game_packages() -> Mapping[str, tuple[str, str]]:
    """The name and the version of the package that each installed game comes from, by the game's name."""
    return _found().packages


def game_of_module(module: str) -> str:
    """The name of the installed game whose package has the module; empty for a module of Stolik and any other."""
    package = module.partition(".")[0]
    points = () if package == OURS else entry_points(group=GROUP)
    return next((point.name for point in points if point.module.partition(".")[0] == package), "")


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
