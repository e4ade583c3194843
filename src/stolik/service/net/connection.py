"""One TCP connection that speaks in lines, bounded both ways: the base of every door and of every network client."""

from __future__ import annotations

import asyncio
import logging
from typing import cast

from stolik.log import LogEntry
from stolik.service.net.report import Report
from stolik.wire.lines import LineFramer
from stolik.wire.report import endpoint, shown

log = logging.getLogger(__name__)

# Bytes that may wait in our write buffer, beside the kernel's own. A peer with more unread is dropped.
WRITE_LIMIT = 64 * 1024
# Seconds that a peer has to read the last lines and close its end, before we abort the connection.
LINGER = 1.0


class LineConnection(asyncio.Protocol):
    """Cuts input into lines, reports both directions, and drops a peer that does not read. Subclasses handle lines."""

    transport: asyncio.Transport

    def __init__(self, end: bytes, limit: int, report: Report | None = None) -> None:
        self._end = end.decode()
        self._framer = LineFramer(end, limit)
        self._report = report
        self._inward = self._outward = ""
        self.peer = "nobody"
        """The peer's address, `ip:port`."""
        self.closed = False
        """Whether this end has closed. Nothing more is sent, and further input is ignored."""
        self.held = False
        """Whether nothing is read from the peer for now: what it sends waits in the system's buffers."""
        self._unread: list[bytes] = []
        """The lines that had arrived when it was held."""

    def line_received(self, line: bytes) -> None:
        """Called with each line, without its end."""

    def lost(self) -> None:
        """Called once, when the peer can no longer be reached."""

    @property
    def keeps_up(self) -> bool:
        """Whether the peer has read nearly all of what it was sent."""
        return self.transport.get_write_buffer_size() < WRITE_LIMIT // 8

    def allow_unread(self, size: int) -> None:
        """Raises the limit of unread bytes by `size`, for a peer that is about to be sent something that long."""
        self.transport.set_write_buffer_limits(high=WRITE_LIMIT + size)

    def send(self, *lines: str) -> None:
        """Sends the lines in one write."""
        if self.closed:
            return
        if self._report is not None:
            self._report.add(self._outward, lines, self._end)
        self.transport.write((self._end.join(lines) + self._end).encode())

    def close(self) -> None:
        """Ends the connection after the peer has had time to read: closing at once could lose what was sent."""
        if self.closed:
            return
        self.closed = True
        if self.transport.is_closing():
            return
        if self.transport.get_extra_info("sslcontext") is None:
            self.transport.write_eof()
        else:  # TLS ends both directions at once, after what was sent
            self.transport.close()
        asyncio.get_running_loop().call_later(LINGER, self.transport.abort)

    def drop(self) -> None:
        """Ends the connection at once."""
        self.closed = True
        self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Stores the peer's address. Nagle's algorithm is off already: both event loops turn it off."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.set_write_buffer_limits(high=WRITE_LIMIT)
        peername, sockname = (self.transport.get_extra_info(name) for name in ("peername", "sockname"))
        if peername is None or sockname is None:  # the peer has already disconnected
            self.drop()
            return
        self.peer, here = endpoint(peername), endpoint(sockname)
        self._inward, self._outward = f"[{self.peer},{here},", f"[{here},{self.peer},"

    def data_received(self, data: bytes) -> None:
        """Calls `line_received` with each complete line."""
        if self.closed:
            return
        if self.held:
            self._unread += self._framer.feed(data)
        else:
            self._read_lines(self._framer.feed(data))

    def _read_lines(self, lines: list[bytes]) -> None:
        rest = iter(lines)
        for line in rest:
            if self._report is not None:
                self._report.add(self._inward, (shown(line),), self._end)
            self.line_received(line)
            if self.closed:
                return
            if self.held:
                self._unread = [*rest, *self._unread]
                return

    def hold(self) -> None:
        """Reads nothing more from the peer until `go_on`."""
        self.held = True
        self.transport.pause_reading()

    def go_on(self) -> None:
        """Reads on, first the lines that have waited."""
        if self.closed or not self.held:
            return
        self.held = False
        lines, self._unread = self._unread, []
        self._read_lines(lines)
        if not self.held and not self.transport.is_closing():
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        """The peer has stopped reading."""
        log.info(LogEntry("drop", peer=self.peer, why="it does not read"))
        self.drop()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended, from either end."""
        self.closed = True
        self.lost()
