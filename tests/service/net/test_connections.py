"""Who may wait at a listening socket without saying who it is."""

from __future__ import annotations

import pytest
from tests.support.simulated import Wire, run_simulated

from stolik.service.net import waiting_room as module
from stolik.service.net.connection import LineConnection
from stolik.service.net.connections import Connections
from stolik.service.net.waiting_room import MOST_WAITING


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
