"""A check as annotations of a GitHub workflow: each fault is shown on the page of the commit."""

from __future__ import annotations

from stolik.check.forms.plain import details
from stolik.check.telling import Checked
from stolik.check.verdicts import Verdict
from stolik.check.words import Words

_LEVELS = {Verdict.FAIL: "error", Verdict.UNSTEADY: "error", Verdict.ADVICE: "notice", Verdict.NOT_REACHED: "warning"}


def as_annotations(checked: Checked, words: Words) -> str:
    """One workflow command a line for each verdict that somebody should look at."""
    lines = []
    for one in checked.results:
        level = _LEVELS.get(one.verdict)
        if level is not None:
            title = f"{checked.what} {one.scenario}: {one.title}"
            lines.append(f"::{level} title={_property(title)}::{_data(details(one, words))}\n")
    return "".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
