"""Groups of commands that are imported only when they are called, so that no command pays for another's imports."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A group whose commands are modules with a `command` in them, or with one of another name."""

    def __init__(self, *args: Any, modules: Mapping[str, str], **kwargs: Any) -> None:  # noqa: ANN401 - click's own
        """`modules` says where each command lives, by its name: `module`, or `module:name`."""
        super().__init__(*args, **kwargs)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order of the table."""
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in self._modules:
            return None
        module, _, name = self._modules[cmd_name].partition(":")
        command = getattr(import_module(module), name or "command")
        assert isinstance(command, click.Command)  # noqa: S101 - a mistake in the table, not in any input
        return command
