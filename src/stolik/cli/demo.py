"""`stolik demo`: a Kierki match of four automatic players, its report scrolling by, then the scores."""

from __future__ import annotations

import click


@click.command()
def command() -> None:
    """Watch four automatic players play a match of Kierki over the network."""
    raise click.ClickException("not yet")
