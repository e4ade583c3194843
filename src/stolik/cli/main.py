"""`stolik`: the one command, and where each of its subcommands lives."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version

import click

from stolik.cli.running import run_command

# Each is imported only when it is called, so that no command pays for another's imports.
COMMANDS = {
    "deal": "stolik.cli.deal",
    "demo": "stolik.cli.demo",
    "solve": "stolik.cli.solve",
}


class LazyGroup(click.Group):
    """A group whose commands are modules with a `command` in them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name]).command
        assert isinstance(command, click.Command)  # noqa: S101 - a mistake in the table above, not in any input
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("stolik"), message="stolik %(version)s")
def command() -> None:
    """An arena for turn-based network games: Kierki, Krążki, the graph game and Othello."""


def main() -> None:
    """The console script."""
    run_command(command, "stolik")
