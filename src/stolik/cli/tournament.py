"""`stolik tournament`: programs against programs, and reports."""

from __future__ import annotations

import click

from stolik.cli.lazy import LazyGroup
from stolik.contract import Part


def _commands() -> dict[str, Part]:
    return {"run": "stolik.cli.tournament_run:command", "report": "stolik.cli.tournament_report:command"}


@click.group(cls=LazyGroup, parts=_commands)
def command() -> None:
    """Run a tournament of programs, and report on it."""
