"""A built-in player's own process: it is asked with a seat's view, and answers with a move."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from functools import cache, partial
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Final

from stolik.games import find_game
from stolik.games.contract import View
from stolik.players.registry import AnyPlayer, make_player, needs_numba, quick_player
from stolik.service.ready import Ready

# How often a player that thinks is asked whether its answer is still wanted.
_GLANCE: Final = 0.01

# A player that is compiled in one thread must not keep another from answering meanwhile.
_TURN: Final = 0.0005

NOTHING: Final = ""
"""The answer to a question that was withdrawn before it was read; nobody hears it."""

_withdrawn: Sequence[int] = ()
"""[ticket]: 1 when the question is no longer wanted; shared with the service."""


def begin(lifeline: Connection, withdrawn: Sequence[int]) -> None:
    """Called once in each process. Ctrl-C is for the service; when the lifeline is cut, the process is not wanted."""
    global _withdrawn
    _withdrawn = withdrawn
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setswitchinterval(_TURN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(0)


def prepare(game_name: str, player_name: str) -> None:
    """Begins to make the player, so that it is there when it is asked."""
    _player(game_name, player_name)


def choose(
    game_name: str,
    player_name: str,
    seed: str,
    view: View[Any],
    seconds: float | None = None,
    until: float | None = None,
    ticket: int | None = None,
) -> tuple[str, float]:
    """The player's move in the game's notation, and how long it thought.

    If they are given, it thinks for at most so many seconds, and not after `until`, by `time.monotonic`.
    """
    if ticket is not None and _withdrawn and _withdrawn[ticket]:
        return NOTHING, 0.0
    began = time.monotonic()
    if seconds is not None and until is not None:
        seconds = min(seconds, until - began)
    rng, player = _player(game_name, player_name)
    # The same question at the same table has the same answer, whoever was asked before and after any restart.
    rng.seed(f"{seed} {view}")
    if isinstance(player, Ready):
        with _Attention(player, ticket):
            move = player.choose(view, seconds)
    else:
        move = player.choose(view)
    return find_game(game_name).write_move(move), time.monotonic() - began


class _Attention:
    """Watches, while a player thinks, whether its answer is still wanted."""

    def __init__(self, player: Ready, ticket: int | None) -> None:
        self._player = player
        self._ticket = ticket if _withdrawn else None
        self._done = threading.Event()

    def __enter__(self) -> None:
        if self._ticket is not None:
            threading.Thread(target=self._watch, args=(self._ticket,), daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._done.set()

    def _watch(self, ticket: int) -> None:
        while not self._done.wait(_GLANCE):
            if _withdrawn[ticket]:
                self._player.cancel()


@cache
def _player(game_name: str, player_name: str) -> tuple[Random, AnyPlayer]:
    rng = Random()
    make = partial(make_player, game_name, player_name, rng)
    if needs_numba(game_name, player_name):
        return rng, Ready(make, quick_player(game_name, rng))
    return rng, make()
