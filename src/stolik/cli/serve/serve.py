"""`stolik serve`: the service, with the page, the lobby and every game's own door."""

from __future__ import annotations

import asyncio
import errno
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from stolik.cli.logs import LogFormat, begin_log
from stolik.cli.options import HIGHEST_PORT, Finite, Integer, Port
from stolik.cli.serve.greeting import STOPPED, greeting
from stolik.cli.serve.operator_file import OperatorFileError, audit_file, default_operator_file, read_or_make_token
from stolik.cli.text_file import read_text
from stolik.service.arena import Arena
from stolik.service.net.loop import end_within, on_stop_signal, run
from stolik.service.settings import Settings, ported_games
from stolik.store.address import default_file
from stolik.store.errors import InUse, StoreError
from stolik.web.app import create_app
from stolik.web.client_address import read_networks
from stolik.web.serving import serving

F = TypeVar("F", bound=Callable[..., Any])

_PORT = Port(0)
_FILE = click.Path(exists=True, dir_okay=False)
_DEFAULT = Settings()
LARGEST_CONFIG = 1024 * 1024
"""Bytes: a config file has some dozen lines."""
STOP_TIME = 4.5
"""Seconds. Its parts take 3.2 s at most, unless a database hangs. Then nothing is lost either: players have been told
only what is on disk.
"""


