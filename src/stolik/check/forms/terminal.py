"""A check on a terminal: a line for each verdict that needs one, and all that is known of each fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from stolik.check.runner import Finished
from stolik.check.scenario import Scenario, Suite
from stolik.check.telling import Checked, Telling, TellingQuote, count, quote_of
from stolik.check.verdicts import Entry, Result, Verdict
from stolik.check.words import Words

STYLES = {
    Verdict.PASS: "green",
    Verdict.FAIL: "bold red",
    Verdict.ADVICE: "yellow",
    Verdict.ALLOWED: "cyan",
    Verdict.NOT_REACHED: "magenta",
    Verdict.UNSTEADY: "bold yellow",
}
# Lines of an exchange before the fault; --json and --html have more.
SHOWN_ENTRIES = 30
_ARROWS = {"sent": "→", "came": "←", "note": "·"}


@contextmanager
def progress(suite: Suite, total: int, words: Words) -> Iterator[Finished]:
    """A progress bar on stderr, if that is a terminal; yields what to call with each result."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    bar = Progress(
        TextColumn(suite.name),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=total)
        fails = 0

        def finished(result: Result) -> None:
            nonlocal fails
            fails += result.verdict in (Verdict.FAIL, Verdict.UNSTEADY)
            said = f"[bold red]{fails} {words('fail')}[/]" if fails else ""
            bar.update(task, advance=1, description=said)

        yield finished


@contextmanager
def counting(suite: Suite) -> Iterator[Callable[[int], None]]:
    """A count of histories on stderr, if that is a terminal; yields what to call with the number."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (TextColumn(f"{suite.name} --fuzz"), TextColumn("{task.completed}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda number: bar.update(task, completed=number)


def write(checked: Checked, console: Console, words: Words, *, verbose: bool = False) -> None:
    """Prints the whole check: what passed in one number, everything else in words."""
    for one in checked.results:
        if one.verdict is not Verdict.PASS or verbose:
            _write_one(one, console, words, verbose=verbose)
    _write_sum(checked, console, words)


def _write_one(one: Telling, console: Console, words: Words, *, verbose: bool) -> None:
    style = STYLES[one.verdict]
    console.print(f"[{style}]{words(one.verdict.value):<11}[/] [bold]{escape(one.scenario)}[/]  {escape(one.title)}")
    if one.verdict in (Verdict.FAIL, Verdict.UNSTEADY):
        _write_fault(one, console, words)
    else:
        for remark in one.remarks:
            console.print(f"            {escape(remark)}")
    if verbose and one.verdict not in (Verdict.FAIL, Verdict.UNSTEADY):
        _write_exchange(one.exchange, console)


def _write_fault(one: Telling, console: Console, words: Words) -> None:
    if one.runs:
        console.print(f"  {words('runs')}: {', '.join(words(verdict.value) for verdict in one.runs)}")
    _write_exchange(one.exchange, console)
    who = f" ({one.who})" if one.who else ""
    if one.expected:
        console.print(f"  [bold]{words('expected')}[/]{escape(who)}: {escape(one.expected)}")
        console.print(f"  [bold]{words('but')}[/]: [red]{escape(one.came)}[/]")
    for remark in one.remarks:
        console.print(f"  {escape(remark)}")
    write_quote(one.quote, console, words)
    if one.cause:
        console.print(f"  [bold]{words('likely cause')}[/]: {escape(one.cause)}")
    if one.stderr.strip():
        console.print(f"  [bold]stderr[/]: {escape(one.stderr.strip()[-600:])}")
    console.print()


def write_quote(quote: TellingQuote, console: Console, words: Words) -> None:
    """The sentence of the document, where it stands, and what it means."""
    console.print(f"  [bold]{words('the document')}[/]: „{escape(quote.text)}”")
    console.print(f"    [dim]{escape(quote.document)}: {escape(quote.heading)}[/]")
    if quote.translation:
        console.print(f"    [italic]{escape(quote.translation)}[/]")


def _write_exchange(exchange: Sequence[Entry], console: Console) -> None:
    for entry in exchange[-SHOWN_ENTRIES:]:
        text = f"  [dim]{entry.at:8.3f}[/] {escape(entry.who or '-'):>8} {_ARROWS[entry.way]} {escape(entry.text)}"
        console.print(text, style="" if entry.way != "note" else "dim")


def _write_sum(checked: Checked, console: Console, words: Words) -> None:
    counts = ", ".join(
        f"[{STYLES[Verdict(name)]}]{count(name, number, words)}[/]" for name, number in checked.counts.items() if number
    )
    console.print(f"{escape(checked.title)}: {counts}  [dim]({checked.seconds:.1f} s)[/]")


def write_list(suite: Suite, scenarios: Sequence[Scenario], console: Console, words: Words) -> None:
    """The names and titles, topic by topic: in columns on a terminal, and otherwise one line for each scenario."""
    for topic, found in groupby(scenarios, key=lambda scenario: scenario.topic):
        # --only and rubrics take the English name.
        translated = "" if words(topic) == topic else f"  {words(topic)}"
        console.print(f"[bold]{escape(topic)}[/]{escape(translated)}")
        rows = [(f"  {scenario.name:<36}", escape(words(scenario.title))) for scenario in found]
        if console.is_terminal:
            columns = Table.grid(padding=(0, 1))
            columns.add_column(no_wrap=True)
            for row in rows:
                columns.add_row(*row)
            console.print(columns)
        else:
            console.print("\n".join(f"{name} {title}" for name, title in rows), soft_wrap=True)
    console.print(words("{n} scenarios for {what}", n=len(scenarios), what=suite.name))


def explain(suite: Suite, scenario: Scenario, source: str, console: Console, words: Words) -> None:
    """All that is known of one scenario: title, quotation, steps, likely causes."""
    console.print(f"[bold]{scenario.name}[/]  {escape(words(scenario.title))}")
    write_quote(quote_of(suite, scenario, words), console, words)
    for kind, cause in ({"": scenario.cause} | dict(scenario.causes)).items():
        if cause:
            after = f" ({words(str(kind))})" if kind else ""
            console.print(f"  [bold]{words('likely cause')}[/]{after}: {escape(words(cause))}")
    console.print(f"  [bold]{words('steps')}[/]:")
    console.print(escape(source), highlight=False)
