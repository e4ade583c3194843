"""Writes `docs/checking-list.md` and its translation: `python -m tests.check.scenario_list`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from stolik.check.scenario import Suite
from stolik.check.suites import find_suite, suite_names
from stolik.check.telling import quote_of, title_of
from stolik.check.words import Words

DOCS: Final = Path(__file__).parents[2] / "docs"
HEADS: Final = {
    "en": """# What is checked

Every scenario of [`stolik check`](checking.md), by program and topic. `stolik check WHAT --explain NAME` shows the
sentence that a scenario checks, and its steps. A rubric of [`stolik grade`](grading.md) can name scenarios and topics.
`python -m tests.check.scenario_list` writes this page.
""",
    "pl": """# Co jest sprawdzane

Wszystkie scenariusze [`stolik check`](checking.md), według programu i tematu. `stolik check CO --explain NAZWA`
pokazuje zdanie, które scenariusz sprawdza, i jego kroki. Kryteria [`stolik grade`](grading.md) mogą wymieniać
scenariusze i tematy. Tę stronę pisze `python -m tests.check.scenario_list`.
""",
}
COLUMNS: Final = {
    "en": ("scenario", "what a right program does", "where the document says it"),
    "pl": ("scenariusz", "co robi poprawny program", "gdzie mówi o tym dokument"),
}


def page(language: str) -> str:
    """The list in one language."""
    return HEADS[language] + "".join(_suite(find_suite(name), language) for name in suite_names())


def file_of(language: str) -> Path:
    """Where the list in this language is kept."""
    return DOCS / ("checking-list.md" if language == "en" else f"checking-list.{language}.md")


def _suite(suite: Suite, language: str) -> str:
    words = Words(language, [suite.words])
    lines = [f"\n## {suite.name}\n", f"{title_of(suite, words)} ({len(list(suite.scenarios()))}).\n"]
    for topic in suite.topics:
        # The names of topics are typed after `--only`: they are not translated.
        lines += [f"### {suite.name}: {topic.name}\n", _row(COLUMNS[language]), "|---|---|---|"]
        for scenario in topic.scenarios:
            heading = quote_of(suite, scenario, words).heading
            lines.append(_row((f"`{scenario.name}`", words(scenario.title), heading)))
        lines.append("")
    return "\n".join(lines)


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ") for cell in cells) + " |"


def main() -> None:
    """Writes the list in every language that it has a page in."""
    for language in HEADS:
        file_of(language).write_text(page(language), encoding="utf-8")


if __name__ == "__main__":
    main()
