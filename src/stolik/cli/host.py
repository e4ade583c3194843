"""`stolik host`: one game's door alone."""

from __future__ import annotations

import click

from stolik.cli.host_codes import host_command
from stolik.cli.lazy import LazyGroup
from stolik.contract import Part
from stolik.contract.registry import all_games


def _commands() -> dict[str, Part]:
    """A game with a port of its own has a command: its own, or the one of the code protocol."""
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
