"""Opinions about a finished game, formed in a process of their own that ends as soon as nobody wants to hear them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import AsyncGenerator
from typing import Final

import msgspec
from msgspec import Struct

from stolik.games import find_game
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


async def opinions(finished: Finished) -> AsyncGenerator[Opinion, None]:
    """An opinion for each move, as it comes; closing the generator ends the process. Raises ValueError."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdin is not None  # noqa: S101 - both are asked for above
    assert process.stdout is not None  # noqa: S101
    try:
        process.stdin.write(msgspec.json.encode(finished) + b"\n")
        async for line in process.stdout:
            word = msgspec.json.decode(line, type=_Word)
            if word.opinion is None:
                raise ValueError(word.failure)
            yield word.opinion
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def main() -> None:
    """The process: one game in, its opinions out, until it is done or its input is closed."""
    os.nice(_MANNERS)
    finished = msgspec.json.decode(sys.stdin.buffer.readline(), type=Finished)
    threading.Thread(target=_end_with_input, daemon=True).start()
    game = find_game(finished.game)
    try:
        critic = make_critic(finished.game, finished.seconds, finished.seed)
        for opinion in analyse(game, game.read(finished.setup), finished.moves, critic):
            _say(_Word(opinion))
    except ValueError as error:
        _say(_Word(failure=str(error)))


def _say(word: _Word) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(word) + b"\n")
    sys.stdout.buffer.flush()


def _end_with_input() -> None:
    # Whoever asked holds the other end; when they are gone, however that came, nobody listens.
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
