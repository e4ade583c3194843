"""The worker process of built-in players: it receives a seat's view and sends back a move.

Its standard input is a socket to the service. The worker first sends its process id. After that, each question and
each answer is one line of JSON. An empty line from the service cancels the question.
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
from stolik.service.bots.loading import Choice, LoadingPlayer, cancel_choice, choose_in_time

# Seconds between two calls of a player's `cancel`. One call is not enough: a player clears it when `choose` begins.
CANCEL_INTERVAL: Final = 0.01

# Seconds after which a player that ignores `cancel` is killed, together with its process.
CANCEL_LIMIT: Final = 5.0

# Seconds until Python switches threads: a player that is being compiled must not block the thread that answers.
SWITCH_INTERVAL: Final = 0.0005

END: Final = b"\n"
CANCEL: Final = END
"""The line that cancels the current question."""


class Question(Struct, frozen=True, omit_defaults=True):
    """The game and the player, the position as the seat sees it, and the time limits."""

    game: str
    player: str
    seed: str = ""
    view: Any = None
    """What the seat sees. None: only load the player, because a question will follow soon."""
    seconds: float | None = None
    """The longest time to think; None: no limit."""
    until: float | None = None
    """The latest time for the answer, by `time.monotonic`; None: no limit."""


class ChosenMove(Struct, frozen=True, omit_defaults=True):
    """The move in the game's notation and how long it took to choose; or why the player failed."""

    move: str = ""
    seconds: float = 0.0
    failure: str = ""
    stand_in: bool = False
    """Whether the quick player chose the move, because the player that was asked is still loading."""


class BotWorker:
    """Answers one question at a time in one thread; another thread reads the socket and cancels."""

    def __init__(self) -> None:
        self._questions: SimpleQueue[bytes] = SimpleQueue()
        self._answered = threading.Event()
        self._player: AnyPlayer | None = None

    def read_requests(self, connection: socket.socket) -> None:
        """Reads questions and cancellations; ends the process when the service closes the socket."""
        with contextlib.suppress(OSError):
            for line in connection.makefile("rb"):
                if line == CANCEL:
                    self.cancel()
                else:
                    self._answered.clear()
                    self._questions.put(line)
        os._exit(0)

    def send_answers(self, connection: socket.socket) -> None:
        """Answers the questions one after another, forever."""
        while True:
            question = msgspec.json.decode(self._questions.get(), type=Question)
            line = msgspec.json.encode(self.answer(question)) + END
            with contextlib.suppress(OSError):  # the service has gone: the reading thread ends the process
                connection.sendall(line)

    def answer(self, question: Question) -> ChosenMove:
        """Returns the player's move, or the failure when the player raises."""
        try:
            return self._choose(question)
        except Exception as error:
            return ChosenMove(failure=repr(error))
        finally:
            self._answered.set()

    def cancel(self) -> None:
        """Makes the player answer at once; ends the process when the player ignores it for `CANCEL_LIMIT` seconds."""
        began = time.monotonic()
        while not self._answered.wait(CANCEL_INTERVAL):
            if time.monotonic() - began > CANCEL_LIMIT:
                os._exit(1)
            cancel_choice(self._player)

    def _choose(self, question: Question) -> ChosenMove:
        began, seconds = time.monotonic(), question.seconds
        rng, self._player = _player(question.game, question.player)
        if question.view is None:
            return ChosenMove()
        if seconds is not None and question.until is not None:
            seconds = min(seconds, question.until - began)
        game = find_game(question.game)
        view = msgspec.convert(question.view, game.view_type)
        # The same question gets the same answer, also in another process and after a restart.
        rng.seed(f"{question.seed} {view}")
        choice = _choice(self._player, view, seconds)
        return ChosenMove(game.write_move(choice.move), time.monotonic() - began, stand_in=choice.stand_in)


def _choice(player: AnyPlayer, view: View[Any], seconds: float | None) -> Choice:
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
    """Runs in the process."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    # Only Linux has it.
    with contextlib.suppress(AttributeError, OSError):
        # A worker that wakes up must not preempt the service, which has just sent it a question.
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    connection, worker = socket.socket(fileno=sys.stdin.fileno()), BotWorker()
    connection.sendall(b"%d" % os.getpid() + END)
    threading.Thread(target=worker.read_requests, args=(connection,), daemon=True).start()
    worker.send_answers(connection)
