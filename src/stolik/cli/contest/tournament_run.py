"""`stolik tournament run`: plays a tournament, or resumes one."""

from __future__ import annotations

import secrets
import signal
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec
from click.core import ParameterSource
from rich.console import Console

from stolik.cli.contest.tournament_options import terms_of, terms_options, warn_of_no_sandbox
from stolik.cli.contest.tournament_view import tell_bad_lines, watch
from stolik.cli.options import Finite, Integer
from stolik.contract import packages
from stolik.contract.registry import all_games
from stolik.players.registry import PlayerError
from stolik.system import objection_to_tournaments
from stolik.tournament.folder import Folder, FolderError, create, open_folder
from stolik.tournament.guard import GaveUp, able_to_kill, run_guarded
from stolik.tournament.lost_referees import deaths_so_far
from stolik.tournament.plan.players import PlayersError, check_builtins, read_players
from stolik.tournament.plan.positions import read_positions
from stolik.tournament.plan.schedule import FORMATS, ScheduleError
from stolik.tournament.plan.tournament import Tournament, draw
from stolik.tournament.referee.gate import TooFewCores
from stolik.tournament.results.plain_text import printable
from stolik.tournament.results.report import write_text
from stolik.tournament.results.summary import summarise
from stolik.tournament.runner import OpenPool, RunError, cluster, games_at_once, local_pool, run
from stolik.tournament.sandbox.bubblewrap import NoSandbox, check_sandbox

STOPPED = 1
GO_WITH_RESUME = ("resume", "concurrency", "scheduler", "as_json")


def _sizes() -> str:
    """What the numbers of a size are in each game that has several."""
    return " ".join(f"{game.name}: {','.join(game.size)}." for game in all_games().values() if game.size)


@click.command()
@click.argument("players", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", type=click.Choice(list(all_games())), help="The game.")
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="cyclic", show_default=True, help="Who meets whom."
)
@click.option("--rounds", type=Integer(1), help="Rounds; in a round robin or a gauntlet, cycles.")
@click.option("--paired", is_flag=True, help="Play every position twice, with seats swapped: the fair way.")
@terms_options
@click.option("--game-time", metavar="SECONDS", type=Finite(0, min_open=True), help="Time for all moves.")
@click.option("--pondering", is_flag=True, help="Let programs think while another moves, each on cores of its own.")
@click.option("--concurrency", type=Integer(1), help="Games at once; one less than the cores if not given.")
@click.option("--size", metavar="N,N", help=f"Start positions of another size. {_sizes()}")
@click.option(
    "--positions",
    "positions_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Take the start positions from a file in turn: one a line, or with empty lines between them.",
)
@click.option("--seed", help="Draw the same schedule and positions again: any text. A random one if not given.")
@click.option("--out", type=click.Path(path_type=Path), help="The tournament's folder; tournament-SEED if not given.")
@click.option(
    "--resume",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Resume the tournament in this folder, as it was drawn. Only --concurrency, --cluster and --json go with it.",
)
@click.option("--cluster", "scheduler", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://host:8786.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object at the end, and nothing else.")
def command(**options: Any) -> int:  # noqa: ANN401 - click's own
    """Play a tournament of the programs in PLAYERS.

    PLAYERS has a JSON object on each line:

    \b
    {"name": "Adam", "surname": "Kowalski", "program": "s12345"}
    {"name": "Ewa", "surname": "Gołąb", "program": "python3", "args": ["s20006.py"]}
    {"name": "House", "builtin": "perfect"}

    Ctrl-C stops it; finished games are kept, and --resume plays the rest. The exit code is 1 when it was stopped.
    """
    objection = objection_to_tournaments()
    if objection and not options["scheduler"]:
        raise click.ClickException(objection)
    # SIGTERM, from a service manager, is handled like Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if options["resume"]:
        _refuse_changes(click.get_current_context())
    try:
        folder = _resumed(options["resume"]) if options["resume"] else _new(**options)
        sandbox = None if options["scheduler"] else check_sandbox(folder.tournament)
    except NoSandbox as error:
        raise click.ClickException(str(error)) from None
    warn_of_no_sandbox(sandbox)
    pool = _pool(folder.tournament, options["scheduler"], options["concurrency"])
    killers = [] if options["scheduler"] else able_to_kill(folder.tournament)
    if killers:
        return _play_guarded(folder, pool, killers, options["as_json"])
    return _play(folder, pool, options["as_json"])


def _play(folder: Folder, pool: OpenPool, as_json: bool, *, guarded: bool = False) -> int:
    """Plays what is left, and prints the report; returns the exit code."""
    try:
        with watch(folder) as finished:
            run(folder, pool, finished, guarded=guarded)
    except KeyboardInterrupt:
        return _stopped(folder, "stopped")
    except RunError as error:
        return _stopped(folder, str(error))
    except FolderError as error:
        raise click.UsageError(str(error)) from None
    except (OSError, PlayerError, NoSandbox) as error:  # a machine of a cluster may lack what this one has
        raise click.ClickException(f"the tournament cannot go on: {error}") from None
    summary = summarise(folder.tournament, list(folder.results().values()))
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(summary) + b"\n")
    else:
        write_text(summary, Console())
    return 0


