"""The listening socket where a network client connects to its table; in a sandbox it is in the client's own network.

So a client in a sandbox can reach its table and nothing else. The socket is sent to the referee when the client starts.
"""

from __future__ import annotations

import socket
from typing import Final

HOST: Final = "127.0.0.1"
# In a private network every port is free.
INNER_PORT: Final = 2345


class Entrance:
    """The listening socket for one network client."""

    def __init__(self, *, inside: bool) -> None:
        """`inside`: the client gets a private network, where `listener` opens the socket and sends it out."""
        self._ours, self._theirs = socket.socketpair()
        self.port = INNER_PORT
        if not inside:
            with socket.create_server((HOST, 0)) as listening:
                self.port = listening.getsockname()[1]
                socket.send_fds(self._theirs, [b"."], [listening.fileno()])

    @property
    def handover(self) -> int:
        """The descriptor through which the listening socket is sent out of the sandbox."""
        return self._theirs.fileno()

    @property
    def arrival(self) -> int:
        """The descriptor that is readable when `listen` need not wait."""
        return self._ours.fileno()

    def started(self) -> None:
        """The program has its own copy of the way out: when that closes, nothing comes any more."""
        self._theirs.close()

    def listen(self, wait: float) -> socket.socket:
        """Waits for the listening socket, which the caller closes; raises OSError when it does not come in time."""
        self._ours.settimeout(wait)
        _, descriptors, _, _ = socket.recv_fds(self._ours, 1, 1)
        if not descriptors:
            raise ConnectionError(0, "its sandbox did not come up")
        return socket.socket(fileno=descriptors[0])

    def close(self) -> None:
        """Closes both ends of the handover."""
        self._ours.close()
        self._theirs.close()
