"""Runs the commands whose only failure is 1, as the Kierki document demands of both its programs."""

from __future__ import annotations

import sys
from typing import NoReturn

import click


def run_strictly(command: click.Command) -> NoReturn:
    """Runs a command that returns its exit code; a wrong argument is one line on stderr and exit 1."""
    try:
        code = command.main(standalone_mode=False)
    except click.ClickException as error:
        fail(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        sys.exit(1)
    sys.exit(code)


def fail(message: str) -> NoReturn:
    """Says in one line why the program cannot go on, and ends it with 1."""
    name = click.get_current_context(silent=True)
    program = name.info_name if name else sys.argv[0].rpartition("/")[2]
    print(f"{program}: {message}", file=sys.stderr)
    sys.exit(1)
