"""Chooses the terminal and the ink for a person."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from io import TextIOWrapper

from stolik.cli.terminal.ink import PLAIN, Ink
from stolik.cli.terminal.terminal import PlainTerminal, Terminal, colour_wanted, is_capable


def ink_for() -> Ink:
    """Uses colour only on a terminal and if allowed; draws discs as discs if the encoding has them."""
    if not (is_capable() and colour_wanted()):
        return PLAIN
    return Ink(colour=True, shapes=sys.stdout.encoding.lower().replace("-", "") == "utf8")


def open_terminal(
    prompt: str,
    hint: str,
    words: Callable[[], Iterable[str]],
    stop: Callable[[], None],
    status: Callable[[], str] | None = None,
) -> Terminal:
    """A prompt with completion if the terminal can do it, else plain lines; `stop` is called at Ctrl-C."""
    if isinstance(sys.stdout, TextIOWrapper):
        # A name may have letters that are not in this terminal's encoding.
        sys.stdout.reconfigure(errors="replace")
    if not is_capable():
        return PlainTerminal(stop)
    # Imported here, because it is slow to import and only a person at a terminal needs it.
    from stolik.cli.terminal.prompt import PromptTerminal

    return PromptTerminal(prompt, hint, words, stop, status=status)
