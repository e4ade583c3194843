"""A terminal with a prompt on its last line, with history, completion and colour; messages appear above it."""

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

from stolik.cli.terminal.terminal import colour_wanted

YES = ("y", "yes", "t", "tak", "a", "ano")
"""Yes in English, Polish and Czech."""
# Seconds between updates of the status line, which may count seconds down.
REFRESH = 0.5


class Suggestions(Completer):
    """Completes the typed text to one of the words that are possible now."""

    def __init__(self, words: Callable[[], Iterable[str]]) -> None:
        self._words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The words that begin with the typed text."""
        typed = document.text_before_cursor.lstrip()
        for word in self._words():
            if word.lower().startswith(typed.lower()):
                yield Completion(word, start_position=-len(typed))


def _output() -> Output:
    """The screen, without cursor position requests: the answer could be out of date when lines have arrived."""
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
        leave: str = "",
    ) -> None:
        """`hint` is shown while nothing is typed; `words` are the completions; `stop` is called at Ctrl-C.

        `paint` colours each line, if colour is allowed; `status` is a line that is always shown above the prompt.
        `leave` is a question that Ctrl-D asks: yes, or Ctrl-D again, calls `stop`. Without it, Ctrl-D ends the input.
        """
        colour = colour_wanted()
        self._paint = paint if colour else str
        self._prompt = prompt
        self._status = status
        self._stop = stop
        self._leave = leave
        self._shown: set[asyncio.Future[None]] = set()
        output = _output()
        depth = None if colour else ColorDepth.DEPTH_1_BIT
        self._session: PromptSession[str] = PromptSession(
            completer=Suggestions(words),
            placeholder=HTML("<style fg='ansibrightblack'>{}</style>").format(hint),
            # The edited line is erased at the end: an entered line is printed again, an unfinished one is dropped.
            erase_when_done=True,
            enable_suspend=True,  # Ctrl-Z
            refresh_interval=REFRESH if status else 0,
            output=output,
            color_depth=depth,
        )
        # Without the hint, the completions and the history, which are about moves.
        self._question: PromptSession[str] = PromptSession(
            erase_when_done=True, enable_suspend=True, output=output, color_depth=depth
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
        """Calls `typed` with each line. Ctrl-D asks whether to leave, where there is such a question."""
        while True:
            try:
                line = await self._session.prompt_async(self._message, handle_sigint=False)
            except EOFError:
                if not self._leave:
                    return
                if await self._wants_to_leave():
                    self._stop()
                    return
                continue
            except KeyboardInterrupt:
                self._stop()
                return
            self.say([f"{self._prompt}{line}"])
            typed(line)
            # The answer is printed before the next prompt.
            await self.settle()

    async def _wants_to_leave(self) -> bool:
        try:
            answer = await self._question.prompt_async(self._leave, handle_sigint=False)
        except (EOFError, KeyboardInterrupt):
            return True
        return answer.strip().lower() in YES

    def _message(self) -> StyleAndTextTuples:
        # Not a bottom toolbar: that needs the cursor's position.
        status: StyleAndTextTuples = [("reverse", self._status()), ("", "\n")] if self._status else []
        return [*status, ("", self._prompt)]

    async def settle(self) -> None:
        """Returns when everything said has been shown."""
        while self._shown:
            await asyncio.wait(self._shown)
