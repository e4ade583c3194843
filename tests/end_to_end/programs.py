"""Real programs on real sockets, for tests: a server that was started, and a client that speaks in lines."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Far more than anything takes; a test that comes here has failed.
PATIENCE = 20.0
STOLIK = str(Path(sys.executable).parent / "stolik")


class Server:
    """A server's process; its first line on stderr ends with its port."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        assert self.process.stderr is not None
        self.log = [self.process.stderr.readline()]
        self.port = int(self.log[0].split()[-1])
        self._reader = threading.Thread(target=self._read, args=(self.process.stderr,))
        self._reader.start()

    def _read(self, stderr: Iterator[str]) -> None:
        self.log.extend(stderr)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Tells it to end; its exit code."""
        self.process.send_signal(how)
        return self.wait()

    def wait(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code


@contextmanager
def running(*command: str) -> Iterator[Server]:
    server = Server(*command)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop(signal.SIGKILL)
        else:
            server.wait()


class Client:
    """A client that keeps the lines that it was sent until they are asked for."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection((host, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._bytes = b""
        self.lines: deque[str] = deque()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def say(self, *lines: str) -> None:
        self.send("".join(f"{line}\n" for line in lines).encode())

    def receive(self) -> str | None:
        """The next line from the socket; None when the server has closed."""
        while b"\n" not in self._bytes:
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                assert self._bytes == b"", "the server closes between lines"
                return None
            self._bytes += data
        line, _, self._bytes = self._bytes.partition(b"\n")
        return line.decode()

    def next_line(self) -> str | None:
        return self.lines.popleft() if self.lines else self.receive()

    def collect_until(self, last: str, times: int = 1) -> None:
        """Keeps the lines before the one named, which is not kept, or before the end."""
        while True:
            line = self.receive()
            times -= line == last
            if line is None or times == 0:
                return
            self.lines.append(line)

    def close(self) -> None:
        """Says that it has nothing more to say, and waits until the server has heard it."""
        self.socket.shutdown(socket.SHUT_WR)
        while self.receive() is not None:
            pass
        self.socket.close()