def _play_guarded(folder: Folder, pool: OpenPool, killers: Sequence[str], as_json: bool) -> int:
    """The same in a child process, which is started again if it is killed."""
    click.echo(
        f"This system lets {', '.join(map(printable, killers))} kill the tournament. It is started again then; "
        f"if that is prevented too, stolik tournament run --resume {folder.path} plays the rest.",
        err=True,
    )

    def attempt() -> int:
        try:
            return _play(folder, pool, as_json, guarded=True)
        except click.ClickException as error:
            error.show()
            return error.exit_code

    try:
        return run_guarded(attempt, lambda: (folder.count(), deaths_so_far(folder.path)))
    except KeyboardInterrupt:
        return _stopped(folder, "stopped")
    except GaveUp as error:
        return _stopped(folder, str(error))


def _stopped(folder: Folder, why: str) -> int:
    click.echo(f"{why}; stolik tournament run --resume {folder.path} plays the rest", err=True)
    return STOPPED


def _pool(tournament: Tournament, scheduler: str | None, concurrency: int | None) -> OpenPool:
    """Who plays the games; raises UsageError where that is impossible."""
    if scheduler is None:
        try:
            return partial(local_pool, games_at_once(tournament, concurrency))
        except TooFewCores as error:
            raise click.UsageError(str(error)) from None
    if tournament.terms.pondering:
        raise click.UsageError("--pondering gives each program cores of its own: that cannot be done with --cluster")
    if not packages.is_installed("distributed"):
        raise click.UsageError(f"--cluster needs {packages.not_installed('distributed')}")
    return partial(cluster, scheduler)


def _refuse_changes(context: click.Context) -> None:
    """Raises UsageError when an option is given that a tournament which has begun cannot follow any more."""
    for param in context.command.params:
        given = context.get_parameter_source(str(param.name)) is ParameterSource.COMMANDLINE
        if given and param.name not in GO_WITH_RESUME:
            name = param.opts[0] if isinstance(param, click.Option) else "PLAYERS"
            raise click.UsageError(f"--resume goes on with a tournament as it was drawn: {name} cannot be given")


def _positions(game: str, file: Path | None, size: str | None) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The size of starts, and the starts of a file; raises UsageError and ScheduleError."""
    if file is not None and size is not None:
        raise click.UsageError("--size and --positions cannot be given together")
    if size is not None:
        numbers = size.split(",")
        if not all(number.isascii() and number.isdecimal() for number in numbers):
            raise click.BadParameter(f"{size!r} is not a list of numbers such as 32,72", param_hint="'--size'")
        return tuple(map(int, numbers)), ()
    if file is None:
        return (), ()
    try:
        return (), read_positions(game, file.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, ScheduleError) as error:
        raise click.UsageError(f"{file}: {error}") from None


def _resumed(path: Path) -> Folder:
    try:
        folder = open_folder(path)
        check_builtins(folder.tournament.players, folder.tournament.game)
    except (FolderError, PlayersError) as error:
        raise click.UsageError(str(error)) from None
    tell_bad_lines(folder, "its game is played again")
    return folder


def _new(
    players: Path | None,
    game: str | None,
    format_: str,
    rounds: int | None,
    paired: bool,
    seed: str | None,
    out: Path | None,
    size: str | None,
    positions_file: Path | None,
    **options: Any,  # noqa: ANN401 - click's own
) -> Folder:
    if players is None or game is None:
        raise click.UsageError("Missing PLAYERS and --game, or the FOLDER of a tournament to --resume.")
    seed = secrets.token_hex(4) if seed is None else seed
    try:
        starts = _positions(game, positions_file, size)
        entrants = read_players(players, game)
        tournament = draw(game, format_, rounds, seed, entrants, paired, terms_of(options), *starts)
        _pool(tournament, options["scheduler"], options["concurrency"])  # before there is a folder
        if options["scheduler"] is None:
            check_sandbox(tournament)
        return create(out or Path(f"tournament-{seed}"), tournament)
    except (PlayersError, ScheduleError, FolderError) as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
