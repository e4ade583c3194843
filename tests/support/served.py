"""A whole arena with its page, in a process of its own, on ports of its own."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

READY_WITHIN = 120.0


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def served(
    db: str,
    port: int | None = None,
    terminal: Path | None = None,
    packages: Path | None = None,
    stolik: Path | None = None,
    options: Sequence[str] = (),
) -> Iterator[str]:
    """The address of an arena that is up; at the end it is killed, as by a power cut.

    `terminal` is where it prints to; `packages` a folder with games that are installed for it alone; `stolik` the
    program, when it is that of another environment; `options` more options of the program.
    """
    port = port or free_port()
    program = stolik or Path(sys.executable).parent / "stolik"
    # Any free port will do: the browser meets only the page's.
    doors = ("--othello-port", "0", "--krazki-port", "0", "--graph-port", "0")
    where = ("--host", "127.0.0.1", "--port", str(port))
    files = ("--db", db, "--contests", f"{db}-contests", "--operator-file", f"{db}-operator")
    command = [str(program), "serve", *where, *files, *doors, *options]
    # Not measured: who is killed leaves no figures.
    kept = {name: value for name, value in os.environ.items() if name != "COVERAGE_PROCESS_CONFIG"}
    also = {} if packages is None else {"PYTHONPATH": str(packages)}
    with open(terminal or os.devnull, "wb") as printed:
        process = subprocess.Popen(
            command, stdout=printed, stderr=subprocess.DEVNULL, env={**kept, "PYTHONUNBUFFERED": "1", **also}
        )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(address)
        yield address
    finally:
        process.kill()
        process.wait()


def _wait_for(address: str) -> None:
    until = time.monotonic() + READY_WITHIN
    while True:
        try:
            with urllib.request.urlopen(f"{address}/health") as answer:
                answer.read()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
