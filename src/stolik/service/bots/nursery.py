"""The nursery: a small process that only forks the worker processes, for bots and for analyses.

If the service forked them itself, its event loop would stop: starting a process holds Python's lock until the process
runs, which takes milliseconds on a busy machine. For each new process, the service sends one byte and a socket over
the nursery's standard input. The byte says which kind of process to start; the socket becomes that process's standard
input. The nursery ends when the service does.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from typing import Final

from stolik.service.bots import analyst, bot_worker

BOT: Final = b"b"
ANALYST: Final = b"a"
_KINDS: Final = {BOT: bot_worker.main, ANALYST: analyst.main}


def main() -> None:
    """Runs in the nursery, and then in each process that it forks."""
    # Only the service handles Ctrl-C. With SIGCHLD ignored, the kernel removes forked processes that have ended.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    orders = socket.socket(fileno=sys.stdin.fileno())
    while True:
        kind, sockets, _, _ = socket.recv_fds(orders, 1, 1)
        if not sockets:
            return
        with contextlib.suppress(OSError):  # fork failed: closing the socket below tells the service
            if os.fork() == 0:
                break
        os.close(sockets[0])
    os.dup2(sockets[0], orders.detach())
    os.close(sockets[0])
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _KINDS[kind]()


if __name__ == "__main__":
    main()
