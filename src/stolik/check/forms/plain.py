"""A fault as plain text, for the forms that have a place for a text."""

from __future__ import annotations

from stolik.check.telling import Telling
from stolik.check.words import Words

SHOWN_ENTRIES = 40
_ARROWS = {"sent": "->", "came": "<-", "note": " ."}


def details(one: Telling, words: Words) -> str:
    """Everything about a fault: the exchange, what was expected, what came, the quotation, a likely cause."""
    lines = [
        f"{entry.at:8.3f} {entry.who:>8} {_ARROWS[entry.way]} {entry.text}" for entry in one.exchange[-SHOWN_ENTRIES:]
    ]
    if one.expected:
        lines += [f"{words('expected')}: {one.expected}", f"{words('but')}: {one.came}"]
    lines += list(one.remarks)
    lines.append(f"{words('the document')}: „{one.quote.text}” ({one.quote.document}: {one.quote.heading})")
    if one.quote.translation:
        lines.append(f"  {one.quote.translation}")
    if one.cause:
        lines.append(f"{words('likely cause')}: {one.cause}")
    if one.stderr.strip():
        lines.append(f"stderr: {one.stderr.strip()}")
    return "\n".join(lines)
