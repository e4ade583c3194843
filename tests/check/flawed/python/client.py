"""A client of the server, as far as the server knows it, and the report."""

from __future__ import annotations

import socket
import sys
from datetime import datetime

from tests.check.flawed.python.faults import has_fault

LONGEST_LINE = 100


class Client:
    """A connection, and the seat of who has said IAM."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self.sock = sock
        self.deadline = deadline
        self.seat = ""
        self.data = b""
        self.is_too_long = False
        self.unsent = b""
        self.is_closing = False
        self.here, self.there = _address(sock.getsockname()), _address(sock.getpeername())

    def messages(self, chunk: bytes) -> list[str]:
        """The messages that a chunk completes."""
        if has_fault("one-recv"):
            return [chunk.decode("latin-1").removesuffix("\r\n")]
        end = b"\n" if has_fault("strip") else b"\r\n"
        *lines, self.data = (self.data + chunk).split(end)
        if lines and self.is_too_long:
            lines[0], self.is_too_long = b"?", False
        if len(self.data) > LONGEST_LINE:
            self.data, self.is_too_long = self.data[-1:], True
        return [line.decode("latin-1") for line in lines]

    def note(self, text: str) -> None:
        """Reports a message that has come."""
        report(self.there, self.here, text)

    def send(self, text: str) -> None:
        """Sends a message as far as the system takes it; the rest is sent later."""
        report(self.here, self.there, text)
        self.unsent += text.encode() + b"\r\n"
        self.flush()

    def flush(self) -> None:
        """Sends what is left."""
        try:
            self.unsent = self.unsent[self.sock.send(self.unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            self.unsent = b""


def _address(name: tuple[str, int]) -> str:
    return f"{name[0].removeprefix('::ffff:')}:{name[1]}"


def report(sender: str, receiver: str, text: str) -> None:
    now = datetime.now().isoformat(timespec="milliseconds")
    sys.stdout.write(f"[{sender},{receiver},{now}] {text}\r\n")
    sys.stdout.flush()
