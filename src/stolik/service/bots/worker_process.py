"""The worker processes, seen from the service. Nothing here blocks the event loop.

Answers are read by the event loop, not by threads: a thread that is descheduled while it holds Python's lock would
block the loop too.
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

from stolik.service.bots.bot_worker import CANCEL, END, ChosenMove, Question
from stolik.service.bots.nursery import BOT

# -P: Python must not import modules from the folder where the service was started.
_NURSERY: Final = (sys.executable, "-P", "-m", "stolik.service.bots.nursery")

# Seconds between two checks whether the nursery has ended.
_POLL_INTERVAL: Final = 0.005


class WorkerDied(Exception):
    """The worker process ended before it answered."""


class WorkerProcess:
    """A worker process and the socket to it. The process ends when the socket is closed."""

    def __init__(self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = pid
        self._reader = reader
        self._writer = writer

    @classmethod
    async def meet(cls, connection: socket.socket) -> Self:
        """Waits until the process at the other end has sent its process id; raises OSError if it never does."""
        reader, writer = await asyncio.open_unix_connection(sock=connection)
        greeting = await reader.readline()
        if not greeting:
            writer.close()
            raise OSError("no process could be started")
        return cls(int(greeting), reader, writer)

    async def ask(self, question: Question) -> ChosenMove:
        """Returns the answer; raises WorkerDied."""
        self._writer.write(msgspec.json.encode(question) + END)
        try:
            return msgspec.json.decode(await self._reader.readline(), type=ChosenMove)
        except (OSError, ValueError) as error:  # ValueError: the line is empty or incomplete
            raise WorkerDied(f"process {self.pid} died") from error

    def cancel(self) -> None:
        """Cancels the current question: the process answers at once, and is then free for the next question."""
        self._writer.write(CANCEL)

    def kill(self) -> None:
        """Ends the process at once, also in the middle of a question."""
        if not self._reader.at_eof():  # at EOF it has ended, and another process may have its id by now
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    async def close(self) -> None:
        """Ends the process and waits until it has ended."""
        self.kill()
        with contextlib.suppress(OSError):
            await self._reader.read()
        self._writer.close()


class Nursery:
    """Starts worker processes by asking the process in `nursery.py`, which is itself started when first needed.

    When that process has been killed, it is started again.
    """

    def __init__(self) -> None:
        self._running: tuple[subprocess.Popen[bytes], socket.socket] | None = None
        self._starting = asyncio.Lock()

    async def new_worker(self) -> WorkerProcess:
        """Starts a worker process for bots; raises OSError."""
        return await WorkerProcess.meet(await self.fork(BOT))

    async def fork(self, kind: bytes) -> socket.socket:
        """Starts a process of this kind and returns our end of the socket to it; raises OSError.

        The process ends when the socket is closed.
        """
        orders = await self._open()
        with _socket_pair() as (ours, theirs):
            socket.send_fds(orders, [kind], [theirs.fileno()])
        return ours

    async def close(self) -> None:
        """Ends the nursery. The processes that it started must be closed before."""
        if self._running is not None:
            process, orders = self._running
            self._running = None
            orders.close()
            while process.poll() is None:
                await asyncio.sleep(_POLL_INTERVAL)

    async def _open(self) -> socket.socket:
        """The socket to the nursery, which is started if it is not running."""
        async with self._starting:
            if self._running is None or self._running[0].poll() is not None:
                await self.close()
                with _socket_pair() as (ours, theirs):
                    ours.setblocking(False)
                    # This can block the loop for milliseconds, but only before the first game and after a kill.
                    self._running = await asyncio.to_thread(_start, theirs), ours
            return self._running[1]


@contextlib.contextmanager
def _socket_pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Our end and theirs. Theirs is closed at the end of the block; ours too if the block raises."""
    ours, theirs = socket.socketpair()
    try:
        with theirs:
            yield ours, theirs
    except BaseException:
        ours.close()
        raise


def _start(orders: socket.socket) -> subprocess.Popen[bytes]:
    return subprocess.Popen(_NURSERY, stdin=orders.fileno())  # noqa: S603 - our own
