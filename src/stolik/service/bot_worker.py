"""A built-in player's own process: it is asked with a seat's view, and answers with a move."""

from __future__ import annotations

import os
import signal
import threading
import time
from functools import cache
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from stolik.games import find_game
from stolik.games.contract import View
from stolik.players.registry import AnyPlayer, make_player


def begin(lifeline: Connection) -> None:
    """Called once in each process. Ctrl-C is for the service; when the lifeline is cut, the process is not wanted."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(0)


def choose(game_name: str, player_name: str, seed: str, view: View[Any]) -> tuple[str, float]:
    """The player's move in the game's notation, and how many seconds it thought."""
    began = time.perf_counter()
    rng, player = _player(game_name, player_name)
    # The same question at the same table has the same answer, whoever was asked before and after any restart.
    rng.seed(f"{seed} {view}")
    move = find_game(game_name).write_move(player.choose(view))
    return move, time.perf_counter() - began


@cache
def _player(game_name: str, player_name: str) -> tuple[Random, AnyPlayer]:
    rng = Random()
    return rng, make_player(game_name, player_name, rng)
