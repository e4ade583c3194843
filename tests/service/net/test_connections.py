"""Who may wait at a listening socket without saying who it is."""

from __future__ import annotations

import asyncio
from unittest.mock import Mock

import pytest
from tests.support.simulated import Wire, run_simulated

from stolik.service.net import waiting_room as module
from stolik.service.net.connection import LineConnection
from stolik.service.net.connections import Connections
from stolik.service.net.waiting_room import MOMENT, MOST_WAITING


def arrive(connections: Connections, number: int) -> list[Wire]:
    wires = []
    for _ in range(number):
        connection = LineConnection(b"\n", 16)
        wires.append(Wire(connection))
        connections.arrived(connection)
    return wires


@pytest.mark.parametrize(("files", "most"), [(1_000_000, MOST_WAITING), (1024, 256)])
def test_of_too_many_who_say_nothing_the_longest_waiting_go(
    files: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "most_open_files", lambda: files)

    async def main() -> None:
        connections = Connections(60.0)
        wires = arrive(connections, most)
        assert not any(wire.ended for wire in wires)
        arrive(connections, 1)
        await asyncio.sleep(MOMENT + 1)
        assert [wire.ended for wire in wires[:2]] == [True, False]

    run_simulated(main())


def test_whoever_has_said_who_it_is_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 1)

    async def main() -> None:
        connections = Connections(60.0)
        first, second = LineConnection(b"\n", 16), LineConnection(b"\n", 16)
        wire = Wire(first)
        connections.arrived(first)
        connections.greeted(first)
        connections.arrived(second)
        assert not wire.ended

    run_simulated(main())


def test_of_many_who_come_at_once_nobody_goes_who_says_soon_who_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 10)

    async def main() -> None:
        connections = Connections(60.0)
        came = [LineConnection(b"\n", 16) for _ in range(50)]
        wires = [Wire(connection) for connection in came]
        for connection in came:
            connections.arrived(connection)
        await asyncio.sleep(MOMENT - 1)
        assert not any(wire.ended for wire in wires)
        for connection in came[:45]:
            connections.greeted(connection)
        await asyncio.sleep(2 * MOMENT)
        assert not any(wire.ended for wire in wires)

    run_simulated(main())


@pytest.mark.parametrize("short", ["of connections", "of files", "of any file"])
def test_the_longest_waiting_go_at_once_when_there_is_no_room(short: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 5)

    async def main() -> None:
        connections = Connections(60.0)
        wires = arrive(connections, 10)
        assert not any(wire.ended for wire in wires)
        if short == "of connections":
            monkeypatch.setattr(module, "MOST_AT_ONCE", 10)
        elif short == "of files":
            monkeypatch.setattr(module, "most_open_files", lambda: 2)
        else:
            monkeypatch.setattr("os.open", Mock(side_effect=OSError))
        arrive(connections, 2)
        assert [wire.ended for wire in wires[:3]] == [True, True, False]

    run_simulated(main())
