"""A peer on a program's standard input and output."""

from __future__ import annotations

import asyncio
import contextlib

from stolik.check.exchange import Exchange
from stolik.check.pace import Pace
from stolik.check.peers import Peer


class PipePeer(Peer):
    """Speaks with a program that reads its standard input and writes its standard output."""

    def __init__(
        self, name: str, end: bytes, pace: Pace, exchange: Exchange, process: asyncio.subprocess.Process
    ) -> None:
        super().__init__(name, end, pace, exchange)
        self._process = process
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 - it was started with pipes
        while data := await self._process.stdout.read(65536):
            self.data_received(data)
        self.eof_received()

    def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None  # noqa: S101 - it was started with pipes
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._process.stdin.write(data)

    async def close(self) -> None:
        """Ends the program's input."""
        await self.close_half()

    async def close_half(self) -> None:
        """Ends the program's input, and goes on reading its output."""
        assert self._process.stdin is not None  # noqa: S101 - it was started with pipes
        self.exchange.note(self.name, "the checker closes the program's input")
        self._process.stdin.close()
        await asyncio.sleep(0)

    def stop_reading(self) -> None:
        """Reads nothing more."""
        self._reading.cancel()

    def discard(self) -> None:
        """The scenario is over."""
        self._reading.cancel()
