"""`stolik host krazki` and `stolik host graph`: a server of the code protocol."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import click
from msgspec.structs import replace

from stolik.cli.options import seconds
from stolik.games.contract import AnyGame, NotationError, Position
from stolik.games.graph import DEFAULT_DEGREE, DEFAULT_EDGES, DEFAULT_VERTICES, random_position
from stolik.games.graph import GAME as GRAPH
from stolik.games.krazki import GAME as KRAZKI
from stolik.games.krazki import TALLEST, drawn_position
from stolik.games.krazki import Position as Stacks
from stolik.service.code_server import serve_codes
from stolik.service.listen import listen
from stolik.service.loop import run
from stolik.table.rules import HOUSE_RULES
from stolik.wire.codes import PORTS, SERVER_LIMIT, Begin

# All other games wait while a graph is drawn, some milliseconds at this size.
MOST_VERTICES = 200
# Of these, at eight bytes each, the longest line is made of no more than SERVER_LIMIT bytes.
MOST_EDGES = 3000

Draw = Callable[..., Position[Any]]
Read = Callable[[str], Position[Any]]


def _read_stacks(text: str) -> Stacks:
    position = KRAZKI.read(text)
    if max(map(len, position.stacks)) > TALLEST:
        raise NotationError(f"a stack has {TALLEST} discs at most: {text!r}")
    return position


def _host(game: AnyGame, draw: Draw, read: Read, about: str, *more: click.Option) -> click.Command:
    """The command that hosts a game; `draw` gets the values of the further options by name."""

    @click.command(game.name, help=f"{about}\n\n{_HELP}")
    @click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=PORTS[game.name],
        show_default=True,
        help="Port to listen on; 0: any free one.",
    )
    @click.option(
        "--move-time",
        metavar="SECONDS",
        default=str(HOUSE_RULES[game.name].turn_time),
        show_default=True,
        callback=seconds,
        help="Seconds for a move.",
    )
    @click.option("--games", type=click.IntRange(1), help="Stop after that many games; serve for ever if not given.")
    @click.option("--seed", help="Draw the same positions again: any text. A random one if not given.")
    @click.option("--position", help="Start every game from this position, written as in a 200 line.")
    def command(
        port: int, move_time: float, games: int | None, seed: str | None, position: str | None, **sizes: int
    ) -> int:
        rng = Random(seed if seed is not None else secrets.token_hex())
        try:
            given = None if position is None else _read_start(read, position)
            draw(Random(0), **sizes)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        try:
            listening = listen(port)
        except OSError as error:
            raise click.ClickException(f"cannot listen on port {port}: {error.strerror}") from None
        print(f"stolik host {game.name}: listening on port {listening.getsockname()[1]}", file=sys.stderr, flush=True)
        rules = replace(HOUSE_RULES[game.name], turn_time=move_time)
        serving = serve_codes(listening, game, lambda: given or draw(rng, **sizes), rules, games, sys.stdout.buffer)
        return 0 if run(serving) else 1

    command.params += more
    return command


def _read_start(read: Read, text: str) -> Position[Any]:
    """A start position that can be played in this protocol; raises NotationError."""
    position = read(text)
    if position.turn is None:
        raise NotationError(f"nobody can move in the position {text!r}")
    if len(Begin(text).text()) > SERVER_LIMIT:
        raise NotationError(f"a position of {len(text)} bytes does not fit into a line of {SERVER_LIMIT}")
    return position


_HELP = """Clients are paired as they come, and the earlier one moves first. Every message is reported on standard
output. The exit code is 1 only when it was stopped before it had played as many --games."""

krazki = _host(
    KRAZKI,
    drawn_position,
    _read_stacks,
    "Host Krążki: ten stacks of white and black discs, colours drawn for each game.",
)
graph = _host(
    GRAPH,
    random_position,
    GRAPH.read,
    "Host the graph game: a token walks on a random connected graph, and its edges vanish.",
    click.Option(
        ["--vertices"],
        type=click.IntRange(2, MOST_VERTICES),
        default=DEFAULT_VERTICES,
        show_default=True,
        help="Vertices of the graph.",
    ),
    click.Option(
        ["--edges"],
        type=click.IntRange(1, MOST_EDGES),
        default=DEFAULT_EDGES,
        show_default=True,
        help="Edges of the graph.",
    ),
    click.Option(
        ["--degree"],
        type=click.IntRange(1),
        default=DEFAULT_DEGREE,
        show_default=True,
        help="The most edges that a vertex may have.",
    ),
)
