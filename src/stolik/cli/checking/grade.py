"""`stolik grade`: checks a folder of submissions, and gives points."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from stolik.check.grading.folder import GradeFolder, feedback, similar
from stolik.check.grading.grade import Graded, Task, with_points
from stolik.check.grading.rubric import RubricError, plain_rubric, read_rubric
from stolik.check.grading.running import grade_all, here, on_cluster
from stolik.check.grading.submissions import find_submissions, not_submissions
from stolik.check.runner import AT_ONCE_PER_CORE, Settings
from stolik.check.scenario import Suite
from stolik.check.words import LANGUAGES, Words
from stolik.cli.checking.check import SLOWER, KnownSuite
from stolik.cli.examples import examples, of_games
from stolik.cli.options import Integer
from stolik.contract import packages
from stolik.system import usable_cores
from stolik.tournament.plan.assignment import MEMORY
from stolik.tournament.runner import RunError
from stolik.tournament.sandbox.bubblewrap import NoSandbox, find_sandbox

# Pairs of similar submissions that are printed; similar.csv has all.
SHOWN_PAIRS = 10


@click.command(epilog=examples(*of_games("grade")))
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--what", type=KnownSuite(), required=True, help="What the submissions are: WHAT of `stolik check`.")
@click.option(
    "--rubric", type=click.Path(dir_okay=False, path_type=Path), help="TOML; a point a scenario if not given."
)
@click.option("--out", type=click.Path(path_type=Path), help="Where results go; FOLDER-grades if not given.")
@click.option("--concurrency", type=Integer(1), help="Submissions at once; as many as cores if not given.")
@click.option("--cluster", "scheduler", metavar="ADDRESS", help="Grade on a Dask cluster, such as tcp://host:8786.")
@click.option("--slow", is_flag=True, help="Wait four times as long: for a slow machine.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Of the pages.")
def command(folder: Path, what: Suite, **options: Any) -> int:  # noqa: ANN401 - click's own
    """Test every submission in a folder, and give points.

    A submission is a folder or an archive with a Makefile or a CMakeLists.txt, or a program. It runs in a sandbox. What
    was graded before is not graded again: the same command resumes a grading. The results are tables for Moodle and
    USOS, a page for each student, and who fails the same scenarios. The exit code is 1 when some could not be graded.
    """
    try:
        find_sandbox(MEMORY, True)
        rubric = read_rubric(options["rubric"], what) if options["rubric"] else plain_rubric(what)
    except NoSandbox as error:
        raise click.ClickException(str(error)) from None
    except RubricError as error:
        raise click.BadParameter(str(error), param_hint="'--rubric'") from None
    submissions = find_submissions(folder)
    if not submissions:
        raise click.UsageError(f"There is no submission in {str(folder)!r}.")
    if others := not_submissions(folder):
        click.echo(f"Left out, since they are no submissions: {', '.join(others)}", err=True)
    kept = GradeFolder(options["out"] or folder.with_name(f"{folder.resolve().name}-grades"))
    done = {name: with_points(graded, what, rubric) for name, graded in kept.done().items() if graded.what == what.name}
    processes = options["concurrency"] or usable_cores()
    patience = Settings.patience * (SLOWER if options["slow"] else 1)
    at_once = max(2, AT_ONCE_PER_CORE * usable_cores() // processes)
    tasks = [
        Task(submission, what.name, rubric, at_once, patience)
        for submission in submissions
        if submission.name not in done
    ]
    lost = _grade(tasks, kept, done, options["scheduler"], processes)
    graded = [done[submission.name] for submission in submissions if submission.name in done]
    words = Words(options["language"], [what.words])
    kept.write(what, graded, words)
    _print(graded, kept.path, words)
    for name, why in lost.items():
        click.echo(f"{name} was not graded: {why}", err=True)
    if lost:
        click.echo("The same command grades them again.", err=True)
    return 1 if lost else 0


def _grade(
    tasks: list[Task], kept: GradeFolder, done: dict[str, Graded], scheduler: str | None, processes: int
) -> dict[str, str]:
    """Grades what is left; returns who could not be graded, and why."""
    if scheduler is not None and not packages.is_installed("distributed"):
        raise click.UsageError(f"--cluster needs {packages.not_installed('distributed')}")
    console = Console(stderr=True)
    columns = (TextColumn("grading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=len(tasks))

        def finished(graded: Graded) -> None:
            kept.keep(graded)
            done[graded.name] = graded
            bar.advance(task)

        try:
            with on_cluster(scheduler) if scheduler else here(processes) as place:
                return grade_all(tasks, place, finished)
        except RunError as error:  # what was graded is kept
            raise click.ClickException(str(error)) from None


def _print(graded: list[Graded], path: Path, words: Words) -> None:
    console = Console()
    table = Table("submission", "points", "of", "")
    for one in sorted(graded, key=lambda one: -one.total):
        table.add_row(one.name, f"{one.total:g}", f"{one.most:g}", feedback(one, words))
    console.print(table)
    pairs = similar(graded)
    for first, second, common, share in pairs[:SHOWN_PAIRS]:
        console.print(f"{first} and {second} fail the same {common} scenarios ({share:.0%})")
    console.print(f"{len(graded)} submissions; tables and pages are in {path}")
