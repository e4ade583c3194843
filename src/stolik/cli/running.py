"""Runs a command: an error is one line on stderr, and the exit code gives its kind."""

from __future__ import annotations

import sys
from typing import NoReturn

import click
from click.exceptions import NoArgsIsHelpError


def run_command(command: click.Command, name: str, *, only_failure: int | None = None) -> NoReturn:
    """Runs a command line and exits: 2 for wrong usage, 1 for other errors; `only_failure` replaces both."""
    try:
        code = command.main(prog_name=name, standalone_mode=False)
    except NoArgsIsHelpError as error:
        click.echo(error.message)
        sys.exit(0)
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        click.echo(f"{context.command_path if context else name}: {error.format_message()}", err=True)
        sys.exit(error.exit_code if only_failure is None else only_failure)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)
