from __future__ import annotations

import asyncio
import io
import re
import socket
from collections.abc import Awaitable, Callable

import pytest

from stolik.contract import packages
from stolik.games.kierki.cards import Card, read_card
from stolik.games.kierki.programs.client import (
    AutomaticClient,
    KierkiClient,
    PersonClient,
    answer,
    automatic_name,
    automatic_player,
)
from stolik.games.kierki.rules import View
from stolik.games.kierki.told import SeatKnowledge
from stolik.players.registry import PlayerError
from stolik.service.net.loop import run
from stolik.service.net.reach import CannotConnect, Server, connect
from stolik.service.net.report import Report

DEAL = "DEAL1E2C3C4C5C2D3D4D5D2H3H10HJHAS"
ASKED = "TRICK16C7C8C"
TIMEOUT = 10


class Constant:
    """A player that always plays one card, legal or not."""

    def __init__(self, card: str) -> None:
        self._card = read_card(card)

    def choose(self, view: View) -> Card:
        return self._card


class Broken:
    """A player that cannot choose."""

    def choose(self, view: View) -> Card:
        raise RuntimeError("no idea")


def asked() -> SeatKnowledge:
    known = SeatKnowledge("N")
    known.hear(DEAL.encode())
    known.hear(ASKED.encode())
    return known


def test_the_players_card_is_played() -> None:
    assert answer(asked(), Constant("4C")) == read_card("4C")


@pytest.mark.parametrize("player", [Broken(), Constant("AS"), Constant("KD")])
def test_a_player_that_fails_or_breaks_the_rules_is_replaced_by_a_legal_card(player: Broken | Constant) -> None:
    assert answer(asked(), player) == read_card("2C")


def test_the_same_card_answers_a_repeated_question() -> None:
    known = asked()
    known.put(answer(known, Constant("4C")))
    known.hear(ASKED.encode())
    assert answer(known, Constant("5C")) == read_card("4C")


def test_another_card_answers_after_a_refusal_and_all_are_tried() -> None:
    known = asked()
    tried = []
    for _ in range(5):
        tried.append(answer(known, Constant("4C")))
        known.put(tried[-1])
        known.hear(b"WRONG1")
        known.hear(ASKED.encode())
    assert tried == [read_card(card) for card in ("4C", "2C", "3C", "5C", "4C")]


def test_the_automatic_player_answers_legally() -> None:
    known = asked()
    assert answer(known, automatic_player()) in known.untried()


