"""`stolik`: the main command and its subcommands."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

import click

from stolik.cli.examples import examples
from stolik.cli.lazy import LazyGroup
from stolik.cli.running import run_command
from stolik.contract import Part
from stolik.contract.registry import all_games

_FOLDERS: Final = {
    "checking": ("check", "grade"),
    "contest": ("players-file", "tournament"),
    "games": ("games", "new-game", "rules"),
    "play": ("bot", "host", "join", "play"),
    "serve": ("names", "serve", "tables"),
    "study": ("analyse", "export", "replay", "solve"),
}
"""The commands of each folder of this room; a command's module has the command's name."""
_COMMANDS: Final[dict[str, Part]] = {
    name: f"stolik.cli.{folder}.{name.replace('-', '_')}:command"
    for folder, names in _FOLDERS.items()
    for name in names
}


def commands() -> dict[str, Part]:
    """Our own commands and those of the games, in alphabetical order."""
    brought = {name: part for game in all_games().values() for name, part in game.commands.items()}
    return dict(sorted((brought | _COMMANDS).items()))


_FIRST: Final = (
    ("serve", "the page, for people and programs"),
    ("play GAME", "a game in this terminal"),
    ("rules GAME", "how to play it"),
    ("COMMAND --help", "all options of a command"),
)


@click.group(
    cls=LazyGroup,
    parts=commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(*_FIRST, title="To begin"),
)
@click.version_option(version("stolik"), message="stolik %(version)s")
def command() -> None:
    """An arena for turn-based network games."""


def main() -> None:
    """The console script."""
    run_command(command, "stolik")
