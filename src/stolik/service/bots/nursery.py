"""A small process that has nothing to do but to fork the processes where players think and games are judged.

The service itself would be held up by that: whoever starts a process has Python's lock until it runs, and on a busy
machine that takes milliseconds. For each, a socket comes over this one's standard input, and becomes that of the new
process; with it comes the trade that the process is to follow. When the service is gone, this ends too.
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
_TRADES: Final = {BOT: bot_worker.main, ANALYST: analyst.main}


def main() -> None:
    """The process. Ctrl-C is for the service, and nobody waits for those that are forked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    orders = socket.socket(fileno=sys.stdin.fileno())
    while True:
        trade, lines, _, _ = socket.recv_fds(orders, 1, 1)
        if not lines:
            return
        with contextlib.suppress(OSError):  # no more processes: the line is cut, and the service knows
            if os.fork() == 0:
                break
        os.close(lines[0])
    os.dup2(lines[0], orders.detach())
    os.close(lines[0])
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _TRADES[trade]()


if __name__ == "__main__":
    main()
