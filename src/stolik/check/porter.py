"""Runs inside a sandbox with a private network: starts the program, and opens connections to it for the checker.

A bare Python gets this file as text, because it may be hidden in the sandbox. So it must not import anything of ours.

    arguments: the descriptor of a socket to the checker; the host and port of a socket that listens before the program
    starts, or two dashes; the program and its arguments

A request is a line, `HOST PORT`; the answer is a socket that is connected there, or the words why there is none.
"""

import os
import signal
import socket
import sys
import threading

BACKLOG = 128
checker = socket.socket(fileno=int(sys.argv[1]))
host, port, *command = sys.argv[2:]


def family(host: str) -> socket.AddressFamily:
    """The version of IP that an address has."""
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def greet() -> None:
    """Tells the checker that the sandbox is up, and gives it the socket that listens."""
    if host == "-":
        checker.sendall(b"!")
        return
    with socket.create_server((host, int(port)), family=family(host), backlog=BACKLOG) as listening:
        socket.send_fds(checker, [b"!"], [listening.fileno()])


def serve() -> None:
    """Answers requests until the checker is gone."""
    with checker.makefile("r") as requests:
        for request in requests:
            there, number = request.split()
            try:
                with socket.socket(family(there)) as made:
                    made.connect((there, int(number)))
                    socket.send_fds(checker, [b"."], [made.fileno()])
            except OSError as error:
                checker.sendall((error.strerror or "failed").encode()[:200])


def run() -> None:
    """Starts the program, and ends as the program ends."""
    greet()
    pid = os.fork()
    if not pid:
        checker.close()
        try:
            os.execv(command[0], command)  # noqa: S606 - no shell is needed
        except OSError as error:
            print(f"{command[0]}: {error.strerror}", file=sys.stderr, flush=True)
            os._exit(127)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda sent, _: os.kill(pid, sent))
    for descriptor in (0, 1, 2):
        os.close(descriptor)
    threading.Thread(target=serve, daemon=True).start()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os._exit(128 - code if code < 0 else code)


run()
