"""A check as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from stolik.check.telling import Checked, Telling, count
from stolik.check.verdicts import Verdict
from stolik.check.words import Words

_MARKS = {
    Verdict.PASS: "✓",
    Verdict.FAIL: "✗",
    Verdict.ADVICE: "!",
    Verdict.ALLOWED: "≈",
    Verdict.NOT_REACHED: "–",
    Verdict.UNSTEADY: "~",
}
_ORDER = (
    Verdict.FAIL,
    Verdict.UNSTEADY,
    Verdict.NOT_REACHED,
    Verdict.ADVICE,
    Verdict.ALLOWED,
    Verdict.PASS,
)
_ARROWS = {"sent": "→", "came": "←", "note": "·"}


def as_html(checked: Checked, words: Words, *, heading: str = "", before: str = "") -> str:
    """The page; `heading` replaces the title, and `before` is HTML that stands above the scenarios."""
    title = heading or f"stolik check {checked.what}"
    counts = " ".join(
        f'<span class="mark {_class(verdict)}">{_MARKS[verdict]} '
        f"{escape(count(verdict.value, checked.counts[verdict.value], words))}</span>"
        for verdict in _ORDER
        if checked.counts[verdict.value]
    )
    body = "\n".join(_one(one, words) for one in _sorted(checked.results))
    return _PAGE.format(
        language=checked.language,
        title=escape(title),
        style=_STYLE,
        facts=f"<p>{escape(checked.title)} · <code>{escape(checked.command)}</code> · {checked.seconds:.1f} s</p>",
        counts=counts,
        before=before,
        body=body,
    )


def _sorted(results: Iterable[Telling]) -> list[Telling]:
    return sorted(results, key=lambda one: _ORDER.index(one.verdict))


def _class(verdict: Verdict) -> str:
    return verdict.value.replace(" ", "-")


def _one(one: Telling, words: Words) -> str:
    is_open = " open" if one.verdict in (Verdict.FAIL, Verdict.UNSTEADY) else ""
    mark = f'<span class="mark {_class(one.verdict)}">{_MARKS[one.verdict]} {escape(words(one.verdict.value))}</span>'
    head = f"<summary>{mark} <b>{escape(one.scenario)}</b> {escape(one.title)}</summary>"
    return f"<details{is_open}>{head}{_inside(one, words)}</details>"


def _inside(one: Telling, words: Words) -> str:
    parts = [f"<p>{escape(remark)}</p>" for remark in one.remarks]
    if one.expected:
        who = f" ({escape(one.who)})" if one.who else ""
        parts.append(
            f"<p><b>{escape(words('expected'))}{who}:</b> <code>{escape(one.expected)}</code><br>"
            f"<b>{escape(words('but'))}:</b> <code>{escape(one.came)}</code></p>"
        )
    if one.cause:
        parts.append(f"<p><b>{escape(words('likely cause'))}:</b> {escape(one.cause)}</p>")
    quote = one.quote
    translation = f"<p>{escape(quote.translation)}</p>" if quote.translation else ""
    parts.append(
        f'<blockquote><p lang="{quote.language}">{escape(quote.text)}</p>{translation}'
        f"<footer>{escape(quote.document)}: {escape(quote.heading)}</footer></blockquote>"
    )
    if one.exchange:
        rows = "".join(
            f'<tr class="{entry.way}"><td>{entry.at:.3f}</td><td>{escape(entry.who)}</td>'
            f"<td>{_ARROWS[entry.way]}</td><td>{escape(entry.text)}</td></tr>"
            for entry in one.exchange
        )
        parts.append(f"<table>{rows}</table>")
    if one.stderr.strip():
        parts.append(f"<p><b>stderr</b></p><pre>{escape(one.stderr.strip())}</pre>")
    return "".join(parts)


_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
details { border-top: 1px solid #8886; padding: .4rem 0; }
summary { cursor: pointer; }
.mark { font-weight: 600; padding: 0 .4em; border-radius: .3em; border: 1px solid; white-space: nowrap; }
.pass { color: #18794e; } .fail { color: #c62a2f; } .advice { color: #946800; }
.allowed { color: #0b68cb; } .not-reached { color: #793aaf; } .unsteady { color: #b54a00; }
@media (prefers-color-scheme: dark) {
  .pass { color: #4cc38a; } .fail { color: #ff8589; } .advice { color: #f0c000; }
  .allowed { color: #52a9ff; } .not-reached { color: #bf7af0; } .unsteady { color: #ff8b3e; }
}
table { border-collapse: collapse; font: .85rem/1.4 ui-monospace, monospace; display: block; overflow-x: auto; }
td { padding: 0 .6em 0 0; vertical-align: top; white-space: nowrap; }
td:last-child { white-space: normal; overflow-wrap: anywhere; }
td:first-child { text-align: right; opacity: .7; }
tr.note { opacity: .7; }
blockquote { border-left: 3px solid #8886; margin: .5rem 0; padding-left: 1rem; }
blockquote p { margin: .2rem 0; } footer { opacity: .75; font-size: .85rem; }
pre { overflow-x: auto; }
"""

_PAGE = """<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>{style}</style></head>
<body><h1>{title}</h1>{facts}<p>{counts}</p>{before}
{body}
</body></html>
"""
