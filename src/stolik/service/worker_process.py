"""A process that thinks, seen from the service. Nothing here holds the event loop up.

No thread waits for answers: one that had Python's lock when it lost its processor would hold the loop up as well.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from typing import Final, Self

import msgspec

from stolik.service import bot_worker
from stolik.service.bot_worker import END, NOT_WANTED, Answer, Question

# How often it is looked whether a process that was killed is gone.
_GLANCE: Final = 0.005


class WorkerDied(Exception):
    """The process is gone, and with it the answer."""


class WorkerProcess:
    """The process, and the line to it. It ends when the line is cut, however that comes."""

    def __init__(
        self, process: subprocess.Popen[bytes], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.pid = process.pid
        self._process = process
        self._reader = reader
        self._writer = writer

    @classmethod
    async def start(cls) -> Self:
        """A new process; raises OSError."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                # It takes milliseconds until a process runs, and whoever starts one waits for that.
                process = await asyncio.to_thread(_start, theirs)
            return cls(process, *await asyncio.open_unix_connection(sock=ours))
        except BaseException:
            ours.close()
            raise

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
        self._process.kill()

    async def close(self) -> None:
        """Ends it, and waits until it is gone."""
        self.kill()
        self._writer.close()
        while self._process.poll() is None:
            await asyncio.sleep(_GLANCE)


def _start(line: socket.socket) -> subprocess.Popen[bytes]:
    # -P: what lies in the folder where the service was started is none of the process's business.
    return subprocess.Popen([sys.executable, "-P", "-m", bot_worker.__name__], stdin=line.fileno())  # noqa: S603 - our own
