"""The processes that think, seen from the service. Nothing here holds the event loop up.

No thread waits for answers: one that had Python's lock when it lost its processor would hold the loop up as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Final, Self

import msgspec

from stolik.service.bots.bot_worker import END, NOT_WANTED, Answer, Question
from stolik.service.bots.nursery import BOT

# -P: what lies in the folder where the service was started is none of the processes' business.
_NURSERY: Final = (sys.executable, "-P", "-m", "stolik.service.bots.nursery")

# How often it is looked whether the nursery has ended.
_GLANCE: Final = 0.005


class WorkerDied(Exception):
    """The process is gone, and with it the answer."""


class WorkerProcess:
    """A process, and the line to it. It ends when the line is cut, however that comes."""

    def __init__(self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = pid
        self._reader = reader
        self._writer = writer

    @classmethod
    async def meet(cls, line: socket.socket) -> Self:
        """Waits until the process at the other end says its number; raises OSError."""
        reader, writer = await asyncio.open_unix_connection(sock=line)
        greeting = await reader.readline()
        if not greeting:
            writer.close()
            raise OSError("no process could be started")
        return cls(int(greeting), reader, writer)

    async def ask(self, question: Question) -> Answer:
        """What it answers; raises WorkerDied."""
        self._writer.write(msgspec.json.encode(question) + END)
        try:
            return msgspec.json.decode(await self._reader.readline(), type=Answer)
        except (OSError, ValueError) as error:  # cut off, in the middle of a line or before it
            raise WorkerDied(f"process {self.pid} died") from error

    def withdraw(self) -> None:
        """The answer that is awaited is no longer wanted: the process is to do no more than to say that it is free."""
        self._writer.write(NOT_WANTED)

    def kill(self) -> None:
        """Ends it, whatever it thinks about."""
        if not self._reader.at_eof():  # or the number might be another's by now
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    async def close(self) -> None:
        """Ends it, and waits until it is gone."""
        self.kill()
        with contextlib.suppress(OSError):
            await self._reader.read()
        self._writer.close()


class Nursery:
    """Where processes come from. It is a process itself, started when it is wanted first, and when it is gone."""

    def __init__(self) -> None:
        self._running: tuple[subprocess.Popen[bytes], socket.socket] | None = None
        self._starting = asyncio.Lock()

    async def another(self) -> WorkerProcess:
        """A new process for bots; raises OSError."""
        return await WorkerProcess.meet(await self.line_to(BOT))

    async def line_to(self, trade: bytes) -> socket.socket:
        """Our end of a line to a new process of that trade, which ends when the line is cut; raises OSError."""
        orders = await self._open()
        with _line() as (ours, theirs):
            socket.send_fds(orders, [trade], [theirs.fileno()])
        return ours

    async def close(self) -> None:
        """Ends it; those that came from it are closed before."""
        if self._running is not None:
            process, orders = self._running
            self._running = None
            orders.close()
            while process.poll() is None:
                await asyncio.sleep(_GLANCE)

    async def _open(self) -> socket.socket:
        """Where new processes are asked for."""
        async with self._starting:
            if self._running is None or self._running[0].poll() is not None:
                await self.close()
                with _line() as (ours, theirs):
                    ours.setblocking(False)
                    # That takes milliseconds, but happens before anybody plays, or when somebody has killed it.
                    self._running = await asyncio.to_thread(_start, theirs), ours
            return self._running[1]


@contextlib.contextmanager
def _line() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Two ends: theirs is closed here when it has been passed on, and ours as well when it has not."""
    ours, theirs = socket.socketpair()
    try:
        with theirs:
            yield ours, theirs
    except BaseException:
        ours.close()
        raise


def _start(line: socket.socket) -> subprocess.Popen[bytes]:
    return subprocess.Popen(_NURSERY, stdin=line.fileno())  # noqa: S603 - our own
