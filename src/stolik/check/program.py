"""The program under test, as a process: started, listened to, and ended with all that it started."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from glob import glob
from itertools import islice
from pathlib import Path
from typing import Final

from stolik.check.exchange import Exchange
from stolik.check.pace import Pace
from stolik.check.verdicts import Fault, FaultKind, Phrase, phrase
from stolik.tournament.sandbox.bubblewrap import Sandbox
from stolik.tournament.sandbox.process_tree import family, memory, state

# Bytes of each stream that are read: far more than a report has, far less than memory.
MOST_OUTPUT: Final = 8 * 1024 * 1024
SHOWN_STDERR: Final = 2000
CHUNK: Final = 64 * 1024
# Seconds in which a program that was killed is gone: more only if something that it started still holds its output.
END_TIME: Final = 10.0
# Processes of one program: more than any server of a course needs, and few enough for a machine to go on.
MOST_PROCESSES: Final = 100
COUNT_EVERY: Final = 0.2
# Seconds in which a process that was stopped does not run any more, and seconds between two looks at it.
STOP_TIME: Final = 1.0
STOP_LOOK: Final = 0.002
# An exit code above this means a signal, to a shell and to a sandbox.
SIGNALS: Final = 128
# The exit code of a shell, and of a sandbox, for a program that is not there.
MISSING: Final = 127
_EXIT_CODES: Final = range(256)
"""All codes with which a program can end by itself."""


@dataclass(frozen=True)
class Subject:
    """What is checked: a command that is started for each scenario, or a server that is already running."""

    command: tuple[str, ...] = ()
    at: tuple[str, int] | None = None
    sandbox: Sandbox | None = None
    cwd: str = "."
    own: tuple[str, ...] = ()
    """The folders that the program can read in a sandbox."""

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
    """One output stream, read up to a limit: a program that floods then waits for us, and costs nothing more."""

    def __init__(self, stream: asyncio.StreamReader, changed: asyncio.Event, flooded: Callable[[], None]) -> None:
        """`flooded` is called when the limit is reached."""
        self.data = bytearray()
        self._flooded = flooded
        self.ended = False
        self._stream = stream
        self._changed = changed

    async def read(self) -> None:
        while chunk := await self._stream.read(CHUNK):
            self.data += chunk
            self._changed.set()
            if len(self.data) >= MOST_OUTPUT:
                self._flooded()
                return
        self.ended = True
        self._changed.set()


class Program:
    """A started program. Whoever makes one calls `end`."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        pace: Pace,
        exchange: Exchange,
        *,
        piped: bool,
        porter: socket.socket | None = None,
    ) -> None:
        """`porter`: the way into the sandbox's own network."""
        self.process = process
        self._porter = porter
        self.listening: socket.socket | None = None
        """In a sandbox: the socket where the program can connect to the checker."""
        self._pace = pace
        self._exchange = exchange
        self._changed = asyncio.Event()
        self._asking = asyncio.Lock()
        self._tasks = [asyncio.create_task(self._wait())]
        self._stdout: _Output | None = None
        if process.stdout is not None and not piped:
            self._stdout = self._follow(process.stdout)
        self._stderr = self._follow(process.stderr) if process.stderr is not None else None
        self.exited = False
        self.has_multiplied = False
        """Whether it was ended because it had started too many processes."""
        self._tasks.append(asyncio.create_task(self._count()))

    def _follow(self, stream: asyncio.StreamReader) -> _Output:
        output = _Output(stream, self._changed, self._note_flood)
        self._tasks.append(asyncio.create_task(output.read()))
        return output

    async def _wait(self) -> None:
        code = await self.process.wait()
        self.exited = self._exchange.ended = True
        self._exchange.note("", f"the program ended: {_exit_words(code)}")
        self._changed.set()

    async def _count(self) -> None:
        """Ends a program that forks without an end, before it fills the machine."""
        while not self.exited:
            await asyncio.sleep(COUNT_EVERY)
            if sum(1 for _ in islice(family(self.process.pid), MOST_PROCESSES + 1)) > MOST_PROCESSES:
                self.has_multiplied = True
                self._exchange.note("", "the program has started too many processes: the checker ends it")
                self._kill()
                return

    def _note_flood(self) -> None:
        most = MOST_OUTPUT // (1024 * 1024)
        self._exchange.note("", f"the program has printed {most} MiB: the checker reads no more of it")

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
        if code is not None and code > SIGNALS and self._porter is not None:
            code = SIGNALS - code  # a sandbox tells of a signal so
        if code is None or code >= 0 or -code in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            return None
        return -code

    @property
    def is_missing(self) -> bool:
        """Whether the sandbox does not have the program, or something that it starts."""
        return self._porter is not None and self.process.returncode == MISSING

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

    async def until_printed(self, ready: Callable[[], bool], seconds: float | None = None) -> bool:
        """Waits until `ready`, which is asked whenever something was printed; False when it never is."""
        await self._pace.until(self._changed, lambda: ready() or self._quiet(), seconds)
        return ready()

    def _quiet(self) -> bool:
        return self._stdout is None or self._stdout.ended

    async def expect_exit(self, *codes: int, seconds: float | None = None) -> int:
        """The program ends with one of these codes, or with any where none is given; raises Fault."""
        wanted = (
            phrase("the program ends with exit code {codes}", codes=" or ".join(map(str, codes)))
            if codes
            else Phrase("the program ends")
        )
        if (
            not await self._pace.until(self._changed, lambda: self.exited and self._quiet(), seconds)
            and not self.exited
        ):
            raise Fault(FaultKind.EXIT, wanted, Phrase("it is still running"))
        code = self.process.returncode or 0
        if code not in (codes or _EXIT_CODES):
            kind = FaultKind.CRASHED if self.crash else FaultKind.EXIT
            raise Fault(kind, wanted, phrase("it ended: {how}", how=_exit_words(code)))
        return code

    async def expect_running(self, seconds: float = 0.2) -> None:
        """The program does not end within a moment; raises Fault."""
        if await self._pace.until(self._changed, lambda: self.exited, seconds):
            how = _exit_words(self.process.returncode or 0)
            kind = FaultKind.CRASHED if self.crash else FaultKind.EXIT
            raise Fault(kind, Phrase("the program goes on"), phrase("it ended: {how}", how=how))

    @property
    def is_inside(self) -> bool:
        """Whether it runs in a network of its own, which only `open_socket` can reach."""
        return self._porter is not None

    async def open_socket(self, host: str, port: int) -> socket.socket:
        """A socket that is connected in the program's own network; raises OSError."""
        # A request that nobody waits for any more goes on: its answer must not be taken for that of the next.
        asking = asyncio.ensure_future(self._open_socket(f"{host} {port}\n"))
        try:
            return await asyncio.shield(asking)
        except asyncio.CancelledError:
            asking.add_done_callback(_discard)
            raise

    async def _open_socket(self, request: str) -> socket.socket:
        async with self._asking:
            return await asyncio.to_thread(self._ask_porter, request)

    def _ask_porter(self, request: str) -> socket.socket:
        assert self._porter is not None  # noqa: S101 - asked only of programs inside
        self._porter.sendall(request.encode())
        words, descriptors, _, _ = socket.recv_fds(self._porter, 200, 1)
        if not descriptors:
            raise ConnectionRefusedError(0, words.decode() or "the sandbox has ended")
        return socket.socket(fileno=descriptors[0])

    def memory(self) -> int:
        """Bytes of memory that it and all that it started use."""
        return memory(family(self.process.pid), 1 << 62)

    def send_signal(self, number: int) -> None:
        """Sends it a signal, if it runs."""
        if not self.exited:
            self._exchange.note("", f"the checker sends the signal {signal.Signals(number).name}")
            self.process.send_signal(number)

    @contextlib.asynccontextmanager
    async def stopped(self) -> AsyncIterator[None]:
        """Stops the program meanwhile: all that happens inside has happened when it looks again."""
        pids = list(family(self.process.pid))
        self._exchange.note("", "the checker stops the program for a moment")
        try:
            _signal_all(pids, signal.SIGSTOP)
            end = time.monotonic() + STOP_TIME
            while any(state(pid) not in "TtXZ" for pid in pids) and time.monotonic() < end:
                await asyncio.sleep(STOP_LOOK)
            yield
            await asyncio.sleep(STOP_LOOK)  # a connection is closed in the next pass of the loop
        finally:
            _signal_all(pids, signal.SIGCONT)
            self._exchange.note("", "the program goes on")

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)

    async def end(self) -> None:
        """Kills the program and all that it started."""
        self._kill()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # asyncio waits for the end of the pipes as well, and that stands behind what a flood has left in them.
        streams = [stream for stream in (self.process.stdout, self.process.stderr) if stream is not None]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_TIME):
                await asyncio.gather(*map(_drain, streams), return_exceptions=True)
                await self.process.wait()
        if self._porter is not None:
            self._porter.close()


