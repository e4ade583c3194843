"""One way to a program: the pipes of its input and output, or one TCP connection; and the door at our end of it.

A peer reads and writes without waiting, and has every line written down. What lines mean is known to its door, and what
happens then to the `arrivals` of the game.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Callable, Sequence
from typing import Final

from stolik.service.doors.door import Door
from stolik.table.events import Event
from stolik.tournament.referee.transcript import Transcript
from stolik.tournament.sandbox.program import CHUNK, Program
from stolik.wire.lines import LineFramer, Overlong

# What a program may leave unread, beside what the system holds for it, before it is taken to have stopped reading.
MOST_UNSENT: Final = 64 * 1024


class Peer:
    """One way to one program."""

    def __init__(self, program: Program, door: Door, transcript: Transcript, connection: socket.socket | None) -> None:
        """`connection` is None for a program on pipes; otherwise it is the peer's to close."""
        self.program = program
        self.seat = program.seat
        self.door = door
        self.tell: Callable[[Event], Sequence[str]] = door.tell
        self.pending: list[bytes] = []
        """Lines that were received and nobody has looked at yet."""
        self.unsent = b""
        self.ended = False
        """Whether nothing more comes from it."""
        self.broken = False
        """Whether it cannot be written to any more: it has closed its end, or does not read."""
        self.closed = False
        """Whether it is told nothing more, and what it says is not read."""
        self._note = transcript.note
        self._end = door.end.decode()
        self._framer = LineFramer(door.end, door.limit)
        self._cut: Overlong | None = None
        self._connection = connection
        if connection is None:
            self.reads, self.writes = program.reads, program.writes
        else:
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # Two descriptors, so that waiting for bytes and waiting for room are separate.
            self.reads, self.writes = connection.fileno(), os.dup(connection.fileno())

    @property
    def unfinished(self) -> bytes:
        """The line that it has begun and not ended."""
        return self._framer.unfinished

    @property
    def over_network(self) -> bool:
        """Whether it is a connection."""
        return self._connection is not None

    def receive(self) -> list[bytes]:
        """The lines that have come, without their ends."""
        try:
            data = os.read(self.reads, CHUNK)
        except BlockingIOError:
            return []
        except OSError:
            data = b""
        if not data:
            self.ended = True
            return []
        lines = self._framer.feed(data)
        if self._cut is not None and lines:  # it has been handed out before its end came
            del lines[0]
            self._cut = None
        return lines

    def cut_overlong(self) -> Overlong | None:
        """The beginning of a line that is too long and has not ended yet; what is left of it is passed over."""
        overlong = self._framer.overlong
        if overlong is self._cut:
            return None
        self._cut = overlong
        return overlong

    def said(self, line: bytes, at: float) -> None:
        """Has a line of the program written down."""
        self.program.spoke = True
        self._note((at, self.seat, ">", line))

    def say(self, lines: Sequence[str]) -> None:
        """Sends lines, as much of them as there is room for."""
        if self.closed or not lines:
            return
        end = self._end
        unsent = self.unsent + (end.join(lines) + end).encode()
        try:
            self.unsent = unsent[os.write(self.writes, unsent) :]
        except OSError as error:
            self.unsent = unsent
            self.broken = not isinstance(error, BlockingIOError)
        if len(self.unsent) > MOST_UNSENT:
            self.broken = True
        now = time.monotonic()
        for line in lines:
            self._note((now, self.seat, "<", line))

    def flush(self) -> bool:
        """Writes what is still unsent; False when the other end is closed."""
        try:
            self.unsent = self.unsent[os.write(self.writes, self.unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            return False
        return True

    def hang_up(self) -> None:
        """Ends what the program hears; what it still says can be received."""
        self.closed = True
        if self._connection is None:
            self.program.close_input()
        else:
            with contextlib.suppress(OSError):
                self._connection.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Closes a connection both ways; pipes are closed with their program."""
        self.closed = self.ended = True
        if self._connection is not None and self._connection.fileno() >= 0:
            self._connection.close()
            os.close(self.writes)
