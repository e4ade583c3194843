"""A stay at an Othello server that keeps to a script; visits to it, and a follower that notes what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from stolik.games.othello.programs.client import Outcome, Stay
from stolik.games.othello.told import PlayerKnowledge
from stolik.games.othello.wire import ServerMessage
from stolik.service.net.reach import Server

# Far above what anything here takes: only a test that would fail waits this long.
TIMEOUT = 20


class Peer:
    """The server's end of one connection."""

    def __init__(self, story: Story, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.story = story
        self._reader = reader
        self._writer = writer

    async def hear(self) -> str:
        """The client's next line, pings left out."""
        while (line := (await self._reader.readuntil(b"\n")).decode().rstrip("\n")) == "CPING":
            pass
        return line

    async def hear_ping(self) -> None:
        assert await self._reader.readuntil(b"\n") == b"CPING\n"

    async def hear_end(self) -> None:
        """The client has nothing more to say."""
        assert (await self._reader.read()).replace(b"CPING\n", b"") == b""

    def say(self, *lines: str) -> None:
        self._writer.write("".join(f"{line}\n" for line in lines).encode())

    async def dribble(self, *lines: str) -> None:
        for byte in "".join(f"{line}\n" for line in lines).encode():
            self._writer.write(bytes([byte]))
            await self._writer.drain()
            await asyncio.sleep(0)

    def close(self) -> None:
        self._writer.close()

    def reset(self) -> None:
        self._writer.transport.abort()


Visit = Callable[[Peer], Awaitable[None]]


class Follower:
    """Notes what it is told, and lets others wait for it."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self._changed = asyncio.Event()

    def heard(self, message: ServerMessage) -> None:
        self._note(message.text())

    def entered(self, again: bool) -> None:
        self._note("again" if again else "entered")

    def lost(self) -> None:
        self._note("lost")

    def waiting(self, seconds: float) -> None:
        if self.notes[-1] != "waiting":
            self._note("waiting")

    def _note(self, words: str) -> None:
        self.notes.append(words)
        self._changed.set()

    async def until(self, words: str) -> None:
        while words not in self.notes:
            self._changed.clear()
            await self._changed.wait()


class Story:
    """A stay, and a server that treats its first connection as the first visit says, and so on; then it is gone."""

    def __init__(self, *visits: Visit, patience: float = TIMEOUT) -> None:
        self._visits = list(visits)
        self._patience = patience
        self.follower = Follower()
        self.known = PlayerKnowledge("Dan")
        self.stay: Stay
        self._server: asyncio.Server
        self._failed: list[BaseException] = []

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visit = self._visits.pop(0)
        if not self._visits:
            self._server.close()
        try:
            await visit(Peer(self, reader, writer))
        except BaseException as error:
            self._failed.append(error)
            self.stay.leave()
        finally:
            writer.close()

    async def last(self, meanwhile: Awaitable[None] | None = None) -> Outcome:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.stay = Stay(self.known, Server("127.0.0.1", port), self.follower, self._patience)
        async with asyncio.timeout(TIMEOUT):
            doing = asyncio.ensure_future(meanwhile) if meanwhile else None
            try:
                return await self.stay.until_its_end()
            finally:
                self._server.close()
                if doing:
                    doing.cancel()
                assert not self._failed, self._failed


async def let_in(peer: Peer, *lines: str) -> None:
    assert await peer.hear() == "CNAME~Dan"
    await peer.hear_ping()
    peer.say(*lines, "SPONG")
