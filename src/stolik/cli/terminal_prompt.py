"""A terminal with a line to edit at its foot: history, completion and colour, while lines arrive above it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import HTML, StyleAndTextTuples
from prompt_toolkit.output import ColorDepth, Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output

from stolik.cli.terminal import colour_wanted

# How often what stands above the prompt is looked at again, in seconds: it may count seconds down.
REFRESH = 0.5


class Suggestions(Completer):
    """Completes what is typed to one of the words that make sense at this moment."""

    def __init__(self, words: Callable[[], Iterable[str]]) -> None:
        self._words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The words that begin with what is typed."""
        typed = document.text_before_cursor.lstrip()
        for word in self._words():
            if word.lower().startswith(typed.lower()):
                yield Completion(word, start_position=-len(typed))


def _output() -> Output:
    """The screen, never asked where its cursor is: the answer would be stale when lines arrive before it."""
    output = create_output()
    if isinstance(output, Vt100_Output):
        output.enable_cpr = False
    return output


class PromptTerminal:
    """A capable terminal, with a person at it."""

    def __init__(
        self,
        prompt: str,
        hint: str,
        words: Callable[[], Iterable[str]],
        stop: Callable[[], None],
        *,
        paint: Callable[[str], str] = str,
        status: Callable[[], str] | None = None,
    ) -> None:
        """`hint` stands where nothing is typed; `words` are what can be typed; `stop` is called at Ctrl-C.

        `paint` colours each line unless the person wants no colour; `status` is kept in sight above the prompt.
        """
        colour = colour_wanted()
        self._paint = paint if colour else str
        self._prompt = prompt
        self._status = status
        self._stop = stop
        self._shown: set[asyncio.Future[None]] = set()
        self._session: PromptSession[str] = PromptSession(
            completer=Suggestions(words),
            placeholder=HTML("<style fg='ansibrightblack'>{}</style>").format(hint),
            # The line being edited goes when it is done with: what was entered is said, what was not is nobody's.
            erase_when_done=True,
            refresh_interval=REFRESH if status else 0,
            output=_output(),
            color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
        )

    def say(self, lines: Sequence[str]) -> None:
        """Shows the lines above the one being edited."""
        text = "".join([f"{self._paint(line)}\n" for line in lines])
        shown = asyncio.ensure_future(run_in_terminal(lambda: self._write(text)))
        self._shown.add(shown)
        shown.add_done_callback(self._shown.discard)

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except OSError:
            self._stop()

    async def listen(self, typed: Callable[[str], None]) -> None:
        """Hands on each line typed. Ctrl-D ends the typing and not the game."""
        while True:
            try:
                line = await self._session.prompt_async(self._message, handle_sigint=False)
            except EOFError:
                return
            except KeyboardInterrupt:
                self._stop()
                return
            self.say([f"{self._prompt}{line}"])
            typed(line)
            # An answer comes before the next prompt.
            await self.settle()

    def _message(self) -> StyleAndTextTuples:
        # Not in a toolbar at the foot: that needs to know where the cursor is.
        status: StyleAndTextTuples = [("reverse", self._status()), ("", "\n")] if self._status else []
        return [*status, ("", self._prompt)]

    async def settle(self) -> None:
        """Returns when everything said has been shown."""
        while self._shown:
            await asyncio.wait(self._shown)
