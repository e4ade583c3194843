"""The two kierki programs' way to run a command: whatever fails is one line on stderr and exit code 1."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import click

from stolik.cli.running import run_command

OK = 0
FAILED = 1


def run_strictly(command: click.Command) -> NoReturn:
    """Runs a command, whose callback returns its exit code, on the program's own arguments; then exits."""
    _open_missing_streams()
    try:
        run_command(command, str(command.name), only_failure=FAILED)
    finally:
        _let_go_of_stdout()


def _open_missing_streams() -> None:
    """Gives a program that was started with a standard stream closed an empty one, before a socket takes its number."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115 - it is open as long as the program runs


def _let_go_of_stdout() -> None:
    """Keeps Python from complaining, on its way out, that whoever read our output has left."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
