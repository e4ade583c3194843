"""Analyses a finished game in a separate process, which ends when the caller stops reading the opinions."""

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

# Bots in games that are still being played need the processor more than an analysis does.
NICENESS: Final = 10


class Finished(Struct, frozen=True):
    """The game to analyse, and how much time to spend on it."""

    game: str
    setup: str
    """The start position, in the game's notation."""
    moves: tuple[str, ...]
    seconds: float = DEFAULT_SECONDS
    """Approximate time for each move."""
    seed: str = ""


class _Message(Struct, omit_defaults=True):
    """What the process sends: an opinion, or the reason why it failed."""

    opinion: Opinion | None = None
    failure: str = ""


async def opinions(
    start_process: Callable[[], Awaitable[socket.socket]], finished: Finished
) -> AsyncGenerator[Opinion, None]:
    """Yields an opinion for each move as soon as it is known. Closing the generator ends the process.

    `start_process` starts a process that runs `main`, and returns our end of a socket to it.
    Raises ValueError when the game cannot be analysed, and OSError when no process can be started.
    """
    reader, writer = await asyncio.open_unix_connection(sock=await start_process())
    try:
        writer.write(msgspec.json.encode(finished) + b"\n")
        async for line in reader:
            message = msgspec.json.decode(line, type=_Message)
            if message.opinion is None:
                raise ValueError(message.failure)
            yield message.opinion
    finally:
        writer.close()


def main() -> None:
    """Runs in the process: reads one game from the socket at stdin and sends its opinions back."""
    os.nice(NICENESS)
    connection = socket.socket(fileno=sys.stdin.fileno())
    incoming = connection.makefile("rb")
    finished = msgspec.json.decode(incoming.readline(), type=Finished)
    threading.Thread(target=_exit_when_closed, args=(incoming,), daemon=True).start()
    for message in _messages(finished):
        connection.sendall(msgspec.json.encode(message) + b"\n")


def _messages(finished: Finished) -> Iterator[_Message]:
    game = find_game(finished.game)
    try:
        critic = make_critic(finished.game, finished.seconds, finished.seed)
        for opinion in analyse(game, game.read(finished.setup), finished.moves, critic):
            yield _Message(opinion)
    except ValueError as error:
        yield _Message(failure=str(error))


def _exit_when_closed(incoming: BinaryIO) -> None:
    # The service sends nothing after the game, so `read` returns only when the service has closed its end or died.
    incoming.read()
    os._exit(0)
