"""`stolik check`: does a program speak the protocol?"""

from __future__ import annotations

import asyncio
import inspect
import os
import shutil
import signal
import socket
import sys
import time
from collections.abc import Coroutine, Sequence
from fnmatch import fnmatch
from pathlib import Path
from textwrap import dedent
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem
from rich.console import Console

from stolik.check.forms import terminal
from stolik.check.forms.github import as_annotations
from stolik.check.forms.html import as_html
from stolik.check.forms.json import as_json
from stolik.check.forms.junit import as_junit
from stolik.check.fuzz import fuzz, history_suite, read_history, write_history
from stolik.check.program import Subject
from stolik.check.runner import Settings, check
from stolik.check.scenario import Scenario, Suite
from stolik.check.suites import find_suite, suite_names
from stolik.check.telling import Checked, checked
from stolik.check.verdicts import is_acceptable
from stolik.check.words import LANGUAGES, Words
from stolik.cli.examples import examples, of_games
from stolik.cli.options import HIGHEST_PORT, Integer, seconds
from stolik.tournament.plan.assignment import MEMORY
from stolik.tournament.sandbox.bubblewrap import NoSandbox, find_sandbox

_Found = TypeVar("_Found")
# How many times as long a slow machine may take.
SLOWER = 4.0
# Scenarios side by side at a server that is already running.
AT_RUNNING_SERVER = 2


