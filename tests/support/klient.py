"""A running `kierki-klient`, and a server for it that keeps to a script and waits for words, never for a time."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.programs import program

PROGRAM = program("kierki-klient")
TIMEOUT = 20.0


def read_until(descriptor: int, wanted: bytes) -> bytes:
    """Everything up to and with what is wanted, which must come in time."""
    data = b""
    deadline = time.monotonic() + TIMEOUT
    while not data.endswith(wanted):
        ready, _, _ = select.select([descriptor], [], [], max(0, deadline - time.monotonic()))
        assert ready, f"waited for {wanted!r}, got {data!r}"
        byte = os.read(descriptor, 1)
        assert byte, f"wanted {wanted!r}, the stream ended after {data!r}"
        data += byte
    return data


class Peer:
    """The server's end of one connection."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        sock.settimeout(TIMEOUT)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def receive(self) -> str:
        """The client's next line."""
        return read_until(self._sock.fileno(), b"\r\n").decode().removesuffix("\r\n")

    def expect(self, line: str) -> None:
        """The client's next line must be this one."""
        assert self.receive() == line

    def send(self, *lines: str) -> None:
        """Sends the lines in one segment."""
        self._sock.sendall("".join([f"{line}\r\n" for line in lines]).encode())

    def dribble(self, *lines: str) -> None:
        """Sends the lines a byte at a time."""
        for byte in "".join([f"{line}\r\n" for line in lines]).encode():
            self._sock.sendall(bytes([byte]))

    def leave(self) -> None:
        """Ends the connection; the client must have nothing more to say."""
        self._sock.shutdown(socket.SHUT_WR)
        assert self._sock.recv(1) == b""
        self._sock.close()


class Klient:
    """The program, its streams and its server."""

    def __init__(self, process: subprocess.Popen[bytes], peer: Peer) -> None:
        self.process = process
        self.peer = peer

    def type(self, *lines: str) -> None:
        """Types the lines."""
        assert self.process.stdin
        self.process.stdin.write("".join([f"{line}\n" for line in lines]).encode())
        self.process.stdin.flush()

    def end_typing(self) -> None:
        """Closes the program's standard input."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.stdin = None

    def stop_reading(self) -> None:
        """Closes our end of the program's standard output."""
        assert self.process.stdout
        self.process.stdout.close()
        self.process.stdout = None

    def expect(self, text: str) -> None:
        """The program's next words must be these."""
        assert self.process.stdout
        end = text.splitlines(keepends=True)[-1].encode()
        assert read_until(self.process.stdout.fileno(), end).decode() == text

    def end(self, code: int) -> tuple[str, str]:
        """What else the program prints, on both streams, until it ends with that exit code."""
        out, err = self.process.communicate(timeout=TIMEOUT)
        assert self.process.returncode == code, err
        return (out or b"").decode(), err.decode()


@contextmanager
def klient(
    *arguments: str, host: str = "127.0.0.1", stdin: int = subprocess.PIPE, shell: str = 'exec "$@"'
) -> Iterator[Klient]:
    """The program, connected, sitting at N unless the arguments say otherwise, its greeting still to be read."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, 0), family=family) as listener:
        listener.settimeout(TIMEOUT)
        port = str(listener.getsockname()[1])
        command = [PROGRAM, "-h", host, "-p", port, "-N", *arguments]
        with subprocess.Popen(
            ["sh", "-c", shell, "sh", *command], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            try:
                sock, _ = listener.accept()
                with sock:
                    yield Klient(process, Peer(sock))
            finally:
                process.kill()
