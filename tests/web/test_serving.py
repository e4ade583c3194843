"""Slow and idle HTTP connections: they take no room from those who play."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import ssl
import subprocess
from pathlib import Path

import pytest
from tests.support.loop import in_loop
from tests.support.web import PATIENCE, Site, bearer, open_site
from websockets.asyncio.client import connect

from stolik.service.net import waiting_room
from stolik.web import http_protocol
from stolik.web.api import http
from stolik.web.door import hall

REQUEST = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether the server closes the connection without a word."""
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE) == b""
    except ConnectionError:
        return True


async def begin(site: Site, data: bytes) -> asyncio.StreamReader:
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(data)
    site.open.append(writer)
    return reader


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HT",
        b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
        REQUEST + b"GET / HT",
    ],
)
@in_loop
async def test_half_a_request_is_not_waited_for(half: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "HEADER_TIME", 0.2)
    monkeypatch.setattr(http_protocol, "BODY_TIME", 0.2)
    async with open_site() as site:
        reader = await begin(site, half)
        heard = b""
        with contextlib.suppress(ConnectionError):
            heard = await asyncio.wait_for(reader.read(), PATIENCE)
        assert heard.startswith(b"HTTP/1.1 200") == half.startswith(REQUEST)
        assert sum(times for limit, times in site.arena.limits.counts.items() if limit.startswith("slow http")) == 1


def ask_and_read_nothing(site: Site) -> socket.socket:
    """A client that asks for far more than the system buffers, and does not read it."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", site.port))
    client.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
    return client


@in_loop
async def test_a_client_that_does_not_read_its_answers_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "ANSWER_TIME", 0.2)
    async with open_site() as site:
        with ask_and_read_nothing(site):
            async with asyncio.timeout(PATIENCE):
                while site.arena.limits.counts["slow http answer"] == 0:
                    await asyncio.sleep(0.01)
        assert (await site.http.get("/health")).status_code == 200


@in_loop
async def test_clients_that_do_not_read_make_room_for_others_and_do_not_delay_the_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(waiting_room, "most_open_files", lambda: 40)
    monkeypatch.setattr(waiting_room, "MOMENT", 0.1)
    with contextlib.ExitStack() as clients:
        async with open_site() as site:
            for _ in range(15):
                clients.enter_context(ask_and_read_nothing(site))
            async with asyncio.timeout(PATIENCE):
                while len(site.arena.waiting_room) != 10 or site.arena.limits.counts["waiting connections"] < 5:
                    await asyncio.sleep(0.01)
    assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.fault(
    "20,000 connections send half a request and nothing more",
    sees="nothing; the connections that have waited longest are closed",
    kept="everything",
)
@in_loop
async def test_twenty_thousand_half_requests_leave_room_for_players(monkeypatch: pytest.MonkeyPatch) -> None:
    # The same with fewer of both: a process that may open 400 files has room for 100 that wait.
    monkeypatch.setattr(waiting_room, "most_open_files", lambda: 400)
    monkeypatch.setattr(waiting_room, "MOMENT", 0.1)
    async with open_site() as site:
        readers = [await begin(site, b"GET / HT") for _ in range(150)]
        async with asyncio.timeout(PATIENCE):
            while len(site.arena.waiting_room) > 100 or site.arena.limits.counts["waiting connections"] < 50:
                await asyncio.sleep(0.01)
        assert await ended(readers[0])
        assert (await site.http.get("/health")).status_code == 200
        reader, writer = await asyncio.open_connection("127.0.0.1", site.arena.ports["othello"])
        writer.write(b"CNAME~Dan\nCPING\n")
        assert await asyncio.wait_for(reader.readline(), PATIENCE) == b"SPONG\n"
        for _ in range(150):
            await begin(site, b"GET / HT")
        writer.write(b"CPING\n")
        assert await asyncio.wait_for(reader.readline(), PATIENCE) == b"SPONG\n"
        writer.close()


@in_loop
async def test_a_connection_stays_open_for_several_requests() -> None:
    async with open_site() as site:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        for _ in range(3):
            writer.write(REQUEST)
            assert await asyncio.wait_for(reader.readuntil(b'{"status":"ok"}'), PATIENCE)
        writer.close()


@in_loop
async def test_a_class_behind_one_address_gets_its_names() -> None:
    async with open_site() as site:
        codes = [(await site.http.post("/api/session", json={})).status_code for _ in range(400)]
        assert set(codes) == {200}


@in_loop
async def test_names_are_limited_by_the_real_address_and_a_header_does_not_help(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http, "NAMES_BURST", 3.0)
    monkeypatch.setattr(http, "NAMES_RATE", 0.0001)
    async with open_site() as site:
        codes = [
            (await site.http.post("/api/session", json={}, headers={"X-Forwarded-For": f"203.0.113.{n}"})).status_code
            for n in range(5)
        ]
        assert codes == [200, 200, 200, 429, 429]
        assert 'stolik_limits_reached_total{limit="names"} 2.0' in (await site.http.get("/metrics")).text


@in_loop
async def test_many_old_tokens_from_one_address_are_all_told_that_they_are_old() -> None:
    async with open_site() as site:
        for number in range(300):
            refused = await site.http.post("/api/tables", json={"game": "othello"}, headers=bearer(f"old {number}"))
            assert refused.status_code == 401


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The files of a certificate for localhost and of its key."""
    folder = Path(tmp_path_factory.mktemp("tls"))
    cert, key = str(folder / "cert.pem"), str(folder / "key.pem")
    subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    try:
        subprocess.run(
            [*command, "-days", "2", "-keyout", key, "-out", cert, *subject], check=True, capture_output=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs openssl")
    return cert, key


@in_loop
async def test_every_door_can_be_encrypted(certificate: tuple[str, str]) -> None:
    cert, key = certificate
    trust = ssl.create_default_context(cafile=cert)
    async with open_site(tls_cert=cert, tls_key=key, tls_doors=True) as site:
        port = site.arena.ports["othello"]
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trust)
        writer.write(b"CNAME~Dan\nCPING\nCEXIT\n")
        assert await asyncio.wait_for(reader.read(), PATIENCE) == b"SPONG\n"
        writer.close()
        assert (await site.http.get("/health")).json() == {"status": "ok"}
        token = await site.claim("Ada")
        table = await site.make_table(token, "kierki", {"N": {"kind": "program"}})
        live = site.arena.house.tables[table]
        reader, writer = await asyncio.open_connection("127.0.0.1", live.port, ssl=trust)
        writer.write(b"IAMN\r\n")
        async with asyncio.timeout(PATIENCE):
            while "N" not in live.players:
                await asyncio.sleep(0.01)
        writer.close()


