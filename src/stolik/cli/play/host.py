"""`stolik host`: a server for one game."""

from __future__ import annotations

import click

from stolik.cli.lazy import LazyGroup
from stolik.cli.play.host_codes import host_command
from stolik.contract import Part
from stolik.contract.registry import all_games


def _commands() -> dict[str, Part]:
    """The command of each game that has a port: the game's own command, or the one for the code protocol."""
    commands: dict[str, Part] = {}
    for game in all_games().values():
        if game.host is not None:
            commands[game.name] = game.host
        elif game.protocol is None:
            commands[game.name] = host_command(game)
    return commands


@click.group(cls=LazyGroup, parts=_commands)
def command() -> None:
    """Serve one game over the network, in its own protocol."""
