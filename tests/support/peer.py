"""A scripted peer on a real socket. It waits for what it expects, never for a time."""

from __future__ import annotations

import socket
from typing import Self

# Far above what anything here takes: only a test that would fail waits this long.
PATIENCE = 20.0


_OPEN: list[Peer] = []


def close_all() -> None:
    """Closes the peers that a test has left open."""
    while _OPEN:
        _OPEN.pop().close()


class Peer:
    """One TCP connection, spoken to and heard in lines."""

    def __init__(self, port: int, host: str = "127.0.0.1", end: str = "\r\n") -> None:
        self.socket = socket.create_connection((host, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        _OPEN.append(self)
        self._end = end
        self._pending = b""

    @property
    def address(self) -> str:
        """This end, as a report names it."""
        host, port = self.socket.getsockname()[:2]
        return f"{host}:{port}"

    def say(self, *lines: str) -> Self:
        """Sends lines in one segment."""
        return self.say_bytes("".join(line + self._end for line in lines).encode())

    def say_bytes(self, data: bytes) -> Self:
        """Sends bytes as they are."""
        self.socket.sendall(data)
        return self

    def hear(self) -> str:
        """The next line; fails when the other end has closed."""
        end = self._end.encode()
        while end not in self._pending:
            data = self.socket.recv(65536)
            assert data, f"closed after {self._pending!r}"
            self._pending += data
        line, _, self._pending = self._pending.partition(end)
        return line.decode()

    def expect(self, *lines: str) -> None:
        """The next lines are exactly these."""
        for line in lines:
            heard = self.hear()
            assert heard == line, f"expected {line!r}, heard {heard!r}"

    def expect_end(self) -> None:
        """Nothing more comes, and the other end has closed."""
        assert self.rest() == ""
        self.close()

    def rest(self) -> str:
        """All that comes until the other end closes."""
        data = self._pending
        self._pending = b""
        try:
            while more := self.socket.recv(65536):
                data += more
        except ConnectionResetError:
            pass
        return data.decode()

    def rest_within(self, seconds: float) -> list[str]:
        """The lines that come in that time."""
        lines = []
        self.socket.settimeout(seconds)
        try:
            while True:
                lines.append(self.hear())
        except TimeoutError:
            return lines
        finally:
            self.socket.settimeout(PATIENCE)

    def expect_silence(self, seconds: float = 0.05) -> None:
        """Nothing comes for a moment: a check that can miss a late line, but never fails without a reason."""
        self.socket.settimeout(seconds)
        try:
            data = self.socket.recv(1)
        except TimeoutError:
            data = None
        finally:
            self.socket.settimeout(PATIENCE)
        assert not self._pending
        assert data is None, f"heard {data!r}"

    def close(self) -> None:
        """Leaves."""
        self.socket.close()
