"""The options that the commands of `stolik tournament` have in common: the terms on which programs play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click
from rich.console import Console

from stolik.cli.options import Integer, seconds
from stolik.tournament.plan.assignment import MEMORY, MOVE_TIME, START_TIME, Terms
from stolik.tournament.sandbox.bubblewrap import Sandbox

F = TypeVar("F", bound=Callable[..., Any])


def terms_options(command: F) -> F:
    """Adds the options for a program's time, memory and sandbox."""
    for option in reversed(
        (
            click.option(
                "--move-time",
                metavar="SECONDS",
                default=str(MOVE_TIME),
                callback=seconds,
                show_default=True,
                help="Time for a move. Our own players have no limit.",
            ),
            click.option(
                "--start-time",
                metavar="SECONDS",
                default=str(START_TIME),
                callback=seconds,
                show_default=True,
                help="Time for a program to start, and again for its first move.",
            ),
            click.option(
                "--memory",
                metavar="MIB",
                type=Integer(16),
                default=MEMORY,
                show_default=True,
                help="Memory for all processes of a program together; above it the program is killed.",
            ),
            click.option(
                "--sandbox/--no-sandbox",
                default=True,
                help="--no-sandbox is for your own programs only: they can read and change what you can. Before "
                "Linux 6.12 they can also kill this command; a tournament is then started again. Root runs programs "
                "that everybody may read as another user, who cannot.",
            ),
        )
    ):
        command = option(command)
    return command


def terms_of(options: Mapping[str, Any]) -> Terms:
    """The terms that the options give."""
    return Terms(
        options["move_time"],
        options["start_time"],
        options.get("game_time"),
        options["memory"],
        options["sandbox"],
        options.get("pondering", False),
    )


def warn_of_no_sandbox(sandbox: Sandbox | None) -> None:
    """Says on stderr that programs run without a sandbox, if they do."""
    if sandbox is not None and sandbox.warning:
        Console(stderr=True).print(f"[bold red]{sandbox.warning}[/]")
