"""Which terminal a person has, and which ink suits it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from io import TextIOWrapper

from stolik.cli.ink import PLAIN, Ink
from stolik.cli.terminal import PlainTerminal, Terminal, colour_wanted, is_capable


def ink_for() -> Ink:
    """Colour only on a terminal whose person wants it; discs drawn as discs where its encoding has them."""
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
    """A prompt with completion where there can be one, plain lines elsewhere; `stop` is called at Ctrl-C."""
    if isinstance(sys.stdout, TextIOWrapper):
        # A name may have letters that this terminal's encoding has not.
        sys.stdout.reconfigure(errors="replace")
    if not is_capable():
        return PlainTerminal(stop)
    # Only a person at a terminal waits for this library to load.
    from stolik.cli.terminal_prompt import PromptTerminal

    return PromptTerminal(prompt, hint, words, stop, status=status)
