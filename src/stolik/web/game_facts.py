"""What the page and other clients are told of each game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

from stolik.games import GAMES
from stolik.games.contract import AnyGame
from stolik.players.registry import player_names
from stolik.service.new_table import usual_turn_time
from stolik.web.exports import formats_of
from stolik.web.page_folders import files_in
from stolik.web.shapes import GameShape

_TITLES: Final = {"othello": "Othello", "kierki": "Kierki", "krazki": "Krążki", "graph": "Graph game"}


def page_folders() -> Mapping[str, Path]:
    """The page folder of each game that has one."""
    found = {name: Path(str(files("stolik.games").joinpath(name, "page"))) for name in GAMES}
    return {name: path for name, path in found.items() if path.is_dir()}


def game_shape(game: AnyGame, port: int | None) -> GameShape:
    """A game, as the API tells of it; `port` is where its own door is."""
    name = game.name
    return GameShape(
        name=name,
        title=_TITLES[name],
        seats=game.seats,
        bots=player_names(name),
        turn_time=usual_turn_time(name),
        port=port,
        formats=tuple(formats_of(name)),
        hidden=name == "kierki",
        programs=name != "othello",
        lobby_command="stolik join othello --host HOST --port PORT --name NAME" if name == "othello" else None,
        may_end=name == "othello",
        low_score_wins=name == "kierki",
        variants=("kierki-early-end",) if name == "kierki" else (),
        page=files_in(page_folders().get(name)),
    )
