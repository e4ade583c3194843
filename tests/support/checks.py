"""What a person who does not see, or does not see well, would stumble over on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Page

_CHECKS = (Path(__file__).parent / "checks.js").read_text()
_SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
FINGER = 44
"""Pixels that a finger needs."""

# Links in a sentence are as high as the sentence; a box to tick is as big as its label.
_TARGETS = """least => [...document.querySelectorAll(
    'button, select, input, textarea, summary, a.button, nav a, label:has(> [type=checkbox])')]
    .filter((one) => one.checkVisibility() && one.type !== 'checkbox' && !one.matches('.skip'))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && (height < least - 0.5 || width < least - 0.5))
    .map(([one, { width, height }]) => `${width} by ${height}: ${one.outerHTML.slice(0, 120)}`)"""


def faults(page: Page) -> list[str]:
    """Names, roles, contrast, and whether the page is wider than the window; empty when all is well."""
    found: list[str] = page.evaluate(_CHECKS)
    width, inner = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    return [*found, *([f"the page is {width} wide in a window of {inner}"] if width > inner else [])]


def faults_in_both_themes(page: Page) -> list[str]:
    """The faults in light and in dark colours."""
    found: list[str] = []
    for scheme in _SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {fault}" for fault in faults(page)]
    return found


def too_small(page: Page) -> list[str]:
    """What a finger could miss."""
    found: list[str] = page.evaluate(_TARGETS, FINGER)
    return found
