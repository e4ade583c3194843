"""Finished games as they are sent: made and packed in a thread of its own, kept for whoever asks next, in fair turns.

A match of Kierki is half a megabyte and takes tens of milliseconds to make. In the event loop, everybody would wait.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

from stolik.service.fair_turns import FairTurns
from stolik.service.net.limits import Limits
from stolik.web.messages.problems import Code, Problem, Reason

MOST_BYTES: Final = 64 * 1024 * 1024
"""Packed, some thousands of games."""
MOST_WAITING_EACH: Final = 50
"""Games that one address may wait for: a class that looks at its games, behind one address."""
LEVEL: Final = 4
"""Packs nearly as well as the default, in half the time."""
PIECE: Final = 64 * 1024
"""Bytes that are unpacked at a time."""
_GZIP: Final = 16
"""Tells zlib that the packed bytes have gzip's header."""


class File(NamedTuple):
    """A finished game in the form that was asked for."""

    name: str
    content: bytes
    media_type: str


Make = Callable[[], File]
"""Makes the file; called in the thread."""


class Rendering(NamedTuple):
    """The same, packed."""

    name: str
    packed: bytes
    size: int
    """Bytes when it is not packed."""
    media_type: str

    def pieces(self) -> Iterator[bytes]:
        """The same, not packed: piece by piece, because thousands of clients may be slow to read it."""
        unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS + _GZIP)
        piece = unpacking.decompress(self.packed, PIECE)
        while piece:
            yield piece
            piece = unpacking.decompress(unpacking.unconsumed_tail, PIECE)


class Renderings:
    """The renderings that were asked for lately."""

    def __init__(self, limits: Limits, most_bytes: int = MOST_BYTES) -> None:
        self._limits = limits
        self._most_bytes = most_bytes
        self._kept: OrderedDict[tuple[str, ...], Rendering] = OrderedDict()
        self._bytes = 0
        self._coming: dict[tuple[str, ...], asyncio.Future[Rendering]] = {}
        self._awaited: Counter[str] = Counter()
        """How many are being made for each address."""
        self._turns = FairTurns(1)
        self._thread = ThreadPoolExecutor(1, "rendering")

    async def of(self, key: tuple[str, ...], address: str, find: Callable[[], Awaitable[Make]]) -> Rendering:
        """The rendering with that key, found and made if nobody has asked for it lately.

        Raises Problem when the address waits for too many, and whatever `find` and `make` raise.
        """
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        coming = self._coming.get(key)
        if coming is None:
            if self._awaited[address] >= MOST_WAITING_EACH:
                self._limits.hit("replays", address=address)
                raise Problem(
                    Code.TOO_MANY, "too many games are asked for from your address: wait a little", Reason.RECORDS
                )
            coming = self._coming[key] = asyncio.ensure_future(self._made(key, address, find))
            self._awaited[address] += 1
            coming.add_done_callback(lambda _: self._arrived(key, address))
        return await asyncio.shield(coming)

    def _arrived(self, key: tuple[str, ...], address: str) -> None:
        del self._coming[key]
        self._awaited[address] -= 1
        if not self._awaited[address]:
            del self._awaited[address]

    async def _made(self, key: tuple[str, ...], address: str, find: Callable[[], Awaitable[Make]]) -> Rendering:
        async with self._turns.turn(address):
            make = await find()
            made = await asyncio.get_running_loop().run_in_executor(self._thread, _render, make)
        self._kept[key] = made
        self._bytes += len(made.packed)
        while self._bytes > self._most_bytes:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest.packed)
        return made


def _render(make: Make) -> Rendering:
    made = make()
    return Rendering(made.name, gzip.compress(made.content, LEVEL), len(made.content), made.media_type)
