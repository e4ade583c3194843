"""Connects a client to a server, and tries all of the server's addresses."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from stolik.service.net.connection import LineConnection

AddressInfo = tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[Any, ...]]
"""One result of `getaddrinfo`."""

# Seconds between two attempts: a server that is starting is found soon, and the machine is not kept busy.
TRY_AGAIN: Final = 0.1

_VERSIONS = {int(socket.AF_INET): " on IPv4", int(socket.AF_INET6): " on IPv6"}


class CannotConnect(Exception):
    """No address of the server answers; the message says which and why."""


class Server(NamedTuple):
    """The address of a server, as the user gives it."""

    host: str
    port: int
    family: int = socket.AF_UNSPEC


async def connect(
    client: LineConnection, server: Server, patience: float = 0.0, waiting: Callable[[str], None] | None = None
) -> None:
    """Connects the client to the first of the server's addresses that answers; raises CannotConnect.

    A server that refuses may only just be starting: it is tried again for `patience` seconds. `waiting` is called
    once, with the reason, when that begins.
    """
    loop = asyncio.get_running_loop()
    until = loop.time() + patience
    while True:
        try:
            await _connect_once(client, server)
        except _Refused as error:
            if loop.time() >= until:
                raise CannotConnect(str(error)) from None
            if waiting is not None:
                waiting(str(error))
                waiting = None
            await asyncio.sleep(TRY_AGAIN)
        else:
            return


class _Refused(CannotConnect):
    """Nobody listens at any address of the server."""


async def _connect_once(client: LineConnection, server: Server) -> None:
    reasons: list[str] = []
    refused = True
    for family, kind, protocol, _, address in await _addresses(server):
        try:
            sock = await _reach(socket.socket(family, kind, protocol), address)
        except OSError as error:
            reasons.append(f"{address[0]}: {os.strerror(error.errno) if error.errno else error}")
            refused = refused and error.errno == errno.ECONNREFUSED
            continue
        await asyncio.get_running_loop().create_connection(lambda: client, sock=sock)
        return
    why = f"cannot connect to {server.host!r} port {server.port} ({'; '.join(reasons)})"
    raise _Refused(why) if refused else CannotConnect(why)


async def _addresses(server: Server) -> Sequence[AddressInfo]:
    try:
        return await asyncio.get_running_loop().getaddrinfo(
            server.host, server.port, family=server.family, type=socket.SOCK_STREAM
        )
    except socket.gaierror as error:
        version = _VERSIONS.get(server.family, "")
        raise CannotConnect(f"cannot find host {server.host!r}{version}: {error.strerror}") from error
    except ValueError as error:  # a label too long, a zero byte
        raise CannotConnect(f"cannot find host {server.host!r}: it is not a host's name") from error


async def _reach(sock: socket.socket, address: tuple[Any, ...]) -> socket.socket:
    sock.setblocking(False)
    try:
        await asyncio.get_running_loop().sock_connect(sock, address)
    except BaseException:
        sock.close()
        raise
    return sock
