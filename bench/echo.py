"""The bare limit: a line echo on the same event loop, with nothing else in it."""

from __future__ import annotations

import asyncio
import socket
import sys
from typing import cast

from stolik.service.net.loop import run


class Echo(asyncio.Protocol):
    """Sends back what it gets."""

    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keeps the transport."""
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Echoes."""
        self.transport.write(data)


async def serve(connections: int) -> None:
    """Echoes until that many connections have been closed."""
    gone = asyncio.Semaphore(0)

    class Counted(Echo):
        def connection_lost(self, exc: Exception | None) -> None:
            gone.release()

    listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
    server = await asyncio.get_running_loop().create_server(Counted, sock=listening)
    print(listening.getsockname()[1], flush=True)
    for _ in range(connections):
        await gone.acquire()
    server.close()


if __name__ == "__main__":
    run(serve(int(sys.argv[1]) if len(sys.argv) > 1 else 4))
