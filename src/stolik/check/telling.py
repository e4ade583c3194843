"""Results in words: what every form of report writes, in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.metadata import version

from msgspec import Struct
from msgspec.structs import replace

from stolik.check.scenario import Scenario, Suite
from stolik.check.verdicts import Entry, Result, Verdict, is_acceptable
from stolik.check.words import Words
from stolik.contract.page_folder import words_in


class TellingQuote(Struct, frozen=True):
    """The sentence that a scenario checks."""

    text: str
    document: str
    heading: str
    language: str
    translation: str


class Telling(Struct, frozen=True):
    """A scenario and its verdict in words."""

    scenario: str
    topic: str
    title: str
    verdict: Verdict
    quote: TellingQuote
    seconds: float
    expected: str
    came: str
    who: str
    cause: str
    remarks: tuple[str, ...]
    exchange: tuple[Entry, ...]
    stderr: str
    runs: tuple[Verdict, ...]


class Checked(Struct, frozen=True):
    """A whole check in words."""

    what: str
    title: str
    command: str
    stolik: str
    language: str
    passed: bool
    """Whether the exit code is 0."""
    seconds: float
    counts: dict[str, int]
    results: tuple[Telling, ...]


def title_of(suite: Suite, words: Words) -> str:
    """What is checked, with the game's title in this language."""
    titles = {} if suite.page is None else {"game": words_in(suite.page, words.language).get("title")}
    return words(suite.title, **{name: titles.get(name) or value for name, value in suite.values.items()})


def quote_of(suite: Suite, scenario: Scenario, words: Words) -> TellingQuote:
    """The quotation, with a translation where the reader has another language."""
    quote = scenario.quote
    language = suite.document_language
    translation = (
        "" if words.language == language else quote.translations.get(words.language, quote.translations.get("en", ""))
    )
    return TellingQuote(quote.text, suite.document, quote.heading, language, translation)


def tell(suite: Suite, result: Result, words: Words) -> Telling:
    """One result in words."""
    scenario = suite.find(result.scenario)
    return Telling(
        scenario.name,
        words(scenario.topic),
        words(scenario.title),
        result.verdict,
        quote_of(suite, scenario, words),
        result.seconds,
        words.say(result.expected),
        words.say(result.came),
        result.who,
        words(result.cause),
        tuple(words.say(remark) for remark in result.remarks),
        tuple(_translated(entry, words) for entry in result.exchange),
        result.stderr,
        result.runs,
    )


def _translated(entry: Entry, words: Words) -> Entry:
    """What the checker noted is translated; what was sent and what came is not."""
    return replace(entry, text=words(entry.text)) if entry.way == "note" else entry


def count(verdict: str, number: int, words: Words) -> str:
    """How many scenarios have a verdict, in words. A number before them would need Polish and Czech plurals."""
    word = words(verdict)
    return f"{number} {word}" if words.language == "en" else f"{word}: {number}"


def checked(suite: Suite, results: Sequence[Result], command: Iterable[str], seconds: float, words: Words) -> Checked:
    """All results in words."""
    counts = Counter(result.verdict.value for result in results)
    return Checked(
        suite.name,
        title_of(suite, words),
        " ".join(command),
        version("stolik"),
        words.language,
        is_acceptable(tuple(results)),
        round(seconds, 1),
        {verdict.value: counts[verdict.value] for verdict in Verdict},
        tuple(tell(suite, result, words) for result in results),
    )
