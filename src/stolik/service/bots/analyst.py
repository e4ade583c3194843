"""Opinions about a finished game, formed in a process of their own that ends as soon as nobody wants to hear them."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from stolik.contract.registry import find_game
from stolik.players.analysis import DEFAULT_SECONDS, Opinion, analyse, make_critic

# A table where somebody waits for a bot goes before an opinion about a game that is over.
_MANNERS: Final = 10


class Finished(Struct, frozen=True):
    """The game to be judged, and how carefully."""

    game: str
    setup: str
    """The start position, in the game's notation."""
    moves: tuple[str, ...]
    seconds: float = DEFAULT_SECONDS
    """For each move, about."""
    seed: str = ""


class _Word(Struct, omit_defaults=True):
    """What the process says: an opinion, or why it has none."""

    opinion: Opinion | None = None
    failure: str = ""


async def opinions(
    new_line: Callable[[], Awaitable[socket.socket]], finished: Finished
) -> AsyncGenerator[Opinion, None]:
    """An opinion for each move, as it comes; closing the generator ends the process. Raises ValueError and OSError.

    `new_line` has a process come up that does what `main` does, and is our end of a line to it.
    """
    reader, writer = await asyncio.open_unix_connection(sock=await new_line())
    try:
        writer.write(msgspec.json.encode(finished) + b"\n")
        async for words in reader:
            word = msgspec.json.decode(words, type=_Word)
            if word.opinion is None:
                raise ValueError(word.failure)
            yield word.opinion
    finally:
        writer.close()


def main() -> None:
    """The process: one game comes over the line, and its opinions go back, until it is done or the line is cut."""
    os.nice(_MANNERS)
    line = socket.socket(fileno=sys.stdin.fileno())
    heard = line.makefile("rb")
    finished = msgspec.json.decode(heard.readline(), type=Finished)
    threading.Thread(target=_end_with, args=(heard,), daemon=True).start()
    for word in _words(finished):
        line.sendall(msgspec.json.encode(word) + b"\n")


def _words(finished: Finished) -> Iterator[_Word]:
    game = find_game(finished.game)
    try:
        critic = make_critic(finished.game, finished.seconds, finished.seed)
        for opinion in analyse(game, game.read(finished.setup), finished.moves, critic):
            yield _Word(opinion)
    except ValueError as error:
        yield _Word(failure=str(error))


def _end_with(heard: BinaryIO) -> None:
    # Whoever asked holds the other end; when they are gone, however that came, nobody listens.
    heard.read()
    os._exit(0)