@in_loop
async def test_those_who_only_watch_leave_room_for_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "most_open_files", lambda: 12)
    async with open_site() as site, site.guest(), site.guest(), site.guest():
        async with connect(f"ws://127.0.0.1:{site.port}/api/ws") as socket:
            await socket.send('{"type": "hello"}')
            assert json.loads(await socket.recv())["code"] == "too_many"
        async with site.person("Ada") as ada:
            assert ada.welcome["name"] == "Ada"
        assert site.arena.limits.counts["spectators"] == 1


@in_loop
async def test_many_tabs_of_a_few_people_leave_room_for_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "most_open_files", lambda: 12)
    async with open_site() as site:
        token = await site.claim("Ada")
        async with site.guest(token), site.guest(token), site.guest(token), site.guest():
            async with connect(f"ws://127.0.0.1:{site.port}/api/ws") as socket:
                await socket.send(json.dumps({"type": "hello", "token": token}))
                refused = json.loads(await socket.recv())
            assert (refused["code"], refused["reason"], refused["most"]) == ("too_many", "tabs", 3)
            async with site.person("Bob") as bob:
                assert bob.welcome["name"] == "Bob"
        async with site.guest(token), site.guest(token):
            pass


@in_loop
async def test_a_websocket_that_says_nothing_waits_with_the_others() -> None:
    async with open_site() as site, connect(f"ws://127.0.0.1:{site.port}/api/ws") as socket:
        before = len(site.arena.waiting_room)
        assert before >= 1
        await socket.send('{"type": "hello"}')
        assert json.loads(await socket.recv())["type"] == "welcome"
        assert len(site.arena.waiting_room) == before - 1
