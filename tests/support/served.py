"""A whole arena with its page, on ports of its own, in a process of its own: `python -m tests.support.served [PORT]`."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

from stolik.service.arena import Arena
from stolik.service.loop import run
from stolik.service.settings import Settings
from stolik.web.app import create_app, web_server

READY_WITHIN = 30.0


async def serve(port: int, db: str) -> None:
    """Serves until it is killed."""
    settings = Settings(host="127.0.0.1", othello_port=0, krazki_port=0, graph_port=0, db=db)
    async with Arena(settings) as arena:
        await web_server(create_app(arena), host="127.0.0.1", port=port).serve()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def served(db: str) -> Iterator[str]:
    """The address of an arena that is up."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "tests.support.served", str(port), db])
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


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        run(serve(int(sys.argv[1]), sys.argv[2]))
