"""Free ports for programs that must be told one: below those that the system gives to connections."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import socket
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

LOWEST, HIGHEST = 20000, 32000
MOST_TRIES: Final = 200
# The state of a listening socket in /proc/net/tcp.
_LISTENING: Final = "0A"

_given: dict[int, socket.socket] = {}
"""Ports that are in use by this process's scenarios, and what keeps those of other checkers away from each."""


def free_port() -> int:
    """A port that nobody listens on; `release` gives it back. Raises OSError if none is found."""
    for _ in range(MOST_TRIES):
        port = random.SystemRandom().randint(LOWEST, HIGHEST)
        if _keep(port):
            if is_free(port):
                return port
            release(port)
    raise OSError("no free port was found")


def release(port: int) -> None:
    """The port is not needed any more."""
    kept = _given.pop(port, None)
    if kept is not None:
        kept.close()


def _keep(port: int) -> bool:
    """Whether no other scenario has the port, in this process or in another.

    A program listens only seconds later on a busy machine; until then others would find the port free. A name without a
    file is taken at once, and is free again when this process ends.
    """
    if port in _given:
        return False
    keeper = socket.socket(socket.AF_UNIX)
    if sys.platform == "linux":
        try:
            keeper.bind(f"\0stolik-check-port-{port}")
        except OSError:
            keeper.close()
            return False
    _given[port] = keeper
    return True


def is_free(port: int) -> bool:
    """Whether the port can be listened on, with IPv4 and, if there is IPv6, with that too."""
    families = [(socket.AF_INET, "")] + ([(socket.AF_INET6, "::")] if socket.has_ipv6 else [])
    for family, host in families:
        try:
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                probe.bind((host, port))
        except OSError as error:
            if family == socket.AF_INET or error.errno == errno.EADDRINUSE:
                return False
    return True


def listening(pids: Iterable[int]) -> set[int]:
    """The TCP ports that these processes listen on, as the system tells; empty where it does not."""
    held = {target for pid in pids for target in _sockets(pid)}
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        with contextlib.suppress(OSError):
            for line in Path(table).read_text().splitlines()[1:]:
                words = line.split()
                if words[3] == _LISTENING and f"socket:[{words[9]}]" in held:
                    found.add(int(words[1].rpartition(":")[2], 16))
    return found


def _sockets(pid: int) -> Iterator[str]:
    with contextlib.suppress(OSError):
        for descriptor in os.listdir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                yield os.readlink(f"/proc/{pid}/fd/{descriptor}")
