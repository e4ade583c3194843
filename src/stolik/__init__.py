"""Stolik: an arena for turn-based network games.

    import stolik

    print(stolik.game_names())
    position = stolik.game("GAME").start()
    print(position)
    print(stolik.player("GAME", "steady").choose(position))

`docs/library.md` shows all of it. Names are imported when they are first used, so that `import stolik` takes no time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stolik.contract import IllegalMove, NotationError
    from stolik.library.batches import batch
    from stolik.library.files import load
    from stolik.library.games import Game, game, game_names
    from stolik.library.judging import analyse, solve
    from stolik.library.players import Player, player
    from stolik.library.positions import Position, View
    from stolik.library.records import Record, Records, records
    from stolik.players.analysis import Opinion
    from stolik.players.registry import PlayerError
    from stolik.players.solution import Solution

    __version__: str

_PLACES = {
    "Game": "library.games",
    "IllegalMove": "contract",
    "NotationError": "contract",
    "Opinion": "players.analysis",
    "Player": "library.players",
    "PlayerError": "players.registry",
    "Position": "library.positions",
    "Record": "library.records",
    "Records": "library.records",
    "Solution": "players.solution",
    "View": "library.positions",
    "analyse": "library.judging",
    "batch": "library.batches",
    "game": "library.games",
    "game_names": "library.games",
    "load": "library.files",
    "player": "library.players",
    "records": "library.records",
    "solve": "library.judging",
}
"""The module of each name."""

__all__ = [
    "Game",
    "IllegalMove",
    "NotationError",
    "Opinion",
    "Player",
    "PlayerError",
    "Position",
    "Record",
    "Records",
    "Solution",
    "View",
    "__version__",
    "analyse",
    "batch",
    "game",
    "game_names",
    "load",
    "player",
    "records",
    "solve",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the names above have types of their own
    if name == "__version__":
        from importlib.metadata import version

        return version("stolik")
    if name not in _PLACES:
        raise AttributeError(f"module 'stolik' has no attribute {name!r}")
    return getattr(import_module(f"stolik.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
