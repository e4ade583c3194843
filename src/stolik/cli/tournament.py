"""`stolik tournament`: programs against programs, and the reports of what they did."""

from __future__ import annotations

import click

from stolik.cli.lazy import LazyGroup

COMMANDS = {"run": "stolik.cli.tournament_run", "report": "stolik.cli.tournament_report"}


@click.group(cls=LazyGroup, modules=COMMANDS)
def command() -> None:
    """Run a tournament of programs, and report on it."""
