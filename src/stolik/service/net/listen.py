"""Listening sockets."""

from __future__ import annotations

import contextlib
import socket

try:
    import resource
except ImportError:  # not every system has it
    resource = None  # type: ignore[assignment]

# As much as Linux gives by default. Whoever finds no room is turned away by the system after a minute, however patient
# it is: there must be room for all who come while a busy service does something else.
BACKLOG = 4096

# As many as macOS lets a process have when it says that there is no limit; also our guess where no system tells.
USUAL_FILES = 10240


def listen(port: int, host: str = "") -> socket.socket:
    """A socket on that address; none: on all, of IPv4 and IPv6, IPv4 alone where there is no other. Port 0: any."""
    if host:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((str(address[0]), port), family=family, backlog=BACKLOG)
    if socket.has_dualstack_ipv6():
        with contextlib.suppress(OSError):
            return socket.create_server(
                ("", port), family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=True, reuse_port=False
            )
    return socket.create_server(("", port), backlog=BACKLOG)


def allow_many_connections() -> None:
    """Raises this process's limit of open files as far as the system lets it."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for files in (hard, max(soft, USUAL_FILES)):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
            return


def most_open_files() -> int:
    """This process's limit of open files, connections among them."""
    return USUAL_FILES if resource is None else resource.getrlimit(resource.RLIMIT_NOFILE)[0]
