"""Groups of commands that are imported only when they are used, so that every command starts fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; raises UsageError, which says what it may have been."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            names = self.list_commands(ctx)
            near = get_close_matches(error.command_name, names)
            there = f"Did you mean {near[0]}?" if near else f"There are {', '.join(names)}."
            raise click.UsageError(f"{error.message} {there}", ctx) from None
