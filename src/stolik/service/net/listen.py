"""Listening sockets."""

from __future__ import annotations

import contextlib
import errno
import socket

try:
    import resource
except ImportError:  # not every system has it
    resource = None  # type: ignore[assignment]

# Connections that may wait to be accepted: Linux's own default limit. Clients beyond it time out after a minute, so
# there must be room for all that connect while the service is busy.
BACKLOG = 4096

# The real limit of open files on macOS when it reports "unlimited"; also our guess where the limit is unknown.
USUAL_FILES = 10240


def listen(port: int, host: str = "") -> socket.socket:
    """Opens a listening socket. Port 0: any free port. Raises OSError.

    Without a host it listens on all addresses, IPv4 and IPv6, or IPv4 alone on a system without IPv6. A port that is
    taken on either is an error: half of the clients would reach another program.
    """
    try:
        return _open(port, host)
    except OSError as error:
        # Python adds the address in a notation of its own.
        raise OSError(error.errno, str(error.strerror).partition(" (while ")[0]) from None


def _open(port: int, host: str) -> socket.socket:
    if host not in ("", "::"):
        try:
            family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        except UnicodeError:  # a label too long
            raise OSError(errno.EINVAL, f"{host[:40]!r} is not a host's name") from None
        return socket.create_server((str(address[0]), port), family=family, backlog=BACKLOG)
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server(
                ("", port), family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=True, reuse_port=False
            )
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                raise
    return socket.create_server(("", port), backlog=BACKLOG)


def allow_many_connections() -> None:
    """Raises this process's limit of open files as far as the system allows."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for files in (hard, max(soft, USUAL_FILES)):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
            return


def most_open_files() -> int:
    """This process's limit of open files; each connection is one."""
    return USUAL_FILES if resource is None else resource.getrlimit(resource.RLIMIT_NOFILE)[0]
