"""Runs a command: an error is one line on stderr, and the exit code gives its kind."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from io import TextIOWrapper
from traceback import walk_tb
from typing import Final, NoReturn

import click
from click.exceptions import NoArgsIsHelpError

from stolik.contract.registry import OURS, game_of_module

DEBUG: Final = "STOLIK_DEBUG"
"""The variable that makes a mistake of ours show its traceback."""


def run_command(command: click.Command, name: str, *, only_failure: int | None = None) -> NoReturn:
    """Runs a command line and exits: 2 for wrong usage, 1 for other errors; `only_failure` replaces both."""
    _let_any_letter_be_printed()
    code = _run(command, name, only_failure)
    sys.exit(_after_the_last_words(name, code))


def _run(command: click.Command, name: str, only_failure: int | None) -> int:
    try:
        code = command.main(prog_name=name, standalone_mode=False)
    except NoArgsIsHelpError as error:
        click.echo(error.message)
        return 0
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        message = " ".join(line.strip() for line in error.format_message().splitlines())
        if isinstance(error, click.MissingParameter) and context:
            message = f"{message.removesuffix('.')}. See {context.command_path} --help."
        _say(f"{context.command_path if context else name}: {message}")
        return error.exit_code if only_failure is None else only_failure
    except click.exceptions.Exit as error:
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 1
    except OSError as error:
        return _output_failed(name, error)
    except Exception as error:  # a mistake of ours or of a game's, which must not look like one of theirs
        if os.environ.get(DEBUG):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        game = _game_that_raised(error)
        whose = f"the game {game!r} failed" if game else "this is a mistake in Stolik, please report it"
        _say(f"{name}: {whose}: {what} ({DEBUG}=1 shows where)")
        return 1
    return code if isinstance(code, int) else 0


def _game_that_raised(error: Exception) -> str:
    """The name of the game that somebody else's package brings, if the error was raised in it; otherwise empty."""
    for frame, _ in reversed(list(walk_tb(error.__traceback__))):
        module = str(frame.f_globals.get("__name__"))
        if module.partition(".")[0] == OURS:
            return ""
        if game := game_of_module(module):
            return game
    return ""


def _let_any_letter_be_printed() -> None:
    """A letter that is not in the terminal's encoding is replaced: no message may fail for it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def _output_failed(name: str, error: OSError) -> int:
    if error.errno != errno.EPIPE:  # whoever closed the pipe wants to hear no more
        _say(f"{name}: {error.filename or 'the output'}: {error.strerror or error}")
    _forget_output()
    return 1


def _after_the_last_words(name: str, code: int) -> int:
    """Writes what waits in the buffer: the disk may be full, or the reader gone."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        return _output_failed(name, error)
    return code


def _forget_output() -> None:
    """Prevents Python's own error message at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(line: str) -> None:
    with contextlib.suppress(OSError):  # nobody can be told
        click.echo(line, err=True)
