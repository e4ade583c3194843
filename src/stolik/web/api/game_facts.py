"""What the page and other clients are told of each game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from stolik.contract import AnyGame
from stolik.contract.page_folder import files_in
from stolik.contract.registry import all_games
from stolik.players.registry import missing_players, player_names
from stolik.service.tables.rules_for import usual_timing
from stolik.web.door.commands import comes_to_tables, lobby_command
from stolik.web.messages.shapes import GameShape
from stolik.web.records.exports import formats_of


def page_folders() -> Mapping[str, Path]:
    """The page folder of each game that has one."""
    return {name: game.page for name, game in all_games().items() if game.page is not None}


def guide_folders() -> Mapping[str, Path]:
    """The folder of each game's text on how to play it."""
    return {name: game.guide for name, game in all_games().items() if game.guide is not None}


def game_shape(game: AnyGame, port: int | None) -> GameShape:
    """A game, as the API tells of it; `port` is where its own door is."""
    timing = usual_timing(game)
    return GameShape(
        name=game.name,
        title=game.title,
        seats=game.seats,
        bots=player_names(game.name),
        turn_time=timing.turn_time,
        game_time=timing.game_time,
        increment=timing.increment,
        port=port,
        formats=formats_of(game),
        hidden=game.hidden,
        programs=comes_to_tables(game),
        lobby_command=lobby_command(game),
        low_score_wins=game.low_score_wins,
        judged=game.critic is not None,
        variants=tuple(variant.name for variant in game.variants),
        size=game.size,
        page=files_in(game.page),
        missing_bots=missing_players(game.name),
    )
