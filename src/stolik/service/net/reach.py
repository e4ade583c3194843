"""Connects a client to a server, and tries all of the server's addresses."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Sequence
from typing import Any, NamedTuple

from stolik.service.net.connection import LineConnection

AddressInfo = tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[Any, ...]]
"""One result of `getaddrinfo`."""

_VERSIONS = {int(socket.AF_INET): " on IPv4", int(socket.AF_INET6): " on IPv6"}


class CannotConnect(Exception):
    """No address of the server answers; the message says which and why."""


class Server(NamedTuple):
    """The address of a server, as the user gives it."""

    host: str
    port: int
    family: int = socket.AF_UNSPEC


async def connect(client: LineConnection, server: Server) -> None:
    """Connects the client to the first of the server's addresses that answers; raises CannotConnect."""
    reasons: list[str] = []
    for family, kind, protocol, _, address in await _addresses(server):
        try:
            sock = await _reach(socket.socket(family, kind, protocol), address)
        except OSError as error:
            reasons.append(f"{address[0]}: {os.strerror(error.errno) if error.errno else error}")
            continue
        await asyncio.get_running_loop().create_connection(lambda: client, sock=sock)
        return
    raise CannotConnect(f"cannot connect to {server.host!r} port {server.port} ({'; '.join(reasons)})")


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
