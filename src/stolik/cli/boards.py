"""The games that can be drawn as text, by name."""

from __future__ import annotations

from stolik.cli.scene import Drawing
from stolik.contract import load_part
from stolik.contract.registry import all_games


def drawn_games() -> tuple[str, ...]:
    """The names of the games that can be drawn."""
    return tuple(game.name for game in all_games().values() if game.drawing is not None)


def drawing_of(game_name: str) -> Drawing:
    """The drawing of a game."""
    part = all_games()[game_name].drawing
    assert part is not None  # noqa: S101 - callers name only games of `drawn_games`
    drawing: Drawing = load_part(part)
    return drawing
