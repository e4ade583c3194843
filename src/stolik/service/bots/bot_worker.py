"""A built-in player's own process: it is asked with a seat's view, and answers with a move.

Its standard input is a socket, and the way to the service and back. It says its number first; then there is a line of
JSON for each question and each answer. An empty line says that the answer is no longer wanted.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import time
from functools import cache, partial
from queue import SimpleQueue
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from stolik.contract import View
from stolik.contract.registry import find_game
from stolik.players.registry import AnyPlayer, loads_slowly, make_player, quick_player
from stolik.service.bots.loading import Choice, LoadingPlayer, choose_in_time, stop_thinking

# How often a player whose answer is not wanted is told so: one that begins forgets what it was told before.
_AGAIN: Final = 0.01

# A player that hears nothing for so many seconds never will, and another process is wanted for the next question.
_DEAF: Final = 5.0

# A player that is compiled in one thread must not keep another from answering meanwhile.
_TURN: Final = 0.0005

END: Final = b"\n"
NOT_WANTED: Final = END
"""What is said of a question that is withdrawn."""


class Question(Struct, frozen=True, omit_defaults=True):
    """What to play, who asks, and how long the player may think."""

    game: str
    player: str
    seed: str = ""
    view: Any = None
    """What the seat sees; None when nothing is asked yet, but will be soon."""
    seconds: float | None = None
    """At most so many; None: as long as it takes."""
    until: float | None = None
    """By `time.monotonic`, when the player must have done in any case."""


class Answer(Struct, frozen=True, omit_defaults=True):
    """A move in the game's notation, and how long the player thought; or why there is none."""

    move: str = ""
    seconds: float = 0.0
    failure: str = ""
    stand_in: bool = False
    """Whether a quick player chose the move, for the one that was asked has not come up yet."""


class Desk:
    """Where one question at a time is thought about in one thread, while another hears whether it is still wanted."""

    def __init__(self) -> None:
        self._questions: SimpleQueue[bytes] = SimpleQueue()
        self._answered = threading.Event()
        self._player: AnyPlayer | None = None

    def listen(self, line: socket.socket) -> None:
        """Hears what the service says, until it is gone or wants this process no more."""
        with contextlib.suppress(OSError):
            for words in line.makefile("rb"):
                if words == NOT_WANTED:
                    self.stop_thinking()
                else:
                    self._answered.clear()
                    self._questions.put(words)
        os._exit(0)

    def work(self, line: socket.socket) -> None:
        """Answers one question after the other."""
        while True:
            question = msgspec.json.decode(self._questions.get(), type=Question)
            words = msgspec.json.encode(self.answer(question)) + END
            with contextlib.suppress(OSError):  # who listens hears of the service's end too
                line.sendall(words)

    def answer(self, question: Question) -> Answer:
        """The answer, whatever happens to the player."""
        try:
            return self._think(question)
        except Exception as error:
            return Answer(failure=repr(error))
        finally:
            self._answered.set()

    def stop_thinking(self) -> None:
        """Makes the player answer at once, or ends the process."""
        told = time.monotonic()
        while not self._answered.wait(_AGAIN):
            if time.monotonic() - told > _DEAF:
                os._exit(1)
            stop_thinking(self._player)

    def _think(self, question: Question) -> Answer:
        began, seconds = time.monotonic(), question.seconds
        rng, self._player = _player(question.game, question.player)
        if question.view is None:
            return Answer()
        if seconds is not None and question.until is not None:
            seconds = min(seconds, question.until - began)
        game = find_game(question.game)
        view = msgspec.convert(question.view, game.view_type)
        # The same question at the same table has the same answer, whoever was asked before and after any restart.
        rng.seed(f"{question.seed} {view}")
        choice = _choose(self._player, view, seconds)
        return Answer(game.write_move(choice.move), time.monotonic() - began, stand_in=choice.stand_in)


def _choose(player: AnyPlayer, view: View[Any], seconds: float | None) -> Choice:
    if isinstance(player, LoadingPlayer):
        return player.choice(view, seconds)
    return Choice(choose_in_time(player, view, seconds))


@cache
def _player(game_name: str, player_name: str) -> tuple[Random, AnyPlayer]:
    rng = Random()
    make = partial(make_player, game_name, player_name, rng)
    if loads_slowly(game_name, player_name):
        return rng, LoadingPlayer(make, quick_player(game_name, rng))
    return rng, make()


def main() -> None:
    """The process."""
    sys.setswitchinterval(_TURN)
    # Only Linux has it.
    with contextlib.suppress(AttributeError, OSError):
        # One that is asked does not push the service, which has just asked it, off the processor.
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    line, desk = socket.socket(fileno=sys.stdin.fileno()), Desk()
    line.sendall(b"%d" % os.getpid() + END)
    threading.Thread(target=desk.listen, args=(line,), daemon=True).start()
    desk.work(line)
