"""Runs inside a sandbox with a private network: opens a listening socket, sends it to the referee, runs the program.

A bare Python gets it as text, because this file may be hidden in the sandbox. So it must not import anything of ours.

    arguments: the descriptor of a socket to the referee, the address, the port, the program and its arguments
"""

import os
import socket
import sys

referee, host, port, *command = sys.argv[1:]
with socket.create_server((host, int(port))) as table, socket.socket(fileno=int(referee)) as handover:
    socket.send_fds(handover, [b"."], [table.fileno()])
try:
    os.execv(command[0], command)  # noqa: S606 - no shell is needed
except OSError as error:
    # The same message and exit code as a shell's.
    print(f"{command[0]}: {error.strerror}", file=sys.stderr)
    sys.exit(127)
