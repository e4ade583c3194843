"""`stolik host`: one game's door alone, and where each game's command lives."""

from __future__ import annotations

import click

from stolik.cli.lazy import LazyGroup

GAMES = {
    "graph": "stolik.cli.host_codes:graph",
    "krazki": "stolik.cli.host_codes:krazki",
    "othello": "stolik.cli.host_othello",
}


@click.group(cls=LazyGroup, modules=GAMES)
def command() -> None:
    """Serve one game over the network, in its own protocol."""
