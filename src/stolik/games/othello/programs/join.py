"""`stolik join othello`: the client of the Othello document, for a person at a terminal or a script on a pipe."""

from __future__ import annotations

import ipaddress
import re
import sys
from typing import Any

import click

from stolik.cli.options import Integer, Port
from stolik.games.othello.programs.client import PATIENCE, Refused
from stolik.games.othello.programs.person import OthelloPerson
from stolik.games.othello.programs.server import PORT
from stolik.lobby.names import LONGEST_NAME, read_name
from stolik.service.net.loop import run
from stolik.service.net.reach import CannotConnect, Server

HOST = "localhost"
_NUMBERS = re.compile(r"[0-9.]+")


def name_given(text: str) -> str:
    """A player's name, one word; raises BadParameter."""
    try:
        return read_name(text)
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a name: one word of 1 to {LONGEST_NAME} characters, without '~'"
        ) from None


def host_given(text: str) -> str:
    """A server's name or address; raises BadParameter. A text of numbers and dots must be an IPv4 address."""
    if not text or not text.isprintable() or " " in text:
        raise click.BadParameter(f"{text!r} is not a host's name or address")
    if _NUMBERS.fullmatch(text):
        try:
            ipaddress.IPv4Address(text)
        except ValueError:
            raise click.BadParameter(
                f"{text!r} is not an address: four numbers from 0 to 255 with dots between"
            ) from None
    return text


@click.command()
@click.option("--name", type=name_given, metavar="NAME", help="The name to play under: one word.")
@click.option("--host", type=host_given, metavar="HOST", help="The server's name or address; localhost if not given.")
@click.option("--port", type=Port(1), metavar="PORT", help=f"The server's port; {PORT} if not given.")
@click.option(
    "--reconnect",
    type=Integer(0, 3600),
    metavar="SECONDS",
    default=int(PATIENCE),
    show_default=True,
    help="How long to try to come back when the connection is lost.",
)
def command(name: str | None, host: str | None, port: int | None, reconnect: int) -> int:
    """Play Othello at a server, by hand.

    In its lobby you meet others and invite them.

    On a terminal, it asks for missing values. Type help for the commands, or send them by a pipe, one per line.

    \b
        stolik host othello                                 in one window
        stolik join othello --name Dan                      in another
        stolik join othello --name Eva --host localhost     in a third

    The exit code is 0 when you quit, or when the server closed after your game; 1 when there was no connection, when
    it was lost for good, or when the input ended in the middle of a game.
    """
    if sys.stdin.isatty():
        name = _asked("Name", name_given) if name is None else name
        host = _asked("Host", host_given, HOST) if host is None else host
        port = _asked("Port", Port(1), PORT) if port is None else port
    if name is None:
        raise click.UsageError("Missing option '--name'.")
    server = Server(host or HOST, port or PORT)
    person = OthelloPerson(name)
    try:
        return run(person.play(server, float(reconnect)))
    except CannotConnect as error:
        raise click.ClickException(str(error)) from error
    except Refused:
        said = person.refusal or "it closes the connection without a word"
        raise click.ClickException(f"{server.host!r} port {server.port} does not let you in: {said}") from None


def _asked(what: str, kind: Any, default: Any = None) -> Any:  # noqa: ANN401 - click's
    """Asks the person for a value, and asks again when it is wrong."""
    return click.prompt(what, type=kind, default=default, err=True)
