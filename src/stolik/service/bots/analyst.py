"""Analyses a finished game, or plays on from it, in a separate process that ends when the caller stops reading."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing
from math import inf
from typing import Any, BinaryIO, Final

import msgspec
from msgspec import Struct

from stolik.contract import Position
from stolik.contract.registry import find_game
from stolik.players.analysis import DEFAULT_SECONDS, Critic, Opinion, analyse, make_critic, play_on
from stolik.service.bots.in_time import InTime

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
    within: float | None = None
    """Seconds for all moves together, if there is a limit: when they would take longer, later moves get less time."""
    play_on: int = 0
    """Moves to play after the last one, as the critic advises; with 0 the moves are judged instead."""


def last_position(finished: Finished) -> Position[Any]:
    """The position after all the moves; raises ValueError for a move that cannot be made."""
    game = find_game(finished.game)
    position: Position[Any] = game.read(finished.setup)
    for move in finished.moves:
        position = position.play(game.read_move(move))
    return position


class _Message(Struct, omit_defaults=True):
    """What the process sends: an opinion, a move, or the reason why it failed."""

    opinion: Opinion | None = None
    move: str = ""
    failure: str = ""


StartProcess = Callable[[], Awaitable[socket.socket]]
"""Starts a process that runs `main`, and returns our end of a socket to it."""


async def opinions(start_process: StartProcess, finished: Finished) -> AsyncGenerator[Opinion, None]:
    """Yields an opinion for each move as soon as it is known. Closing the generator ends the process.

    Raises ValueError when the game cannot be analysed, and OSError when no process can be started.
    """
    async with aclosing(_messages_from(start_process, finished)) as messages:
        async for message in messages:
            if message.opinion is not None:
                yield message.opinion


async def moves_after(start_process: StartProcess, finished: Finished) -> AsyncGenerator[str, None]:
    """Yields the moves that follow, at most `finished.play_on`. Ends and raises as `opinions` does."""
    async with aclosing(_messages_from(start_process, finished)) as messages:
        async for message in messages:
            yield message.move


async def _messages_from(start_process: StartProcess, finished: Finished) -> AsyncGenerator[_Message, None]:
    reader, writer = await asyncio.open_unix_connection(sock=await start_process())
    try:
        writer.write(msgspec.json.encode(finished) + b"\n")
        async for line in reader:
            message = msgspec.json.decode(line, type=_Message)
            if message.failure:
                raise ValueError(message.failure)
            yield message
    finally:
        writer.close()


def main() -> None:
    """Runs in the process: reads one game from the socket at stdin and sends its opinions back."""
    os.nice(NICENESS)
    connection = socket.socket(fileno=sys.stdin.fileno())
    incoming = connection.makefile("rb")
    finished = msgspec.json.decode(incoming.readline(), type=Finished)
    threading.Thread(target=_exit_when_closed, args=(incoming,), daemon=True).start()
    for message in messages_about(finished):
        connection.sendall(msgspec.json.encode(message) + b"\n")


def messages_about(finished: Finished) -> Iterator[_Message]:
    """What the process sends: the opinions, or the moves that follow, each as soon as it is known."""
    game = find_game(finished.game)

    def make(seconds: float) -> Critic:
        return make_critic(finished.game, seconds, finished.seed)

    try:
        moves = finished.play_on or len(finished.moves)
        critic = InTime(make, finished.seconds, moves, finished.within or inf, time.monotonic)
        if finished.play_on:
            for move in play_on(game, last_position(finished), critic, finished.play_on):
                yield _Message(move=move)
            return
        for opinion in analyse(game, game.read(finished.setup), finished.moves, critic):
            yield _Message(opinion)
    except ValueError as error:
        yield _Message(failure=str(error))


def _exit_when_closed(incoming: BinaryIO) -> None:
    # The service sends nothing after the game, so `read` returns only when the service has closed its end or died.
    incoming.read()
    os._exit(0)
