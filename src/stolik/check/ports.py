"""Free ports for programs that must be told one: below those that the system gives to connections."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import socket
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

LOWEST, HIGHEST = 20000, 32000
MOST_TRIES: Final = 200
# The state of a listening socket in /proc/net/tcp.
_LISTENING: Final = "0A"

_given: set[int] = set()
"""Ports that are in use by this process's scenarios."""


def free_port() -> int:
    """A port that nobody listens on; `release` gives it back. Raises OSError if none is found."""
    for _ in range(MOST_TRIES):
        port = random.SystemRandom().randint(LOWEST, HIGHEST)
        if port not in _given and is_free(port):
            _given.add(port)
            return port
    raise OSError("no free port was found")


def release(port: int) -> None:
    """The port is not needed any more."""
    _given.discard(port)


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
