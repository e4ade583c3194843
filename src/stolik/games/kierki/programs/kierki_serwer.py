"""`kierki-serwer`: the server of the Kierki document."""

from __future__ import annotations

import sys
from typing import NoReturn

import click

from stolik.cli.options import Port, seconds
from stolik.games.kierki.programs.deal_file import open_match
from stolik.games.kierki.programs.server import serve_match
from stolik.games.kierki.programs.strict import run_strictly
from stolik.service.net.listen import listen
from stolik.service.net.loop import run


@click.command("kierki-serwer", options_metavar="-f FILE [OPTIONS]")
@click.option(
    "-p",
    "port",
    metavar="PORT",
    type=Port(0),
    default=0,
    help="Port to listen on; 0 or none: any free one, which is named on standard error.",
)
@click.option("-f", "file", metavar="FILE", required=True, help="File that defines the match: five lines a deal.")
@click.option(
    "-t",
    "timeout",
    metavar="SECONDS",
    default="5",
    callback=seconds,
    help="How long to wait for a client's answer before asking again; 5 if not given.",
)
@click.option("--early-end", is_flag=True, help="Stop a deal as soon as all its points are taken.")
def command(port: int, file: str, timeout: float, early_end: bool) -> int:
    """Run one match of Kierki for four clients, report it on standard output, and exit.

    The exit code is 0 when the whole match was played, else 1. `stolik deal` writes files for -f.
    """
    match = open_match(file, early_end=early_end)
    try:
        listening = listen(port)
    except OSError as error:
        raise click.ClickException(f"cannot listen on port {port}: {error.strerror}") from None
    if port == 0:
        print(f"kierki-serwer: listening on port {listening.getsockname()[1]}", file=sys.stderr, flush=True)
    return 0 if run(serve_match(listening, match, timeout, sys.stdout.buffer)) else 1


def main() -> NoReturn:
    """The console script."""
    run_strictly(command)
