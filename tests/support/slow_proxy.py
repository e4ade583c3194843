"""Stands between the service and a PostgreSQL server, and passes on what they say late, if it is told to."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit

SOCKET = ".s.PGSQL.5432"


class SlowProxy:
    """A proxy on a socket of its own, in a thread of its own."""

    def __init__(self, database: str) -> None:
        """`database` is the server's address, with the folder of its socket."""
        self._server = Path(parse_qs(urlsplit(database).query)["host"][0])
        self._folder = Path(tempfile.mkdtemp(prefix="stolik-proxy-"))
        self.database = database.replace(str(self._server), str(self._folder))
        """The same database through the proxy."""
        self._delay = 0.0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run)
        self._ready = threading.Event()

    @contextmanager
    def slow(self, seconds: float) -> Iterator[None]:
        """For a while, everything that either side says arrives so much later."""
        self._delay = seconds
        try:
            yield
        finally:
            self._delay = 0.0

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *args: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        shutil.rmtree(self._folder)

    def _run(self) -> None:
        server = self._loop.run_until_complete(asyncio.start_unix_server(self._join, self._folder / SOCKET))
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answers, questions = await asyncio.open_unix_connection(str(self._server / SOCKET))
        except OSError:  # the server is down
            writer.close()
            return
        await asyncio.gather(self._pass_on(reader, questions), self._pass_on(answers, writer))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if self._delay:
                    await asyncio.sleep(self._delay)
                writer.write(data)
                await writer.drain()
        writer.close()
