"""`stolik join`: a person at the terminal, over the network, and where each game's command lives."""

from __future__ import annotations

import click

from stolik.cli.lazy import LazyGroup

GAMES = {
    "othello": "stolik.cli.join_othello",
}


@click.group(cls=LazyGroup, modules=GAMES)
def command() -> None:
    """Play over the network, by hand, at a server of one game."""
