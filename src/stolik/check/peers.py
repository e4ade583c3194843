"""Peers: the checker's ends of connections and pipes, which say lines and wait for lines."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import deque
from collections.abc import Iterable
from typing import Final, cast

from stolik.check.exchange import Exchange, quoted
from stolik.check.pace import Moment, Pace
from stolik.check.verdicts import Fault, FaultKind, Phrase, phrase

# Seconds between two segments at least, so that the other end reads them one by one: more when there are few of them.
BETWEEN_FEW: Final = 0.05
BETWEEN_MANY: Final = 0.008
FEW: Final = 3
# Bytes without a line's end after which no message can come of it.
MOST_UNENDED: Final = 256 * 1024
# Lines, and bytes of them, that nobody has asked for yet: a program that floods is not read any further.
MOST_WAITING: Final = 2500
MOST_WAITING_BYTES: Final = 1024 * 1024

NOTHING_CAME: Final = "nothing came"
WAS_CLOSED: Final = "the connection was closed"


class Peer(asyncio.Protocol):
    """One end of a connection, of which the program under test has the other."""

    def __init__(self, name: str, end: bytes, pace: Pace, exchange: Exchange) -> None:
        self.name = name
        self.end = end
        self.pace = pace
        self.exchange = exchange
        self.heard_at = pace.moment()
        """When the last line came that `hear` has returned."""
        self.connected_at = self.heard_at
        """When the connection was made: after this peer, and before it knew."""
        self.ended_at = self.heard_at
        """When the program closed its end."""
        self._transport: asyncio.Transport | None = None
        self._lines: deque[tuple[Moment, bytes]] = deque()
        self._tail = b""
        self._unheard = 0
        """Bytes of the lines that came and were not heard."""
        self._changed = asyncio.Event()
        self._ended = False
        self.reset_by_program = False
        self.has_flooded = False
        """Whether the program has sent so much that nobody has asked for that nothing more is read."""
        self.is_within_line = False
        """Whether the beginning of a line was sent, and its end not yet."""

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is there."""
        self._transport = cast(asyncio.Transport, transport)
        self.connected_at = Moment(self.connected_at.earliest, self.pace.moment().latest)
        found = self._transport.get_extra_info("socket")
        if found is not None and found.family in (socket.AF_INET, socket.AF_INET6):
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def data_received(self, data: bytes) -> None:
        """Cuts what came into lines."""
        if self.has_flooded:
            return
        *lines, self._tail = (self._tail + data).split(self.end)
        now = self.pace.moment()
        for line in lines:
            self.exchange.came(self.name, line + self.end)
            self._lines.append((now, line))
            self._unheard += len(line)
            if len(self._lines) > MOST_WAITING or self._unheard > MOST_WAITING_BYTES:
                self._note_flood()
                break
        if len(self._tail) > MOST_UNENDED:
            self._note_flood()
        self._changed.set()

    def _note_flood(self) -> None:
        self.has_flooded = self.exchange.flooded = True
        self.exchange.note(self.name, "the checker stops reading this flood")
        self.stop_reading()

    def eof_received(self) -> bool:
        """The program has closed its end; ours stays open until `close`."""
        self._note_end("closed by the program")
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.reset_by_program = isinstance(exc, ConnectionError)
        self._note_end("reset by the program" if self.reset_by_program else "closed")

    def _note_end(self, how: str) -> None:
        if not self._ended:
            if self._tail:
                self.exchange.came(self.name, self._tail)
            self._ended = self.exchange.spoke = True
            self.ended_at = self.pace.moment()
            self.exchange.note(self.name, how)
        self._changed.set()

    # What scenarios use

    async def send(self, *lines: str) -> None:
        """Sends lines in one segment."""
        await self.send_bytes(b"".join(line.encode("latin-1", "replace") + self.end for line in lines))

    async def send_bytes(self, data: bytes) -> None:
        """Sends bytes as they are, in one segment. What the program does not read is not waited for."""
        self.exchange.sent(self.name, data)
        self._write(data)
        await asyncio.sleep(0)

    async def send_pieces(self, pieces: Iterable[bytes]) -> None:
        """Sends each piece in a segment of its own, which the program reads before the next one is sent."""
        pieces = list(pieces)
        self.exchange.sent(self.name, b"|".join(pieces))
        for piece in pieces:
            self._write(piece)
            await asyncio.sleep(BETWEEN_FEW if len(pieces) <= FEW else BETWEEN_MANY)
            await self.pace.until_read()

    async def send_split(self, data: bytes, at: int) -> None:
        """Sends bytes in two segments, split after `at` of them."""
        await self.send_pieces([data[:at], data[at:]])

    async def send_byte_by_byte(self, data: bytes) -> None:
        """Sends each byte in a segment of its own."""
        await self.send_pieces([bytes([byte]) for byte in data])

    def whisper(self, data: bytes) -> None:
        """Sends bytes that the exchange does not show, such as those of a flood."""
        self._write(data)

    def _write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self.is_within_line = not data.endswith(self.end)
            self._transport.write(data)

    async def hear(self, expected: Phrase, seconds: float | None = None) -> str:
        """The next line without its end; raises Fault, which says that `expected` was expected."""
        if not await self.pace.until(self._changed, self._has_news, seconds):
            raise self._silent(expected)
        if not self._lines and self.has_flooded:
            raise self.fault(FaultKind.EXTRA, expected, Phrase("so much came that the checker has stopped reading"))
        if not self._lines:
            raise self._unended(expected, FaultKind.CLOSED, WAS_CLOSED)
        self.heard_at, line = self._lines.popleft()
        self._unheard -= len(line)
        return line.decode("latin-1")

    async def expect(self, line: str, seconds: float | None = None) -> None:
        """The next line is exactly this."""
        heard = await self.hear(phrase("{line}", line=line), seconds)
        if heard != line:
            raise self.fault(FaultKind.OTHER, phrase("{line}", line=line), phrase("{line} came", line=quoted(heard)))

    async def expect_closed(self, seconds: float | None = None) -> None:
        """The program closes the connection, and sends nothing before."""
        expected = Phrase("the connection is closed without a message")
        await self.pace.until(self._changed, self._has_news, seconds)
        if self._lines:
            line = quoted(self._lines[0][1])
            raise self.fault(FaultKind.EXTRA, expected, phrase("{line} came", line=line))
        if not self._ended:
            raise self.fault(FaultKind.SILENT, expected, Phrase("the connection stays open"))

    async def is_closed(self, seconds: float | None = None) -> bool:
        """Whether the program closes the connection before anything else comes."""
        await self.pace.until(self._changed, self._has_news, seconds)
        return self._ended and not self._lines

    async def expect_nothing(self, seconds: float = 0.2) -> None:
        """Nothing comes for a moment. This can miss what comes late, and never fails without a reason."""
        if await self.pace.until(self._changed, self._has_news, seconds):
            came = phrase("{line} came", line=quoted(self._lines[0][1])) if self._lines else Phrase(WAS_CLOSED)
            kind = FaultKind.EXTRA if self._lines else FaultKind.CLOSED
            raise self.fault(kind, Phrase("nothing"), came)

    def _has_news(self) -> bool:
        """Whether a line is there, or none can come any more."""
        return bool(self._lines) or self._ended or self.has_flooded

    @property
    def has_ended(self) -> bool:
        """Whether the program has closed its end and every line was heard."""
        return self._ended and not self._lines

    @property
    def waiting(self) -> tuple[str, ...]:
        """The lines that came and were not heard yet."""
        return tuple(line.decode("latin-1") for _, line in self._lines)

    @property
    def address(self) -> tuple[str, int]:
        """This end's address."""
        name = self._transport.get_extra_info("sockname") if self._transport else None
        return (name[0], name[1]) if name else ("", 0)

    def fault(self, kind: FaultKind, expected: Phrase, came: Phrase, cause: str = "") -> Fault:
        """A fault that this peer has seen."""
        return Fault(kind, expected, came, self.name, cause)

    def _silent(self, expected: Phrase) -> Fault:
        return self._unended(expected, FaultKind.SILENT, NOTHING_CAME)

    def _unended(self, expected: Phrase, kind: FaultKind, otherwise: str) -> Fault:
        if self._tail:
            came = phrase("only {text} came, which has no end of line", text=quoted(self._tail))
            return self.fault(FaultKind.LINE_END, expected, came)
        return self.fault(kind, expected, Phrase(otherwise))

    # Ways to leave

    async def close(self) -> None:
        """Closes the connection."""
        if self._transport is not None:
            self._ended = True
            self.exchange.note(self.name, "the checker closes the connection")
            self._transport.close()
            await asyncio.sleep(0)

    async def close_half(self) -> None:
        """Sends no more, and goes on reading."""
        if self._transport is not None and self._transport.can_write_eof():
            self.exchange.note(self.name, "the checker closes its sending half")
            self._transport.write_eof()
            await asyncio.sleep(0)

    async def reset(self) -> None:
        """Ends the connection with a reset (RST) instead of an orderly end."""
        if self._transport is None:
            return
        found = self._transport.get_extra_info("socket")
        if found is not None:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._ended = True
        self.exchange.note(self.name, "the checker resets the connection")
        self._transport.abort()
        await asyncio.sleep(0)

    def stop_reading(self) -> None:
        """Reads nothing more: what the program sends piles up at its end."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.pause_reading()

    def read_on(self) -> None:
        """Reads again after `stop_reading`."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def forget(self) -> None:
        """Forgets the lines that came and were not heard."""
        self._lines.clear()
        self._unheard = 0

    def unsent(self) -> int:
        """Bytes that the program has not taken yet, beside those in the system's buffers."""
        return self._transport.get_write_buffer_size() if self._transport is not None else 0

    def discard(self) -> None:
        """Ends the connection without a note: the scenario is over."""
        if self._transport is not None:
            self._transport.abort()
