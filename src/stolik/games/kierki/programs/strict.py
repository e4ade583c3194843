"""Runs the commands of the two kierki programs: every failure is one line on stderr and exit code 1."""

from __future__ import annotations

import os
import signal
import sys
from typing import Final, NoReturn

import click

from stolik.cli.running import run_command

OK = 0
FAILED = 1
STOP_SIGNALS: Final = (signal.SIGHUP, signal.SIGQUIT)
"""Signals that end the programs beside SIGINT and SIGTERM: a closed terminal, and Ctrl-\\."""


def run_strictly(command: click.Command) -> NoReturn:
    """Runs a command, whose callback returns its exit code, on the program's own arguments; then exits."""
    _open_missing_streams()
    for number in (signal.SIGTERM, *STOP_SIGNALS):
        if signal.getsignal(number) is not signal.SIG_IGN:
            # Until the event loop runs and has handlers of its own.
            signal.signal(number, _end)
    try:
        run_command(command, str(command.name), only_failure=FAILED)
    finally:
        _let_go_of_stdout()


def _end(_number: int, _frame: object) -> NoReturn:
    sys.exit(FAILED)


def _open_missing_streams() -> None:
    """Opens closed standard streams as empty ones, so that no socket gets the descriptor of a standard stream."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115 - stays open until the program ends


def _let_go_of_stdout() -> None:
    """Prevents Python's error message at exit when the reader of our output has closed the pipe."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
