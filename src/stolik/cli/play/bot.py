"""`stolik bot`: a built-in player as a program that speaks a game's protocol."""

from __future__ import annotations

import secrets
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import FileIO
from random import Random
from typing import Any, BinaryIO, TypeVar, cast

import click

from stolik.cli.examples import examples
from stolik.cli.options import Port
from stolik.cli.waiting import wait_for
from stolik.contract import AnyGame, IllegalMove, NotationError, Part, load_part, packages
from stolik.contract.registry import all_games, code_games
from stolik.players.registry import (
    AnyPlayer,
    check_player,
    loads_slowly,
    make_player,
    quick_player,
    strengths_in_words,
    strongest_name,
)
from stolik.service.bots.loading import LoadingPlayer
from stolik.service.clients.code_client import play_game

# Seconds to connect. A server on the same network answers in milliseconds, one across the world in a second.
CONNECT_TIME = 10.0

F = TypeVar("F", bound=Callable[..., Any])


def _engines() -> dict[str, dict[str, Part]]:
    """For each game that has any, the protocols of graphical boards that its strongest player can speak."""
    return {game.name: dict(game.engines) for game in all_games().values() if game.engines}


def _engine_options(function: F) -> F:
    """Adds a flag for each of those protocols."""
    for game, engines in _engines().items():
        for name in engines:
            about = f"Speak the {name} protocol, for other programs' boards of {game}; always the best."
            function = click.option(f"--{name}", is_flag=True, help=about)(function)
    return function


def _bots() -> dict[str, Part]:
    """For each game that has a protocol of its own and a client of it: the part that plays a game so."""
    return {game.name: game.bot for game in all_games().values() if game.bot is not None}


def _games() -> list[str]:
    return [name for name in all_games() if name in {*code_games(), *_engines(), *_bots()}]


@click.command(
    epilog=f"GAME is one of {', '.join(_games())}.\n\n" + examples(
        *((f"bot {name}", "a program for a tournament") for name in list(code_games())[:1]),
        *((f"bot {game.name} --ip 127.0.0.1 --port {game.port}", f"a client of stolik host {game.name}")
          for game in list(code_games().values())[:1] if game.port),
        *((f"bot {name} --strength random", "a weak one") for name in list(code_games())[:1]),
        *((f"bot {name} --strength steady", f"a client of stolik host {name}") for name in _bots()),
        *((f"bot {game} --{name}", f"an engine for {name} and other boards")
          for game, engines in _engines().items() for name in engines),
    )
)  # fmt: skip
@click.argument("game", metavar="GAME", type=click.Choice(_games()))
@click.option(
    "--strength",
    metavar="NAME",
    help=f"Which player; if not given, the strongest that the game has. The names: {strengths_in_words()}.",
)
@click.option("--ip", metavar="ADDRESS", help="Play over TCP with the server there; 127.0.0.1 if only --port is given.")
@click.option("--port", type=Port(1), help="The server's port; the one of stolik host if only --ip is given.")
@click.option(
    "--seat", metavar="SEAT", help="Where to sit, in games whose programs choose; the first free if not given."
)
@click.option("--seed", help="Make the same random choices again: any text. A random one if not given.")
@_engine_options
def command(
    game: str, strength: str | None, ip: str | None, port: int | None, seat: str | None, seed: str | None, **flags: bool
) -> int:
    """Run a built-in player as a client program, for one game.

    It plays on standard input and output, or over TCP if you give --ip or --port. Some games are played over TCP only.
    Every line is printed as `Received: …` or `Sent: …`: over TCP on standard output, else on standard error.
    A move takes at most a quarter of a second. While a strong player is being loaded, a quick one moves. With --seed
    the strong player is loaded before the first move, so that the same game can be played again.
    The exit code is 0 if the game ended with a result, and 1 if the connection ended before.
    """
    try:
        strength = check_player(game, strength or strongest_name(game))
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--strength") from None
    engine = _engine(game, [name for name, wanted in flags.items() if wanted])
    if engine is not None:
        _run_engine(engine)
        return 0
    if game in _bots():
        _check_seat(game, seat)
        code: int = load_part(_bots()[game])(strength, ip, port, seat, seed)
        return code
    _check_open(all_games()[game])
    if seat is not None:
        raise click.UsageError(f"'--seat' does not go with {game}: the server gives the seats.")
    networked = ip is not None or port is not None
    tell = partial(click.echo, err=not networked)
    streams = _connection(ip or "127.0.0.1", port or code_games()[game].port or 0) if networked else _pipes()
    player = _player(game, strength, seed)
    try:
        with streams as (inward, outward):
            verdict = play_game(code_games()[game], player, inward, outward, tell)
    except (NotationError, IllegalMove) as error:
        raise click.ClickException(f"the server broke the protocol: {error}") from None
    except OSError as error:
        why = error.strerror or error
        raise click.ClickException(f"the connection was lost before the end of the game: {why}") from None
    if verdict is None:
        raise click.ClickException("the server ended the connection before the end of the game")
    return 0


def _engine(game: str, wanted: list[str]) -> Part | None:
    """The chosen protocol; None: the game's own. Raises UsageError if the game does not have it."""
    engines = _engines().get(game, {})
    for name in wanted:
        if name not in engines:
            raise click.UsageError(f"--{name} does not go with {game}.")
        return engines[name]
    if game not in code_games() and game not in _bots():
        raise click.UsageError(f"{game} needs {' or '.join(f'--{name}' for name in engines)}: it has its own clients.")
    return None


def _check_seat(game: str, seat: str | None) -> None:
    seats = all_games()[game].seats
    if seat is not None and seat not in seats:
        raise click.BadParameter(f"{seat!r} is not a seat of {game}: {', '.join(seats)}", param_hint="'--seat'")


def _check_open(game: AnyGame) -> None:
    """Raises UsageError for a game whose lines only its own programs can read: those tell what a seat may know."""
    if game.hidden:
        raise click.UsageError(
            f"{game.name} has hidden information, so no built-in player can read its lines. Bots play it in "
            "'stolik play', in tournaments (\"builtin\") and on the page."
        )


def _run_engine(engine: Part) -> None:
    try:
        load_part(engine)()
    except ModuleNotFoundError as error:
        raise click.ClickException(f"this protocol needs {packages.not_installed(str(error.name))}") from None


def _player(game: str, strength: str, seed: str | None) -> AnyPlayer:
    rng = Random(seed if seed is not None else secrets.token_hex())
    if seed is None and loads_slowly(game, strength):
        return LoadingPlayer(partial(make_player, game, strength, rng), quick_player(game, rng))
    return wait_for(partial(make_player, game, strength, rng), f"loading {strength}")


@contextmanager
def _pipes() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    # Unbuffered, so that no flush at exit fails when the server has closed the pipe.
    yield sys.stdin.buffer, cast(BinaryIO, FileIO(sys.stdout.fileno(), "w", closefd=False))


@contextmanager
def _connection(ip: str, port: int) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    try:
        connection = socket.create_connection((ip, port), CONNECT_TIME)
    except OSError as error:
        raise click.ClickException(f"cannot connect to {ip} port {port}: {error.strerror or error}") from None
    connection.settimeout(None)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with connection, connection.makefile("rb") as inward, connection.makefile("wb", buffering=0) as outward:
        yield inward, cast(BinaryIO, outward)
