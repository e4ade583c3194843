"""`stolik tournament`: dry runs, programs against programs, and reports."""

from __future__ import annotations

import click

from stolik.cli.lazy import LazyGroup
from stolik.contract import Part


def _commands() -> dict[str, Part]:
    return {
        "try": "stolik.cli.contest.tournament_try:command",
        "run": "stolik.cli.contest.tournament_run:command",
        "report": "stolik.cli.contest.tournament_report:command",
    }


@click.group(cls=LazyGroup, parts=_commands)
def command() -> None:
    """Try programs, run a tournament of them, and report on it."""
