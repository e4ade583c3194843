"""`stolik tournament try`: a dry run that says which programs are ready."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from stolik.cli.contest.tournament_options import terms_of, terms_options, warn_of_no_sandbox
from stolik.contract.registry import all_games
from stolik.system import objection_to_tournaments
from stolik.tournament.plan.players import Entrant, PlayersError, read_players
from stolik.tournament.results.plain_text import last_lines, printable
from stolik.tournament.sandbox.bubblewrap import NoSandbox, find_sandbox
from stolik.tournament.tryout import Trial, try_out

NOT_READY = 1
# How much of a program's stderr is shown: the end of an error message of Python or Java.
SHOWN_LINES = 3


@click.command()
@click.argument("players", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", type=click.Choice(list(all_games())), required=True, help="The game.")
@terms_options
@click.option("--seed", default="try", show_default=True, help="The positions are drawn from it: any text.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list, and nothing else.")
def command(players: Path, game: str, seed: str, as_json: bool, **options: Any) -> int:  # noqa: ANN401 - click's own
    """Try the programs in PLAYERS before a tournament.

    Every program is started and asked for one move of a real game, in a sandbox as in a tournament. Lists who is
    ready, who is not, and why. Our own players are not tried.

    The exit code is 1 when a program is not ready.
    """
    objection = objection_to_tournaments()
    if objection:
        raise click.ClickException(objection)
    try:
        entrants = read_players(players, game)
    except PlayersError as error:
        raise click.UsageError(str(error)) from None
    terms = terms_of(options)
    try:
        warn_of_no_sandbox(find_sandbox(terms.memory, terms.sandbox))
    except NoSandbox as error:
        raise click.ClickException(str(error)) from None
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("trying", total=sum(entrant.builtin is None for entrant in entrants))
        trials = try_out(game, entrants, terms, seed, lambda: progress.advance(bar))
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(trials) + b"\n")
    else:
        _print(trials, entrants)
    return 0 if all(trial.ready for trial in trials) else NOT_READY


def _print(trials: Sequence[Trial], entrants: Sequence[Entrant]) -> None:
    """Those who are ready first, because what needs to be read is then last on the screen."""
    width = max((len(printable(entrant.name)) for entrant in entrants), default=0)
    for entrant in entrants:
        if entrant.builtin is not None:
            click.echo(f"built in   {printable(entrant.name)}")
    for trial in trials:
        if trial.ready:
            click.echo(f"ready      {printable(trial.name):{width}}  {(trial.seconds or 0) * 1000:8.1f} ms")
    for trial in trials:
        if not trial.ready:
            click.echo(f"NOT READY  {printable(trial.why)}")
            for line in last_lines(trial.stderr, SHOWN_LINES):
                click.echo(f"           | {line}")
    count = sum(trial.ready for trial in trials)
    click.echo(f"{count} of {len(trials)} programs {'is' if count == 1 else 'are'} ready")
