"""Clients of the code protocol whose connections are doors in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from stolik.contract import AnyGame, HouseRules
from stolik.service.doors.code_server import CodeServer, tables_of

LONG = 100.0


class MemoryTransport(asyncio.Transport):
    """Keeps what is written; its peer has a name of its own."""

    def __init__(self, name: str | None) -> None:
        super().__init__({"peername": (name, 1), "sockname": ("127.0.0.9", 2)} if name else {})
        self.written = b""
        self.ended = self.aborted = False

    def write(self, data: Any) -> None:
        assert not self.ended
        self.written += data

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.ended = True

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass


class Client:
    """A client whose connection is a door in memory."""

    def __init__(self, server: CodeServer, game: AnyGame, name: str | None = "127.0.0.1") -> None:
        self.transport = MemoryTransport(name)
        self.door = server.new_door()
        self.door.connection_made(self.transport)

    def say(self, line: str) -> None:
        self.door.data_received(line.encode() + b"\n")

    def go(self) -> None:
        self.door.connection_lost(None)

    def heard(self) -> list[str]:
        """The lines since the last time; the last one is `end` once there is nothing more to come."""
        lines = self.transport.written.decode().splitlines()
        self.transport.written = b""
        return [*lines, *["end"] * self.transport.ended]


def rules(game: AnyGame, turn_time: float = LONG) -> HouseRules:
    house = game.house_rules
    return HouseRules(turn_time, house.on_silence, house.on_foul, house.on_absence)


def server_of(game: AnyGame, position: str, games: int | None = None) -> CodeServer:
    return CodeServer(game, tables_of(game, lambda: game.read(position), rules(game)), games)


def in_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that runs in an event loop."""

    def run() -> None:
        asyncio.run(test())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run
