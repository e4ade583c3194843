"""`stolik host`: one game's door alone, and where each game's command lives."""

from __future__ import annotations

import click

from stolik.cli.lazy import LazyGroup

GAMES = {
    "krazki": "stolik.cli.host_codes:krazki",
    "graph": "stolik.cli.host_codes:graph",
}


@click.group(cls=LazyGroup, table=GAMES)
def command() -> None:
    """Host one game over TCP, in the game's own protocol, for any clients that come."""
