"""The line connection, over real sockets and in-memory time."""

from __future__ import annotations

import asyncio
import io
import socket

from stolik.service.net.connection import LINGER, WRITE_LIMIT, LineConnection
from stolik.service.net.loop import run
from stolik.service.net.report import Report


class Heard(LineConnection):
    """Remembers what happens to it."""

    def __init__(self, report: Report | None = None) -> None:
        super().__init__(b"\n", 16, report)
        self.lines: list[bytes] = []
        self.gone = asyncio.Event()

    def line_received(self, line: bytes) -> None:
        self.lines.append(line)
        if line == b"bye":
            self.send("bye")
            self.close()

    def lost(self) -> None:
        self.gone.set()


async def connect(connection: Heard) -> tuple[asyncio.Server, socket.socket]:
    """A server with that one connection, and the peer's blocking socket."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: connection, "127.0.0.1", 0)
    peer = socket.socket()
    peer.setblocking(False)
    await loop.sock_connect(peer, server.sockets[0].getsockname())
    return server, peer


def test_a_peer_that_never_reads_is_dropped_and_its_unread_lines_are_bounded() -> None:
    async def main() -> None:
        connection = Heard()
        server, peer = await connect(connection)
        await asyncio.get_running_loop().sock_sendall(peer, b"hello\n")
        while not connection.lines:
            await asyncio.sleep(0)
        while not connection.closed:
            connection.send("x" * 1000)
            assert connection.transport.get_write_buffer_size() <= WRITE_LIMIT + 1001
            await asyncio.sleep(0)
        await connection.gone.wait()
        connection.send("nobody hears this")
        connection.close()
        peer.close()
        server.close()

    run(main())


def test_what_was_said_last_is_heard_though_the_peer_went_on_talking() -> None:
    async def main() -> None:
        connection = Heard()
        server, peer = await connect(connection)
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(peer, b"bye\nignored\n" + b"x" * 100_000)
        assert await loop.sock_recv(peer, 100) == b"bye\n"
        assert await loop.sock_recv(peer, 100) == b""
        assert connection.lines == [b"bye"]
        peer.close()
        await connection.gone.wait()
        server.close()

    run(main())


def test_a_peer_that_does_not_close_its_end_is_closed_after_a_moment() -> None:
    async def main() -> None:
        connection = Heard()
        server, peer = await connect(connection)
        await asyncio.get_running_loop().sock_sendall(peer, b"bye\n")
        await asyncio.wait_for(connection.gone.wait(), 20 * LINGER)
        peer.close()
        server.close()

    run(main())


def test_both_directions_are_reported_and_a_broken_report_is_given_up() -> None:
    class Broken(io.BytesIO):
        def write(self, data: object) -> int:
            raise BrokenPipeError

    async def main() -> None:
        written = io.BytesIO()
        for stream in (written, Broken()):
            report = Report(stream)
            connection = Heard(report)
            server, peer = await connect(connection)
            await asyncio.get_running_loop().sock_sendall(peer, b"one\ntwo\x1b\nbye\n")
            await asyncio.get_running_loop().sock_recv(peer, 100)
            peer.close()
            await connection.gone.wait()
            server.close()
            report.flush()
            report.add("[a,b,", ["more"], "\n")
            report.flush()
        messages = [line.partition(b"] ")[2] for line in written.getvalue().split(b"\n")]
        assert messages == [b"one", rb"two\x1b", b"bye", b"bye", b"more", b""]

    run(main())
