"""`stolik join`: a person at the terminal, over the network."""

from __future__ import annotations

import click

from stolik.cli.lazy import LazyGroup
from stolik.contract import Part
from stolik.contract.registry import all_games


def _commands() -> dict[str, Part]:
    return {game.name: game.join for game in all_games().values() if game.join is not None}


@click.group(cls=LazyGroup, parts=_commands)
def command() -> None:
    """Play over the network, by hand, at a server of one game."""
