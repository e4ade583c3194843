"""`stolik host` for games of the code protocol."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import click
from msgspec.structs import replace

from stolik.cli.options import Integer, Port, seconds
from stolik.contract import AnyGame, Position
from stolik.service.doors.code_server import serve_codes
from stolik.service.net.listen import listen
from stolik.service.net.loop import run
from stolik.wire.codes import SERVER_LIMIT, Begin

# The default time for a move, for games that do not set one.
DEFAULT_TURN_TIME = 0.3

_POSITION = "'--position'"

Draw = Callable[..., Position[Any]]
Read = Callable[[str], Position[Any]]


def host_command(
    game: AnyGame,
    draw: Draw | None = None,
    read: Read | None = None,
    about: str = "",
    more: Sequence[click.Option] = (),
) -> click.Command:
    """The command that hosts a game of the code protocol.

    `draw` draws a start position, with the values of the extra options by name; `read` reads one from --position.
    """
    draw_start = draw or game.start_for_pair or game.start
    read_start = read or game.read

    @click.command(game.name, help=f"{about or f'Serve {game.title} over the network.'}\n\n{_HELP}")
    @click.option(
        "--port",
        type=Port(0),
        default=game.port or 0,
        show_default=True,
        help="Port to listen on; 0: any free one.",
    )
    @click.option(
        "--move-time",
        metavar="SECONDS",
        default=str(game.house_rules.turn_time or DEFAULT_TURN_TIME),
        show_default=True,
        callback=seconds,
        help="Seconds for a move.",
    )
    @click.option("--games", type=Integer(1), help="Stop after so many games; never if not given.")
    @click.option("--seed", help="Draw the same positions again: any text. A random one if not given.")
    @click.option("--position", help="Start every game from this position, written as in a 200 line.")
    def command(
        port: int, move_time: float, games: int | None, seed: str | None, position: str | None, **sizes: int
    ) -> int:
        rng = Random(seed if seed is not None else secrets.token_hex())
        given = None if position is None else _read_start(read_start, position)
        try:
            draw_start(Random(0), **sizes)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        try:
            listening = listen(port)
        except OSError as error:
            raise click.ClickException(f"cannot listen on port {port}: {error.strerror}") from None
        print(f"stolik host {game.name}: listening on port {listening.getsockname()[1]}", file=sys.stderr, flush=True)
        rules = replace(game.house_rules, turn_time=move_time)
        serving = serve_codes(
            listening, game, lambda: given or draw_start(rng, **sizes), rules, games, sys.stdout.buffer
        )
        return 0 if run(serving) else 1

    command.params.extend(more)
    return command


def _read_start(read: Read, text: str) -> Position[Any]:
    """A start position that can be played in this protocol; raises BadParameter."""
    try:
        position = read(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=_POSITION) from None
    if position.turn is None:
        raise click.BadParameter(f"nobody can move in the position {text!r}", param_hint=_POSITION)
    if len(Begin(text).text()) > SERVER_LIMIT:
        reason = f"a position of {len(text)} bytes does not fit into a line of {SERVER_LIMIT}"
        raise click.BadParameter(reason, param_hint=_POSITION)
    return position


_HELP = """Clients are paired in the order in which they connect, and the first of a pair moves first. Every message is
reported on standard output. The exit code is 1 if the server is stopped before it has played all --games, else 0."""