Visit = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def visited(client: KierkiClient, visit: Visit) -> None:
    """Lets the client meet a server that does what `visit` says, then leaves."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await visit(reader, writer)
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with asyncio.timeout(TIMEOUT), server:
        await connect(client, Server("127.0.0.1", server.sockets[0].getsockname()[1]))
        await client.ended


def test_an_automatic_client_answers_and_reports_both_ways() -> None:
    stream = io.BytesIO()

    async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert await reader.readuntil(b"\r\n") == b"IAMN\r\n"
        writer.write(f"{DEAL}\r\ngarbage\r\n{ASKED}\r\n".encode())
        assert await reader.readuntil(b"\r\n") == b"TRICK13C\r\n"

    async def play() -> None:
        report = Report(stream)
        await visited(AutomaticClient(SeatKnowledge("N"), Constant("3C"), report), visit)
        report.flush()

    run(play())
    lines = stream.getvalue().decode().split("\r\n")
    pattern = r"\[127\.0\.0\.1:\d+,127\.0\.0\.1:\d+,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\] (.*)"
    messages = [match[1] for line in lines if (match := re.fullmatch(pattern, line))]
    assert messages == ["IAMN", DEAL, "garbage", ASKED, "TRICK13C"]


def test_equal_questions_that_come_together_get_one_answer() -> None:
    answers: list[bytes] = []

    async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n")
        writer.write(f"{DEAL}\r\n".encode() + f"{ASKED}\r\n".encode() * 300)
        answers.append(await reader.readuntil(b"\r\n"))
        writer.write(f"{ASKED}\r\n".encode() * 300)
        writer.write_eof()
        answers.append(await reader.read())

    async def play() -> None:
        await visited(AutomaticClient(SeatKnowledge("N"), Constant("3C")), visit)

    run(play())
    assert answers == [b"TRICK13C\r\n"] * 2


def test_what_the_client_knows_of_a_long_match_does_not_grow() -> None:
    known = SeatKnowledge("N")
    for _ in range(3000):
        for line in (DEAL, "SCOREN1E2S3W4"):
            known.hear(line.encode())
    known.hear(DEAL.encode())
    now = known.view().open
    assert now.totals == (3000, 6000, 9000, 12000)
    assert len(now.sheet) == 1
    assert not now.over


def test_the_client_says_why_it_ended() -> None:
    async def why(*lines: str) -> str | None:
        client = KierkiClient(SeatKnowledge("N"))

        async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write("".join(f"{line}\r\n" for line in lines).encode())

        await visited(client, visit)
        return client.why_it_ended()

    closed, end = "the server closed the connection", "the match was not played to its end"
    assert run(why()) == f"{closed} before the first deal: {end}"
    assert run(why(DEAL, ASKED)) == f"{closed} in trick 1 of a deal: {end}"
    assert run(why(DEAL, "SCOREN0E5S15W0")) == f"{closed} after a deal, before its TOTAL: {end}"
    assert run(why(DEAL, "SCOREN0E5S15W0", "TOTALN0E5S15W0")) is None
    assert run(why("BUSYNW")) == "seat N is taken; taken seats: N, W"


def test_a_server_that_starts_a_moment_later_is_found() -> None:
    async def play() -> list[str]:
        said: list[str] = []
        with socket.create_server(("127.0.0.1", 0)) as sock:
            port = sock.getsockname()[1]
        client = KierkiClient(SeatKnowledge("N"))
        connecting = asyncio.ensure_future(connect(client, Server("127.0.0.1", port), TIMEOUT, said.append))
        while not said:
            await asyncio.sleep(0)
        server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", port)
        async with asyncio.timeout(TIMEOUT), server:
            await connecting
            await client.ended
        return said

    (why,) = run(play())
    assert "Connection refused" in why


def test_the_automatic_player_is_the_network_where_numpy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "is_installed", lambda _: True)
    assert automatic_name() == "network"
    monkeypatch.setattr(packages, "is_installed", lambda _: False)
    assert automatic_name() == "heuristic"
    with pytest.raises(PlayerError, match="best of kierki needs numba, which is not installed"):
        automatic_player("best")


def test_a_person_is_told_everything_and_what_they_type_is_sent() -> None:
    said: list[str] = []

    async def play() -> None:
        client = PersonClient(SeatKnowledge("N"), said.extend)

        async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            assert await reader.readuntil(b"\r\n") == b"IAMN\r\n"
            writer.write(f"{DEAL}\r\n{ASKED}\r\n".encode())
            while not client.known.awaited:
                await asyncio.sleep(0)
            client.typed("!KS")
            client.typed("!3c")
            assert await reader.readuntil(b"\r\n") == b"TRICK13C\r\n"

        await visited(client, visit)

    run(play())
    assert [line.split(":")[0] for line in said] == ["New deal 1", "Trick", "Available", "KS is not played"]


def test_a_client_that_finds_its_seat_busy_leaves_by_itself() -> None:
    said: list[str] = []

    async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"BUSYNE\r\n")
        # The server never closes: it waits for the client's end of file.
        assert await reader.read() == b"IAMN\r\n"

    async def play() -> bool:
        client = PersonClient(SeatKnowledge("N"), said.extend)
        await visited(client, visit)
        return client.known.finished

    assert run(play()) is False
    assert said == ["Place busy, list of busy places received: N, E."]


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@pytest.mark.parametrize(
    ("server", "words"),
    [
        (Server("127.0.0.1", closed_port()), "127.0.0.1: Connection refused"),
        (Server("::1", 1, socket.AF_INET), "cannot find host '::1' on IPv4"),
        (Server("127.0.0.1", 1, socket.AF_INET6), "cannot find host '127.0.0.1' on IPv6"),
        (Server("a..b", 1), "cannot find host 'a..b'"),
        (Server("no.such.invalid", 1), "cannot find host 'no.such.invalid'"),
    ],
)
def test_a_server_that_cannot_be_reached_is_named(server: Server, words: str) -> None:
    async def play() -> None:
        await connect(PersonClient(SeatKnowledge("N"), print), server)

    with pytest.raises(CannotConnect, match=re.escape(words)):
        run(play())


def test_the_next_address_is_tried_when_the_first_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            assert await reader.readuntil(b"\r\n") == b"IAMN\r\n"
            writer.close()
            ended.set()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        good = await loop.getaddrinfo("127.0.0.1", port, type=socket.SOCK_STREAM)
        bad = await loop.getaddrinfo("127.0.0.1", closed_port(), type=socket.SOCK_STREAM)

        async def both(*_: object) -> object:
            return [*bad, *good]

        monkeypatch.setattr("stolik.service.net.reach._addresses", both)
        client = PersonClient(SeatKnowledge("N"), print)
        async with asyncio.timeout(TIMEOUT), server:
            await connect(client, Server("anywhere", 1))
            await ended.wait()
            await client.ended

    run(play())
