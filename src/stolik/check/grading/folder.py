"""The folder of a grading: a result for each submission, so that it can be resumed, and what teachers send on."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from html import escape
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec

from stolik.check.forms.html import as_html
from stolik.check.grading.grade import Graded
from stolik.check.scenario import Suite
from stolik.check.telling import checked
from stolik.check.verdicts import Verdict
from stolik.check.words import Words

# Two submissions are similar when they fail this share of scenarios in common, and at least so many.
SIMILAR: Final = 0.8
LEAST_COMMON: Final = 3
# Scenarios that fail, in the one line about a submission.
NAMED: Final = 5


class GradeFolder:
    """Where a grading keeps its results."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._results = path / "results"
        self._results.mkdir(parents=True, exist_ok=True)

    def done(self) -> dict[str, Graded]:
        """The submissions that were graded already, by name. A file that was cut short is graded again."""
        found = {}
        for file in sorted(self._results.glob("*.json")):
            try:
                graded = msgspec.json.decode(file.read_bytes(), type=Graded)
            except msgspec.DecodeError:
                continue
            found[graded.name] = graded
        return found

    def keep(self, graded: Graded) -> None:
        """Writes a result, whole or not at all."""
        file = self._results / f"{_file_name(graded.name)}.json"
        beside = file.with_suffix(".new")
        beside.write_bytes(msgspec.json.encode(graded))
        beside.rename(file)

    def write(self, suite: Suite, all_graded: Sequence[Graded], words: Words) -> None:
        """Writes the tables, and one page for each submission."""
        for name, text in (
            ("grades.csv", grades_csv(all_graded)),
            ("moodle.csv", moodle_csv(all_graded, words)),
            ("usos.csv", usos_csv(all_graded, words)),
            ("similar.csv", similar_csv(all_graded)),
        ):
            (self.path / name).write_text(text, encoding="utf-8")
        pages = self.path / "pages"
        pages.mkdir(exist_ok=True)
        for graded in all_graded:
            (pages / f"{_file_name(graded.name)}.html").write_text(page(suite, graded, words), encoding="utf-8")


def _file_name(name: str) -> str:
    """The name with nothing that could leave the folder."""
    return "".join(char if char.isalnum() or char in "-_.@ " else "_" for char in name).strip(".") or "_"


def _csv(rows: Iterable[Sequence[object]], delimiter: str = ",") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return text.getvalue()


def grades_csv(all_graded: Sequence[Graded]) -> str:
    """A row for each submission: the points of each part, and together."""
    parts = list(all_graded[0].points) if all_graded else []
    rows = [["name", *parts, "total", "of", "fails", "fault"]]
    for one in all_graded:
        fault = one.fault.partition("\n")[0]
        points = [f"{one.points.get(part, 0):g}" for part in parts]
        rows.append([one.name, *points, f"{one.total:g}", f"{one.most:g}", str(len(one.failed)), fault])
    return _csv(rows)


def moodle_csv(all_graded: Sequence[Graded], words: Words) -> str:
    """For Moodle's import of grades: who, the grade, and words."""
    rows = ([one.name, f"{one.total:g}", feedback(one, words)] for one in all_graded)
    return _csv([["username", "grade", "feedback"], *rows])


def usos_csv(all_graded: Sequence[Graded], words: Words) -> str:
    """For USOS: who, points with a decimal comma, and words, with semicolons between them."""
    rows = ([one.name, f"{one.total:g}".replace(".", ","), feedback(one, words)] for one in all_graded)
    return _csv([["login", "punkty", "komentarz"], *rows], ";")


def feedback(one: Graded, words: Words) -> str:
    """One line about a submission."""
    if one.fault:
        return words(one.fault.partition("\n")[0])
    failed = sorted(one.failed)
    names, more = ", ".join(failed[:NAMED]), len(failed) - NAMED
    if more > 0:
        told = words("fails: {names} and {n} more", names=names, n=more)
    else:
        told = words("fails: {names}", names=names) if failed else words("nothing fails")
    missed = [result for result in one.results if result.verdict is Verdict.NOT_REACHED and result.blames_program]
    unplayed = sum(result.seconds == 0 for result in missed)
    if unplayed:
        told += "; " + words("{n} scenarios were not played: the page says why", n=unplayed)
    return told


def similar(all_graded: Sequence[Graded]) -> list[tuple[str, str, int, float]]:
    """Pairs that fail the same scenarios: names, how many in common, and their share; most alike first."""
    found = []
    for one, other in combinations(all_graded, 2):
        common = one.failed & other.failed
        share = len(common) / len(one.failed | other.failed) if common else 0.0
        if len(common) >= LEAST_COMMON and share >= SIMILAR:
            found.append((one.name, other.name, len(common), round(share, 3)))
    return sorted(found, key=lambda pair: (-pair[3], -pair[2], pair[0]))


def similar_csv(all_graded: Sequence[Graded]) -> str:
    """Who fails the same scenarios."""
    return _csv([["one", "other", "fails in common", "share"], *similar(all_graded)])


def page(suite: Suite, graded: Graded, words: Words) -> str:
    """The page for one student: points, and every scenario."""
    told = checked(suite, graded.results, [graded.name], sum(result.seconds for result in graded.results), words)
    rows = "".join(f"<tr><td>{escape(part)}</td><td>{points:g}</td></tr>" for part, points in graded.points.items())
    total = f"<tr><th>{escape(words('together'))}</th><th>{graded.total:g} / {graded.most:g}</th></tr>"
    why, end, output = graded.fault.partition("\n")
    fault = f"<pre>{escape(words(why) + end + output)}</pre>" if why else ""
    return as_html(told, words, heading=f"{graded.name}: {suite.name}", before=f"<table>{rows}{total}</table>{fault}")
