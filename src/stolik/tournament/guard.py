"""A parent process for a tournament whose programs could kill it: waits, and starts the tournament again.

Needed only without a sandbox, by a normal user, where Linux is older than 6.12: programs are the same user then, and
the system lets them send signals. A program that kills every process of its user kills this one too; then `--resume`
plays the rest.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Final, NoReturn

from stolik.tournament.lost_referees import could_kill
from stolik.tournament.plan.assignment import Assignment
from stolik.tournament.plan.tournament import Tournament
from stolik.tournament.sandbox.orphans import adopt_orphans, kill_children

# From the system's <linux/prctl.h>.
_PR_SET_DUMPABLE: Final = 4
# So often the tournament may be killed before another game is finished, or known to be the one that kills.
MOST_DEATHS: Final = 5
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
# The exit code when the operator has stopped it.
STOPPED: Final = 1


class GaveUp(Exception):
    """The tournament was killed again and again, and nothing was played; the message says so."""


def forbid_tracing() -> None:
    """Keeps other processes of the same user from tracing this one, and from reading its memory."""
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def able_to_kill(tournament: Tournament) -> list[str]:
    """The names of the programs that could kill a tournament on this machine."""
    game = Assignment(0, 0, tournament.game, "", {}, "", tournament.terms)
    return [player.name for player in tournament.players if could_kill(player, game)]


def run_guarded(attempt: Callable[[], int], progress: Callable[[], object]) -> int:
    """Makes an attempt in a child process, and another whenever that is killed; returns the attempt's exit code.

    `progress` is something that changes when games are finished. Raises GaveUp. This process must have no threads.
    """
    forbid_tracing()
    adopt_orphans()  # what a killed referee or tournament has left
    deaths, before = 0, progress()
    while True:
        status, is_told_to_stop = _Child(attempt).wait()
        kill_children()
        if not os.WIFSIGNALED(status):
            return os.waitstatus_to_exitcode(status)
        if is_told_to_stop:
            return STOPPED
        now = progress()
        deaths, before = deaths + 1 if now == before else 1, now
        if deaths == MOST_DEATHS:
            raise GaveUp(f"killed {deaths} times by signal {os.WTERMSIG(status)} without a finished game")


class _Child:
    """A process that makes an attempt, and has our signals passed on to it."""

    def __init__(self, attempt: Callable[[], int]) -> None:
        self._is_told_to_stop = False
        # No signal may come before it is known whom it is for.
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        # Ctrl-C reaches the child by itself.
        interrupt, terminate = _SIGNALS
        self._before = [signal.signal(interrupt, signal.SIG_IGN), signal.signal(terminate, self._pass_on)]
        self._pid = os.fork()
        if self._pid == 0:
            self._restore()
            _make(attempt)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)

    def _pass_on(self, number: int, _: object) -> None:
        self._is_told_to_stop = True
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, number)

    def _restore(self) -> None:
        for number, handler in zip(_SIGNALS, self._before, strict=True):
            signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)

    def wait(self) -> tuple[int, bool]:
        """Waits until it has ended: its status, and whether we were told to stop. One that somebody stops goes on."""
        try:
            while True:
                _, status = os.waitpid(self._pid, os.WUNTRACED)
                if not os.WIFSTOPPED(status):
                    return status, self._is_told_to_stop
                if os.WSTOPSIG(status) == signal.SIGSTOP:  # not Ctrl-Z
                    os.kill(self._pid, signal.SIGCONT)
        finally:
            self._restore()


def _make(attempt: Callable[[], int]) -> NoReturn:
    """Makes an attempt, and ends this process."""
    code = STOPPED
    try:
        adopt_orphans()
        code = attempt()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)