def _discard(asking: asyncio.Future[socket.socket]) -> None:
    """Closes a socket that came too late."""
    if not asking.cancelled() and asking.exception() is None:
        asking.result().close()


def _signal_all(pids: Sequence[int], number: signal.Signals) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


async def _drain(stream: asyncio.StreamReader) -> None:
    while await stream.read(CHUNK):
        pass


class ProgramLoad:
    """What the programs of one scenario do with the processors, as the system tells."""

    def __init__(self, programs: Sequence[Program]) -> None:
        self._programs = programs

    def delay(self) -> float:
        """Seconds that they have waited for a processor so far."""
        return sum(int(words[1]) for words in self._read("schedstat") if len(words) > 1) / 1e9

    def used(self) -> float:
        """Seconds of processor time that they have used so far, those that run now."""
        return sum(int(words[0]) for words in self._read("schedstat") if words) / 1e9

    def is_working(self) -> bool:
        """Whether one of them runs, waits for a processor, or for the disk."""
        # The state stands behind the name, which is in brackets and may have spaces.
        return any("R" in words or "D" in words for words in self._read("stat", after=")"))

    def _read(self, name: str, after: str = "") -> Iterator[list[str]]:
        for program in self._programs:
            if program.exited:
                continue
            for pid in family(program.process.pid):
                for file in glob(f"/proc/{pid}/task/*/{name}"):
                    with contextlib.suppress(OSError):
                        text = Path(file).read_text()
                        yield (text.rpartition(after)[2] if after else text).split()


def _exit_words(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"
