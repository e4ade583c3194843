"""Desks: a port for one table, as long as its game lasts."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack

import pytest
from tests.support.loop import in_loop
from tests.support.workers import Made

from stolik.contract import Kind
from stolik.contract.registry import all_games
from stolik.service.arena import Arena
from stolik.service.bots.bots import Bots
from stolik.service.settings import Settings
from stolik.service.tables import desks as module
from stolik.service.tables.desks import Desks
from stolik.service.tables.new_table import NewTable, SeatFor

NO_DOORS = Settings(no_db=True, game_ports=dict.fromkeys(all_games(), 0), table_ports=(0, 0), host="127.0.0.1")


def two_free_ports() -> tuple[int, int]:
    """Two ports side by side that nobody uses at this moment."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as first:
            port = int(first.getsockname()[1])
            try:
                socket.create_server(("127.0.0.1", port + 1)).close()
            except OSError:
                continue
            return port, port + 1


def test_the_first_free_port_is_taken_and_when_none_is_it_is_said() -> None:
    ports = two_free_ports()
    desks = Desks("127.0.0.1", ports)
    with desks.reserve() as first, desks.reserve() as second:
        assert (first.getsockname()[1], second.getsockname()[1]) == ports
        with pytest.raises(ValueError, match="no port is free"):
            desks.reserve()


def test_a_table_that_comes_back_has_the_port_that_it_had() -> None:
    before = two_free_ports()[1]
    desks = Desks("127.0.0.1", (0, 0))
    with desks.reserve(before) as again:
        assert again.getsockname()[1] == before
        with desks.reserve(before) as elsewhere:
            assert elsewhere.getsockname()[1] != before


def test_a_new_table_does_not_try_the_ports_of_other_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def count(port: int, host: str) -> socket.socket:
        tried.append(port)
        return socket.create_server(("127.0.0.1", 0))

    monkeypatch.setattr(module, "listen", count)
    desks = Desks("127.0.0.1", (20000, 20999))
    with ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(desks.reserve())
    assert tried == list(range(20000, 20200))


async def _ask_for_seat(port: int, seat: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"IAM{seat}\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), 20)
    writer.close()
    return answer


@in_loop
async def test_seats_of_bots_and_of_people_are_busy_to_programs() -> None:
    seats = {"E": SeatFor(Kind.BOT, "duck"), "S": SeatFor(Kind.PERSON, "Ada"), "W": SeatFor(Kind.PROGRAM)}
    async with Arena(NO_DOORS) as arena:
        live = await arena.open_table(NewTable("kierki", seats))
        assert live.port is not None
        assert await _ask_for_seat(live.port, "S") == b"BUSYES\r\n"
        assert await _ask_for_seat(live.port, "E") == b"BUSYES\r\n"


async def _is_open(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


@in_loop
async def test_the_desk_closes_with_its_game() -> None:
    async with Arena(NO_DOORS) as arena:
        live = await arena.open_table(NewTable("kierki", {seat: SeatFor(Kind.BOT, "duck") for seat in "NES"}))
        assert live.port is None
        await arena.open_desk(live)
        assert live.port is not None
        reader, writer = await asyncio.open_connection("127.0.0.1", live.port)
        arena.seat_bot(live, "W", "duck")
        assert await asyncio.wait_for(reader.read(), 60) == b""
        writer.close()
        # Whoever does not greet is closed too, perhaps before the game is over.
        while await _is_open(live.port):
            await asyncio.sleep(0.05)


@in_loop
async def test_a_program_plays_krazki_at_a_table_with_a_bot() -> None:
    async with Arena(NO_DOORS) as arena:
        arena.bots = Bots(Made())
        seats = {"b": SeatFor(Kind.BOT, "random"), "c": SeatFor(Kind.PROGRAM)}
        live = await arena.open_table(NewTable("krazki", seats))
        assert live.port is not None
        reader, writer = await asyncio.open_connection("127.0.0.1", live.port)
        assert (await asyncio.wait_for(reader.readline(), 20)).startswith(b"200 ")
        assert arena.connections["krazki"] == 1
        late, other = await asyncio.open_connection("127.0.0.1", live.port)
        assert (await asyncio.wait_for(late.readline(), 20)).startswith(b"999 ")
        writer.write(b"210 nonsense\n")
        assert (await asyncio.wait_for(reader.readline(), 20)).startswith(b"999 ")
        for each in (writer, other):
            each.close()


@pytest.mark.parametrize("game", ["krazki", "kierki"])
@in_loop
async def test_a_table_has_a_port_only_when_a_program_is_wanted(game: str) -> None:
    async with Arena(NO_DOORS) as arena:
        assert (await arena.open_table(NewTable(game))).port is None
        with pytest.raises(ValueError, match="own door"):
            await arena.open_table(NewTable("othello", {"black": SeatFor(Kind.PROGRAM)}))
