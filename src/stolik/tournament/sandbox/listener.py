"""Runs inside a sandbox that has a network of its own: listens there, hands that out, and becomes the program.

It is given to a bare Python as text, for the sandbox may not show this file. It must not know anything of ours.

    arguments: the descriptor of a socket of the referee's, the address and the port, the program and its arguments
"""

import os
import socket
import sys

referee, host, port, *command = sys.argv[1:]
with socket.create_server((host, int(port))) as table, socket.socket(fileno=int(referee)) as way_out:
    socket.send_fds(way_out, [b"."], [table.fileno()])
try:
    os.execv(command[0], command)  # noqa: S606 - there is no shell, and none is wanted
except OSError as error:
    # As a shell says it, and with a shell's code.
    print(f"{command[0]}: {error.strerror}", file=sys.stderr)
    sys.exit(127)
