"""Groups of commands that import a command only when it is called, so that none pays for another's imports."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A group made from a table: a command's name, and its module, or its module and name there as `module:name`."""

    def __init__(self, *args: Any, table: Mapping[str, str], **kwargs: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__(*args, **kwargs)
        self._table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in self._table:
            return None
        module, _, name = self._table[cmd_name].partition(":")
        command = getattr(import_module(module), name or "command")
        assert isinstance(command, click.Command)  # noqa: S101 - a mistake in the table, not in any input
        return command
