"""The program under test, as a process: started, listened to, and ended with all that it started."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from stolik.check.exchange import Exchange
from stolik.check.pace import Pace
from stolik.check.verdicts import Fault, FaultKind, NotReached, Phrase, phrase
from stolik.tournament.sandbox.bubblewrap import Sandbox
from stolik.tournament.sandbox.places import Guest
from stolik.tournament.sandbox.process_tree import family, memory

# Bytes of each stream that are kept: far more than a report has, far less than memory.
MOST_OUTPUT: Final = 8 * 1024 * 1024
SHOWN_STDERR: Final = 2000
CHUNK: Final = 64 * 1024


@dataclass(frozen=True)
class Subject:
    """What is checked: a command that is started for each scenario, or a server that is already running."""

    command: tuple[str, ...] = ()
    at: tuple[str, int] | None = None
    sandbox: Sandbox | None = None
    cwd: str = "."

    def placeholders(self, names: Sequence[str]) -> tuple[str, ...]:
        """Which of these names stand in braces in the command."""
        return tuple(name for name in names if any(f"{{{name}}}" in word for word in self.command))

    def filled(self, values: Mapping[str, str]) -> list[str]:
        """The command with the values in the place of their names in braces."""
        words = list(self.command)
        for name, value in values.items():
            words = [word.replace(f"{{{name}}}", value) for word in words]
        return words


class _Output:
    """One output stream: kept up to a limit, and read on, so that the program never waits for us."""

    def __init__(self, stream: asyncio.StreamReader, changed: asyncio.Event) -> None:
        self.data = bytearray()
        self.ended = False
        self._stream = stream
        self._changed = changed

    async def read(self) -> None:
        while chunk := await self._stream.read(CHUNK):
            if len(self.data) < MOST_OUTPUT:
                self.data += chunk
            self._changed.set()
        self.ended = True
        self._changed.set()


class Program:
    """A started program. Whoever makes one calls `end`."""

    def __init__(self, process: asyncio.subprocess.Process, pace: Pace, exchange: Exchange, *, piped: bool) -> None:
        self.process = process
        self._pace = pace
        self._exchange = exchange
        self._changed = asyncio.Event()
        self._tasks = [asyncio.create_task(self._wait())]
        self._stdout: _Output | None = None
        if process.stdout is not None and not piped:
            self._stdout = self._follow(process.stdout)
        self._stderr = self._follow(process.stderr) if process.stderr is not None else None
        self.exited = False

    def _follow(self, stream: asyncio.StreamReader) -> _Output:
        output = _Output(stream, self._changed)
        self._tasks.append(asyncio.create_task(output.read()))
        return output

    async def _wait(self) -> None:
        code = await self.process.wait()
        self.exited = True
        self._exchange.note("", f"the program ended: {_exit_words(code)}")
        self._changed.set()

    @property
    def stdout(self) -> bytes:
        """What it has printed so far."""
        return bytes(self._stdout.data) if self._stdout else b""

    @property
    def stderr(self) -> str:
        """The end of what it has written on its standard error."""
        return self._stderr.data[-SHOWN_STDERR:].decode("utf-8", "replace") if self._stderr else ""

    @property
    def crash(self) -> int | None:
        """The signal that ended the program, unless it was one that people send."""
        code = self.process.returncode
        if code is None or code >= 0 or -code in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            return None
        return -code

    async def type(self, text: str) -> None:
        """Types on its standard input."""
        self._exchange.sent("stdin", text)
        if self.process.stdin is not None:
            with contextlib.suppress(ConnectionError):
                self.process.stdin.write(text.encode())
                await self.process.stdin.drain()

    async def close_stdin(self) -> None:
        """Ends its standard input."""
        if self.process.stdin is not None:
            self._exchange.note("stdin", "the checker closes the standard input")
            self.process.stdin.close()

    async def printed(self, text: str, expected: Phrase, seconds: float | None = None) -> None:
        """Waits until the text is in its standard output; raises Fault."""
        wanted = text.encode()
        if not await self._pace.until(self._changed, lambda: wanted in self.stdout or self._quiet(), seconds):
            raise Fault(FaultKind.REPORT, expected, Phrase("it was not printed"), "stdout")
        if wanted not in self.stdout:
            raise Fault(FaultKind.REPORT, expected, Phrase("the program ended without printing it"), "stdout")

    def _quiet(self) -> bool:
        return self._stdout is None or self._stdout.ended

    async def expect_exit(self, *codes: int, seconds: float | None = None) -> int:
        """The program ends with one of these codes; raises Fault."""
        wanted = phrase("the program ends with exit code {codes}", codes=" or ".join(map(str, codes)))
        if (
            not await self._pace.until(self._changed, lambda: self.exited and self._quiet(), seconds)
            and not self.exited
        ):
            raise Fault(FaultKind.EXIT, wanted, Phrase("it is still running"))
        code = self.process.returncode or 0
        if code not in codes:
            kind = FaultKind.CRASHED if self.crash else FaultKind.EXIT
            raise Fault(kind, wanted, phrase("it ended: {how}", how=_exit_words(code)))
        return code

    async def expect_running(self, seconds: float = 0.2) -> None:
        """The program does not end within a moment; raises Fault."""
        if await self._pace.until(self._changed, lambda: self.exited, seconds):
            how = _exit_words(self.process.returncode or 0)
            kind = FaultKind.CRASHED if self.crash else FaultKind.EXIT
            raise Fault(kind, Phrase("the program goes on"), phrase("it ended: {how}", how=how))

    def memory(self) -> int:
        """Bytes of memory that it and all that it started use."""
        return memory(family(self.process.pid), 1 << 62)

    def send_signal(self, number: int) -> None:
        """Sends it a signal, if it runs."""
        if not self.exited:
            self._exchange.note("", f"the checker sends {signal.Signals(number).name}")
            self.process.send_signal(number)

    async def end(self) -> None:
        """Kills the program and all that it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _exit_words(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


async def start(
    words: Sequence[str], subject: Subject, pace: Pace, exchange: Exchange, *, piped: bool = False
) -> Program:
    """Starts the program with its whole command line; raises NotReached."""
    exchange.note("", "started: " + " ".join(words))
    pipe = asyncio.subprocess.PIPE
    whole = list(words)
    environment = None
    if subject.sandbox is not None:
        program = shutil.which(whole[0]) or whole[0]
        program = str(Path(subject.cwd, program).absolute())
        whole = subject.sandbox.command(Guest([program, *whole[1:]], subject.cwd, own=[subject.cwd]))
        environment = subject.sandbox.environment({})
    try:
        process = await asyncio.create_subprocess_exec(
            *whole, stdin=pipe, stdout=pipe, stderr=pipe, cwd=subject.cwd, env=environment, process_group=0
        )
    except OSError as error:
        why = phrase("{program} cannot be started: {why}", program=words[0], why=error.strerror or error)
        raise NotReached(why) from None
    return Program(process, pace, exchange, piped=piped)
