"""Simulated time and connections without sockets: a door cannot tell the difference, and nothing waits for real."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any


class Broken(AssertionError):
    """An invariant does not hold; the message says which."""


def check(is_so: bool, what: str) -> None:
    """Raises Broken unless it is so."""
    if not is_so:
        raise Broken(what)


class _Impatient(selectors.DefaultSelector):
    """Never waits: time jumps to where it would have waited to."""

    jump: Callable[[float], None]

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout:
            self.jump(timeout)
        return ready


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only when there is nothing else to do."""

    def __init__(self) -> None:
        selector = _Impatient()
        super().__init__(selector)
        self._simulated = 1000.0
        selector.jump = self._jump

    def _jump(self, seconds: float) -> None:
        self._simulated += seconds

    def time(self) -> float:
        return self._simulated


class LonelyLoop(asyncio.BaseEventLoop):
    """Simulated time without sockets, threads and signals: making the loop and a turn of it cost no system call."""

    def __init__(self) -> None:
        super().__init__()
        self._simulated = 1000.0
        self._selector = self

    def time(self) -> float:
        return self._simulated

    def select(self, timeout: float | None) -> list[Any]:
        """Jumps to the time of the next timer, as a selector would wait until then."""
        assert timeout is not None, "everybody waits, and no timer is set"
        self._simulated += timeout
        return []

    def _process_events(self, events: list[Any]) -> None:
        """Nothing comes from outside."""

    def _write_to_self(self) -> None:
        """Nobody sleeps who would have to be woken."""


def stand_still(seconds: float) -> None:
    """Time passes, and the program does nothing."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SimulatedLoop)
    loop._jump(seconds)


def run_simulated(main: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        runner.run(main)


class Wire(asyncio.Transport):
    """The server's end of a connection, and what a client at the other end does and sees."""

    def __init__(self, protocol: asyncio.Protocol, reads: bool = True) -> None:
        super().__init__({"peername": ("192.0.2.1", 40000), "sockname": ("192.0.2.2", 6321)})
        self._protocol = protocol
        self._reads = reads
        self._limit = 0
        self.unread = b""
        self.ended = False
        """Whether the server has said its last."""
        self._closing = False
        self.paused = False
        """Whether the door reads nothing for now."""
        self.unsent: list[bytes] = []
        """What the client has sent meanwhile."""
        protocol.connection_made(self)

    # What the client does.

    def client_sends(self, data: bytes) -> None:
        if self.paused:
            self.unsent.append(data)
        elif not self._closing:
            self._protocol.data_received(data)

    def client_closes(self) -> None:
        self.abort()

    def client_reads_line(self) -> str | None:
        line, end, rest = self.unread.partition(b"\n")
        if not end:
            return None
        self.unread = rest
        return line.decode()

    # What the door does.

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._closing:
            return
        self.unread += bytes(data)
        if not self._reads and len(self.unread) > self._limit:
            self._protocol.pause_writing()

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False
        while self.unsent and not self.paused and not self._closing:
            self._protocol.data_received(self.unsent.pop(0))

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.ended = True

    def abort(self) -> None:
        self.ended = True
        if not self._closing:
            self._closing = True
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)

    def is_closing(self) -> bool:
        return self._closing

    def get_write_buffer_size(self) -> int:
        return 0 if self._reads else len(self.unread)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._limit = high or 0
