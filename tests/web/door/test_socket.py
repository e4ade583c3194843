"""One connection that misbehaves on its own level: it never reads, or says nothing. Its socket is made up."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from starlette.datastructures import Headers
from starlette.websockets import WebSocket
from tests.support.loop import in_loop
from tests.support.web import PATIENCE, in_memory

from stolik.service.arena import Arena
from stolik.web.door import socket
from stolik.web.door.guesses import Guesses
from stolik.web.door.hall import Hall
from stolik.web.door.people import People
from stolik.web.door.socket import SocketDoor
from stolik.web.door.tab import MOST_WAITING
from stolik.web.messages.words import Pong
from stolik.web.page.headers import is_welcome


class Stuck:
    """Takes in so many messages and then no more; says what it is given, then nothing."""

    def __init__(self, *said: str, reads: int) -> None:
        self._said = [{"type": "websocket.connect"}, *({"type": "websocket.receive", "text": text} for text in said)]
        self._reads = reads
        self.sent: list[Mapping[str, Any]] = []

    async def receive(self) -> Any:
        if self._said:
            return self._said.pop(0)
        return await asyncio.Event().wait()

    async def send(self, message: Any) -> None:
        if len(self.sent) >= self._reads:
            await asyncio.Event().wait()
        self.sent.append(message)

    def websocket(self) -> WebSocket:
        scope = {"type": "websocket", "headers": [], "client": ("127.0.0.1", 1)}
        return WebSocket(scope, self.receive, self.send)


def new_hall() -> tuple[Hall, SocketDoor]:
    arena = Arena(in_memory())
    hall = Hall(arena)
    return hall, SocketDoor(
        hall, People(arena.clock, None, arena.names, lambda _: False), Guesses(arena.clock.now, arena.limits), ()
    )


@in_loop
async def test_one_who_never_reads_is_dropped_and_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "LINGER", 0.01)
    hall, door = new_hall()
    stuck = Stuck('{"type": "hello"}', reads=1)  # the handshake, and not even the welcome
    coming = asyncio.create_task(door.let_in(stuck.websocket()))
    while not hall.tabs:
        await asyncio.sleep(0)
    for _ in range(MOST_WAITING + 1):
        hall.tell_all(Pong())
    await asyncio.wait_for(coming, PATIENCE)
    assert not hall.tabs
    assert len(stuck.sent) == 1


@in_loop
async def test_one_who_does_not_say_hello_is_shown_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "HELLO_TIME", 0.01)
    _, door = new_hall()
    silent = Stuck(reads=9)
    await asyncio.wait_for(door.let_in(silent.websocket()), PATIENCE)
    assert "not said hello" in silent.sent[-2]["text"]
    assert (silent.sent[-1]["type"], silent.sent[-1]["code"]) == ("websocket.close", socket.POLICY_BROKEN)


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        (None, True),
        ("http://stolik.example:8321", True),
        ("https://stolik.example:8321", True),
        ("https://STOLIK.example:8321", True),
        ("https://friend.example", True),
        ("http://friend.example", False),
        ("http://stolik.example", False),
        ("http://stolik.example:8321.evil.example", False),
        ("http://evil.example/stolik.example:8321", False),
        ("file://stolik.example:8321", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_our_own_page_and_those_allowed_are_welcome(origin: str | None, welcome: bool) -> None:
    headers = {"host": "stolik.example:8321"} | ({} if origin is None else {"origin": origin})
    assert is_welcome(Headers(headers), ("https://friend.example",)) is welcome
