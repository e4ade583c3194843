"""`stolik host othello`: the server of the Othello document, with its lobby."""

from __future__ import annotations

import sys

import click
from click.core import ParameterSource

from stolik.cli.logs import begin_log
from stolik.cli.options import Integer, Port
from stolik.games.othello.programs.server import GRACE, MOST_CLIENTS, PORT, OthelloHouse, serve_othello
from stolik.service.net.listen import listen
from stolik.service.net.loop import run

_PORT = Port(0)
_CLIENTS = Integer(1)
_DAY = 86400.0


def _seconds(ctx: click.Context, param: click.Parameter, value: float) -> float:
    if not 0 <= value <= _DAY:
        raise click.BadParameter(f"{value:g} is not a number of seconds from 0 to {_DAY:g}", ctx, param)
    return value


@click.command()
@click.option("--port", type=_PORT, default=PORT, show_default=True, help="Port to listen on; 0: any free one.")
@click.option("--max-clients", type=_CLIENTS, default=MOST_CLIENTS, show_default=True, help="Players at a time.")
@click.option(
    "--grace",
    type=float,
    metavar="SECONDS",
    default=GRACE,
    callback=_seconds,
    show_default=True,
    help="How long a game waits for a player whose connection is lost.",
)
@click.option("-v", "--verbose", is_flag=True, help="Log every message too.")
@click.pass_context
def command(ctx: click.Context, port: int, max_clients: int, grace: float, verbose: bool) -> None:
    """Serve Othello over the network: a lobby, and games.

    The log goes to standard error. Ctrl-C stops the server. On a terminal without options, it asks for the port and
    the number of players; Enter takes the value in brackets.
    """
    if sys.stdin.isatty() and not _any_option_given(ctx):
        port = click.prompt("Port", type=_PORT, default=port, err=True)
        max_clients = click.prompt("Players at a time", type=_CLIENTS, default=max_clients, err=True)
    try:
        listening = listen(port)
    except OSError as error:
        raise click.ClickException(f"cannot listen on port {port}: {error.strerror}") from None
    click.echo(f"{ctx.command_path}: listening on port {listening.getsockname()[1]}", err=True)
    begin_log("text", verbose=verbose)
    run(serve_othello(listening, lambda: OthelloHouse(max_clients, grace)))


def _any_option_given(ctx: click.Context) -> bool:
    return any(ctx.get_parameter_source(name) is not ParameterSource.DEFAULT for name in ctx.params)
