"""Where a network client comes to its table: a listening socket which, in a sandbox, is in the client's own network.

A client in a sandbox can so reach its table and nothing else; what listens there is handed out as it starts.
"""

from __future__ import annotations

import socket
from typing import Final

HOST: Final = "127.0.0.1"
# In a network of one's own every port is free.
INNER_PORT: Final = 2345


class Entrance:
    """The way of one network client to its table."""

    def __init__(self, *, inside: bool) -> None:
        """`inside`: the client gets a network of its own, and `doorway` there listens and hands out."""
        self._ours, self._theirs = socket.socketpair()
        self.port = INNER_PORT
        if not inside:
            with socket.create_server((HOST, 0)) as listening:
                self.port = listening.getsockname()[1]
                socket.send_fds(self._theirs, [b"."], [listening.fileno()])

    @property
    def way_out(self) -> int:
        """The descriptor by which what listens inside is handed out."""
        return self._theirs.fileno()

    @property
    def arrival(self) -> int:
        """The descriptor that is readable when `listen` need not wait."""
        return self._ours.fileno()

    def started(self) -> None:
        """The program has its own copy of the way out: when that closes, nothing comes any more."""
        self._theirs.close()

    def listen(self, wait: float) -> socket.socket:
        """What listens, once it does, for the caller to close; raises OSError when nothing comes up inside."""
        self._ours.settimeout(wait)
        _, descriptors, _, _ = socket.recv_fds(self._ours, 1, 1)
        if not descriptors:
            raise ConnectionError(0, "its sandbox did not come up")
        return socket.socket(fileno=descriptors[0])

    def close(self) -> None:
        """Nobody comes any more."""
        self._ours.close()
        self._theirs.close()