class KnownSuite(click.ParamType[Suite]):
    """A suite by its name."""

    name = "what"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Suite:  # noqa: ANN401 - click's
        """The suite of that name."""
        try:
            return find_suite(str(value))
        except ValueError as error:
            self.fail(f"{error}.", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that begin so."""
        return [CompletionItem(name) for name in suite_names() if name.startswith(incomplete)]


def _address(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, int] | None:
    if value is None:
        return None
    host, _, port = value.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) <= HIGHEST_PORT:
        raise click.BadParameter(f"{value!r} is not host:port", ctx, param)
    return host.strip("[]"), int(port)


def _duration(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    return None if value is None else seconds(ctx, param, value.removesuffix("s"))


@click.command(
    epilog=f"WHAT is one of {', '.join(suite_names())}.\n\n"
    + examples(
        ("check WHAT --list", "the names of the scenarios"),
        ("check WHAT --explain NAME", "what one of them checks"),
        ("check WHAT --only NAME --html faults.html -- ./PROGRAM", "one of them, with a page of what was wrong"),
        *of_games("check"),
    )
)
@click.argument("what", type=KnownSuite())
@click.argument("command", nargs=-1)
@click.option("--at", metavar="HOST:PORT", callback=_address, help="Check a server that is already running there.")
@click.option("--only", metavar="NAME", multiple=True, help="Only these: a scenario, a topic, or a pattern like iam-*.")
@click.option("--list", "list_", is_flag=True, help="List the scenarios, and end.")
@click.option("--explain", metavar="NAME", help="Say what a scenario checks and how, and end.")
@click.option("--repeat", metavar="N", type=Integer(1), default=1, help="Play each scenario N times.")
@click.option("--slow", is_flag=True, help="Wait four times as long: for a slow machine or program.")
@click.option("--sandbox", is_flag=True, help="Run the program in a sandbox, as tournaments do.")
@click.option("--verbose", is_flag=True, help="Show the scenarios that pass too.")
@click.option("--json", "json_", is_flag=True, help="Print one JSON object, and nothing else.")
@click.option("--junit", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write JUnit XML there.")
@click.option("--html", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write a page there.")
@click.option("--github", is_flag=True, help="Print annotations for a GitHub workflow.")
@click.option("--fuzz", metavar="SECONDS", callback=_duration, help="Play random histories for so long, such as 60s.")
@click.option("--seed", type=int, default=0, help="Draw the same histories again; 0 if not given.")
@click.option(
    "--save", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Keep a history that fails."
)
@click.option(
    "--history",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Play one that was kept.",
)
@click.option("--language", type=click.Choice(LANGUAGES), help="Your system's if not given.")
def command(what: Suite, **options: Any) -> int:  # noqa: ANN401 - click's own
    """Test whether a program keeps to a protocol.

    COMMAND is the program. The parameters of its document are added to it, unless it has placeholders in braces.
    The exit code is 0 when nothing fails, 1 when something does, 2 for wrong usage.
    """
    words = Words(options["language"] or _usual_language(), [what.words])
    scenarios = _chosen(what, options["only"])
    if options["list_"]:
        terminal.write_list(what, scenarios, Console(), words)
        return 0
    if options["explain"]:
        _explain(what, options["explain"], words)
        return 0
    subject = _subject(what, options)
    if options["fuzz"] is not None or options["history"]:
        return _fuzz(what, subject, words, options)
    if subject.at is not None:
        _knock(subject.at)
        scenarios = _lone(scenarios, words)
    if not scenarios:
        raise click.UsageError("No scenario is left to play.")
    patience = Settings.patience * (SLOWER if options["slow"] else 1)
    # A server that others use may let in few clients at a time.
    settings = Settings(patience, options["repeat"], at_once=0 if subject.at is None else AT_RUNNING_SERVER)
    began = time.monotonic()
    try:
        with terminal.progress(what, len(scenarios), words) as finished:
            results = _run(check(what, scenarios, subject, settings, finished))
    except KeyboardInterrupt:
        raise click.Abort from None
    told = checked(what, results, subject.command or [f"{subject.at}"], time.monotonic() - began, words)
    _write(told, words, options)
    return 0 if is_acceptable(results) else 1


def _run(work: Coroutine[Any, Any, _Found]) -> _Found:
    """Waits for it. SIGTERM and a closed terminal stop it as Ctrl-C does, so that it ends all that it has started."""

    async def stoppable() -> _Found:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None  # noqa: S101 - this runs in one
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:  # nohup has SIGHUP ignored
                loop.add_signal_handler(number, task.cancel)
        return await work

    try:
        return asyncio.run(stoppable())
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


def _fuzz(what: Suite, subject: Subject, words: Words, options: dict[str, Any]) -> int:
    """Plays random histories, or one that was kept; prints the shortest that fails, and its steps."""
    if what.fuzz is None:
        raise click.UsageError(f"There are no random histories for {what.name} yet.")
    if subject.at is not None:
        raise click.UsageError("--fuzz and --history start the program again and again: they do not go with --at.")
    patience = Settings.patience * (SLOWER if options["slow"] else 1)
    if options["history"]:
        suite = history_suite(what, read_history(options["history"].read_text(encoding="utf-8")))
        results = _run(check(suite, suite.scenarios(), subject, Settings(patience), lambda _: None))
        _write(checked(suite, results, subject.command, results[0].seconds, words), words, options)
        return 0 if is_acceptable(results) else 1
    try:
        with terminal.counting(what) as tell:
            found = _run(fuzz(what, subject, options["fuzz"], options["seed"], patience, tell))
    except KeyboardInterrupt:
        raise click.Abort from None
    if found.result is None:
        click.echo(words("{n} random histories: none fails", n=found.histories))
        return 0
    suite = history_suite(what, found.steps)
    _write(checked(suite, [found.result], subject.command, options["fuzz"], words), words, options)
    text = write_history(what, found.steps, options["seed"])
    if options["save"]:
        options["save"].write_text(text, encoding="utf-8")
    if not options["json_"]:
        click.echo(text, nl=False)
    return 1


def _write(told: Checked, words: Words, options: dict[str, Any]) -> None:
    for option, text in (("junit", as_junit), ("html", as_html)):
        if options[option]:
            try:
                options[option].write_text(text(told, words), encoding="utf-8")
            except OSError as error:
                raise click.ClickException(f"{error.filename}: {error.strerror}") from None
    if options["json_"]:
        sys.stdout.buffer.write(as_json(told))
        return
    if options["github"]:
        click.echo(as_annotations(told, words), nl=False)
    terminal.write(told, Console(highlight=False, soft_wrap=True), words, verbose=options["verbose"])


def _chosen(what: Suite, only: Sequence[str]) -> list[Scenario]:
    scenarios = list(what.scenarios())
    if not only:
        return scenarios
    for pattern in only:
        if not any(_matches(scenario, pattern) for scenario in scenarios):
            try:
                what.find(pattern)
            except ValueError as error:
                raise click.BadParameter(f"{error}.", param_hint="'--only'") from None
    return [scenario for scenario in scenarios if any(_matches(scenario, pattern) for pattern in only)]


def _matches(scenario: Scenario, pattern: str) -> bool:
    return scenario.topic == pattern or fnmatch(scenario.name, pattern)


def _explain(what: Suite, name: str, words: Words) -> None:
    try:
        scenario = what.find(name)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--explain'") from None
    terminal.explain(what, scenario, _steps(scenario.script), Console(highlight=False, soft_wrap=True), words)


def _steps(script: Any) -> str:  # noqa: ANN401 - a function, or a partial of one
    """The source of a scenario: its function, what it is called with, and the functions among that."""
    given = getattr(script, "keywords", {})
    values = [f"# {name} = {f'{value!r}':.100}" for name, value in given.items() if not callable(value)]
    functions = (script, *(part for part in given.values() if callable(part)))
    sources = [dedent(inspect.getsource(getattr(function, "func", function))) for function in functions]
    return "\n".join((*values, *sources))


def _subject(what: Suite, options: dict[str, Any]) -> Subject:
    words, at = tuple(options["command"]), options["at"]
    if at is not None:
        if words or what.role != "server":
            raise click.UsageError("--at is for a server that is already running: give no command.")
        return Subject(at=at)
    if not words:
        raise click.UsageError(f"Missing the program: stolik check {what.name} -- COMMAND…")
    program = shutil.which(words[0])
    if program is None:
        raise click.UsageError(f"{words[0]!r} is not a program that can be run.")
    sandbox = None
    if options["sandbox"]:
        try:
            sandbox = find_sandbox(MEMORY, True)
        except NoSandbox as error:
            raise click.ClickException(str(error)) from None
    return Subject((os.path.abspath(program), *words[1:]), sandbox=sandbox, cwd=os.getcwd(), own=(os.getcwd(),))


def _knock(at: tuple[str, int]) -> None:
    try:
        socket.create_connection(at, Settings.patience).close()
    except OSError as error:
        raise click.ClickException(f"Nobody listens at {at[0]}:{at[1]}: {error.strerror or error}.") from None


def _lone(scenarios: Sequence[Scenario], words: Words) -> list[Scenario]:
    """What can be played at a server that runs already; tells how much that leaves out."""
    lone = [scenario for scenario in scenarios if scenario.lone]
    if left_out := len(scenarios) - len(lone):
        click.echo(words("left out, since they need a server that is started for them: {n}", n=left_out), err=True)
    return lone


def _usual_language() -> str:
    return next((os.environ[name][:2] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "en")
