"""Groups of commands that are imported only when they are used, so that every command starts fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from stolik.contract import Part, load_part


class LazyGroup(click.Group):
    """A group whose commands are parts: objects, or names such as `module:name`."""

    def __init__(self, *args: Any, parts: Callable[[], Mapping[str, Part]], **kwargs: Any) -> None:  # noqa: ANN401 - click's own
        """`parts` says where each command lives, by its name."""
        super().__init__(*args, **kwargs)
        self._parts = parts

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of `parts`."""
        return list(self._parts())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        part = self._parts().get(cmd_name)
        if part is None:
            return None
        command = load_part(part)
        assert isinstance(command, click.Command)  # noqa: S101 - an error in `parts`, not in any input
        return command
