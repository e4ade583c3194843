"""Bytes that the web doors cannot take: they end one connection, are counted, and fill neither memory nor the log."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import pytest
from tests.support.fuzz.attack import RawSocket
from tests.support.fuzz.words import CLOSE, PING, TEXT, frame
from tests.support.loop import in_loop
from tests.support.web import PATIENCE, open_site

from stolik.web.socket_protocol import BURST

FRAMES = int(BURST) + 500


async def close_code(socket: RawSocket) -> int | None:
    """The code with which the service closes the connection; None when it is cut."""
    with contextlib.suppress(EOFError, ConnectionError):
        async with asyncio.timeout(PATIENCE):
            while True:
                opcode, data = await socket.read()
                if opcode == CLOSE:
                    return int.from_bytes(data[:2], "big")
    return None


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING, b"x" * 125) * FRAMES,
        frame(TEXT, b"", fin=False) + frame(0, b"", fin=False) * FRAMES,
        frame(10, b"") * FRAMES,
    ],
    ids=["pings", "empty parts of a message", "pongs"],
)
@in_loop
async def test_a_flood_of_frames_that_are_no_messages_is_cut_off(flood: bytes) -> None:
    async with open_site() as site, site.person("Bob") as bob:
        socket = await RawSocket.open(site.port, "127.0.0.1")
        await socket.say(type="hello")
        await socket.hear()
        socket.writer.write(flood)
        assert await close_code(socket) in (1008, None)  # None: it was still sending, and the rest is thrown away
        assert site.arena.limits.counts["closed sockets"] == 1
        socket.writer.close()
        await bob.settled()


@pytest.mark.parametrize("end", [b"", frame(CLOSE, b"\x03\xe8")], ids=["alone", "before a close frame"])
@in_loop
async def test_text_that_is_not_utf_8_is_counted_and_not_logged_each_time(
    end: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with open_site() as site:
        for _ in range(5):
            socket = await RawSocket.open(site.port, "127.0.0.1")
            socket.writer.write(frame(TEXT, b"\xff") + end)
            assert await close_code(socket) in (1000, 1007)
            socket.writer.close()
        assert site.arena.limits.counts["closed sockets"] == 5
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "closed sockets" in caplog.text


@in_loop
async def test_a_client_that_leaves_in_the_middle_of_a_request_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    async with open_site() as site:
        _, writer = await asyncio.open_connection("127.0.0.1", site.port)
        lines = (
            "POST /api/session HTTP/1.1",
            "Host: x",
            "Content-Type: application/json",
            "Content-Length: 99",
            "",
            "{",
        )
        writer.write("\r\n".join(lines).encode())
        await asyncio.sleep(0.2)
        writer.transport.abort()
        assert (await site.http.get("/health")).status_code == 200
    assert caplog.records == []


@pytest.mark.parametrize(
    "data",
    [
        b"BREW\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n",
        b"POST /api/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n",
    ],
    ids=["no version", "after a request", "as a body", "upgrade"],
)
@in_loop
async def test_what_is_not_http_is_counted_and_not_logged_each_time(
    data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with open_site() as site:
        for _ in range(3):
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            writer.write(data)
            with contextlib.suppress(ConnectionError):
                await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
        assert site.arena.limits.counts["wrong requests"] == 3
        assert (await site.http.get("/health")).status_code == 200
    assert [record.levelname for record in caplog.records] == ["WARNING"]