class Config(Settings, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The settings that options and the config file may give."""

    log_format: LogFormat = "text"
    verbose: bool = False
    contests: str | None = None
    """The folder of contests; None: a folder in the user's data folder."""
    operator_file: str | None = None
    """The file of the operator's token; None: a file in the user's data folder."""


def _port_range(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    first, _, last = value.partition("-")
    try:
        ports = int(first), int(last)
    except ValueError:
        ports = -1, -1
    if not 0 <= ports[0] <= ports[1] <= HIGHEST_PORT:
        raise click.BadParameter(f"{value!r} is not a range of ports, such as 6400-6499", ctx, param)
    return ports


def _networks(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...] | None:
    try:
        read_networks(value)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None
    return value or None


def _option(
    name: str,
    type_: click.ParamType[Any] | type[Any],
    default: object,
    about: str,
    **more: Any,  # noqa: ANN401 - click's own
) -> Callable[[F], F]:
    """An option that is None when it was not given, so that the config file's value is used."""
    return click.option(name, type=type_, default=None, help=f"{about}  [default: {default}]", **more)


def _game_port_options(function: F) -> F:
    """Adds an option for the port of each game that has one."""
    for game in reversed(ported_games()):
        default = game.port or "any free one"
        function = _option(f"--{game.name}-port", _PORT, default, f"Port for programs: {game.title}.")(function)
    return function


@click.command()
@click.option(
    "--config", type=click.Path(exists=True, dir_okay=False), help="Config file in TOML; options override it."
)
@_option("--host", str, f"{_DEFAULT.host}, this machine only", "Address to listen on; 0.0.0.0 or :: for all.")
@_option(
    "--port", _PORT, _DEFAULT.port, "Port of the page and its API. 0 means any free port, also in the options below."
)
@_game_port_options
@_option(
    "--table-ports", str, "{}-{}".format(*_DEFAULT.table_ports), "Ports for tables that programs join.",
    metavar="FIRST-LAST", callback=_port_range,
)  # fmt: skip
@_option("--max-clients", Integer(1), _DEFAULT.max_clients, "Players in the lobby at a time.")
@_option("--db", str, "a file in your data folder", "Where records are kept: a path or a postgresql:// URL.")
@click.option("--no-db", is_flag=True, default=None, help="Use no store: all games are lost when the service ends.")
@_option(
    "--grace", Finite(0, 86400), f"{_DEFAULT.grace:g}", "Seconds that a game waits for a lost player.",
    metavar="SECONDS",
)  # fmt: skip
@_option(
    "--abandoned-after", Finite(1), f"{_DEFAULT.abandoned_after:g}",
    "Seconds after which a game that waits for absent players ends, if only bots are there.", metavar="SECONDS",
)  # fmt: skip
@_option("--contests", str, "a folder in your data folder", "Where contests are kept.", metavar="FOLDER")
@_option("--tls-cert", _FILE, "none", "Certificate of the page, in PEM: it is then served over https.", metavar="FILE")
@_option("--tls-key", _FILE, "in the same file", "Key of the certificate.", metavar="FILE")
@click.option("--tls-doors", is_flag=True, default=None, help="Encrypt the ports for programs too.")
@click.option(
    "--trusted-proxy", "trusted_proxies", multiple=True, metavar="ADDRESS", callback=_networks,
    help="Address or network of a proxy whose X-Forwarded-For is believed. Can be repeated.",
)  # fmt: skip
@_option("--operator-file", str, "a file in your data folder", "File of the operator's token.", metavar="FILE")
@_option("--log-format", click.Choice(["text", "json"]), "text", "How the log on standard error is written.")
@click.option("-v", "--verbose", is_flag=True, default=None, help="Log every event and message, also on a terminal.")
def command(config: str | None, **options: object) -> None:
    """Start the service: page, lobby, and a port for each game.

    At a game's port, programs play in the game's own protocol. Games are stored, and after a crash every table is
    restored as it was. Ctrl-C stops the service.
    """
    settings = _settings(config, options)
    # A person at a terminal reads what the command prints; events would hide it.
    quiet = settings.log_format == "text" and sys.stderr.isatty()
    begin_log(settings.log_format, verbose=settings.verbose, quiet=quiet)
    try:
        run(_serve(settings))
    except (OSError, StoreError) as error:
        raise click.ClickException(f"{getattr(error, 'strerror', None) or error}{_advice(error)}") from None


def _advice(error: Exception) -> str:
    """What a person can do about an error at the start, as the end of a sentence."""
    if isinstance(error, InUse):
        return ": stop that one first, or name another store with --db"
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return ": choose another port with --port or --GAME-port (0: any free one)"
    return ""


def _settings(file: str | None, options: dict[str, object]) -> Config:
    """Options override the config file, which overrides the defaults."""
    given = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
    try:
        written = {} if file is None else tomllib.loads(read_text(Path(file), LARGEST_CONFIG))
        settings = msgspec.convert(_gather_game_ports(written | given), Config)
        read_networks(settings.trusted_proxies)
        if settings.contests and Path(settings.contests).exists() and not Path(settings.contests).is_dir():
            raise ValueError(f"the folder of contests {settings.contests!r} is a file")
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{file or 'options'}: {error}") from None
    return settings


def _gather_game_ports(said: dict[str, object]) -> dict[str, object]:
    """Collects the keys `NAME-port` of all games under one key."""
    keys = {f"{game.name}-port": game.name for game in ported_games()}
    ports = {keys[key]: value for key, value in said.items() if key in keys}
    return {key: value for key, value in said.items() if key not in keys} | {"game-ports": ports}


async def _serve(settings: Config) -> None:
    stop = asyncio.Event()
    on_stop_signal(stop.set)
    async with Arena(settings, with_page=True) as arena:
        arena.bots.get_ready()
        listening = arena.page_socket
        assert listening is not None  # noqa: S101 - the arena was asked for it
        operator = Path(settings.operator_file) if settings.operator_file else default_operator_file()
        contests = Path(settings.contests) if settings.contests else default_file().parent / "contests"
        token = _operator_token(operator)
        app = create_app(
            arena,
            operator=token,
            contests=contests,
            audit=audit_file(operator) if token else None,
            trusted=read_networks(settings.trusted_proxies),
        )
        async with serving(app, listening, arena.waiting_room, arena.limits, arena.tls):
            click.echo(greeting(arena, listening.getsockname()[1], operator if token else None))
            arena.lease_lost.add_done_callback(lambda _: stop.set())
            await stop.wait()
            late = f"stolik: the service did not end within {STOP_TIME:g} s, and was ended"
            end_within(STOP_TIME, late, exit_code=int(arena.lease_lost.done()))
            await arena.stop()
    if arena.lease_lost.done():
        raise arena.lease_lost.result()
    click.echo(STOPPED)


def _operator_token(file: Path) -> str | None:
    """The operator's token; None, and a line that says why, when its file cannot be used."""
    try:
        return read_or_make_token(file)
    except OperatorFileError as error:
        click.echo(f"stolik: there is no operator: {error}", err=True)
        return None
