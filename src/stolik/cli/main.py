"""`stolik`: the one command, and where each of its subcommands lives."""

from __future__ import annotations

from importlib.metadata import version

import click

from stolik.cli.lazy import LazyGroup
from stolik.cli.running import run_command

COMMANDS = {
    "analyse": "stolik.cli.analyse",
    "bot": "stolik.cli.bot",
    "deal": "stolik.cli.deal",
    "demo": "stolik.cli.demo",
    "host": "stolik.cli.host",
    "join": "stolik.cli.join",
    "play": "stolik.cli.play",
    "serve": "stolik.cli.serve",
    "solve": "stolik.cli.solve",
    "tournament": "stolik.cli.tournament",
}


@click.group(cls=LazyGroup, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("stolik"), message="stolik %(version)s")
def command() -> None:
    """An arena for turn-based network games: Kierki, Krążki, the graph game and Othello."""


def main() -> None:
    """The console script."""
    run_command(command, "stolik")
