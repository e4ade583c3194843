"""Serves a web application in the event loop that is running, with everything else that runs there."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from ssl import SSLContext
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from stolik.service.net.limits import Limits
from stolik.service.net.waiting_room import WaitingRoom
from stolik.web.complaints import counted
from stolik.web.http_protocol import HttpProtocol
from stolik.web.messages.words import LONGEST
from stolik.web.socket_protocol import SocketProtocol

# How long a request that is being answered is waited for when the service stops, in whole seconds.
LINGER: Final = 1
# Longer than clients keep an idle connection themselves: one that we closed first could lose their next request.
KEEP_ALIVE: Final = 75
# A browser that says nothing for twice as long is gone, even when its connection still seems to stand.
PULSE: Final = 7.5


class _Server(uvicorn.Server):
    """A server that leaves signals to the program that it is a part of."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Catches none."""
        yield


@asynccontextmanager
async def serving(
    app: ASGIApp, listening: socket.socket, waiting_room: WaitingRoom, limits: Limits, tls: SSLContext | None = None
) -> AsyncIterator[None]:
    """Answers on that socket until the end of the block."""
    config = uvicorn.Config(
        app,
        # uvicorn calls it like its own class.
        http=partial(HttpProtocol, waiting_room=waiting_room, limits=limits),  # type: ignore[arg-type]
        proxy_headers=False,  # uvicorn would believe every client on this machine: see `client_address`
        ws=partial(SocketProtocol, limits=limits),  # type: ignore[arg-type]
        ws_per_message_deflate=False,  # it costs 33 KB a connection
        # What is a little too long is refused in words; what is much too long is never read to its end.
        ws_max_size=16 * LONGEST,
        ws_ping_interval=PULSE,
        ws_ping_timeout=PULSE,
        timeout_keep_alive=KEEP_ALIVE,
        server_header=False,
        lifespan="off",
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=LINGER,
    )
    config.load()
    config.ssl = tls
    server = _Server(config)
    task = asyncio.get_running_loop().create_task(server.serve(sockets=[listening]))
    try:
        with counted(limits):
            yield
    finally:
        server.should_exit = True
        await task
