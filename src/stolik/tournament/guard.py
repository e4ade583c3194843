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
        child = os.fork()
        if child == 0:
            _make(attempt)
        status, is_told_to_stop = _wait_for(child)
        kill_children()
        if not os.WIFSIGNALED(status):
            return os.waitstatus_to_exitcode(status)
        if is_told_to_stop:
            return STOPPED
        now = progress()
        deaths, before = deaths + 1 if now == before else 1, now
        if deaths == MOST_DEATHS:
            raise GaveUp(f"killed {deaths} times by signal {os.WTERMSIG(status)} without a finished game")


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


def _wait_for(child: int) -> tuple[int, bool]:
    """Waits until a process has ended: its status, and whether we were told to stop. One that was stopped goes on."""
    is_told_to_stop = False

    def pass_on(number: int, _: object) -> None:
        nonlocal is_told_to_stop
        is_told_to_stop = True
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, number)

    # Ctrl-C reaches the child too.
    before = {signal.SIGINT: signal.signal(signal.SIGINT, signal.SIG_IGN)}
    before[signal.SIGTERM] = signal.signal(signal.SIGTERM, pass_on)
    try:
        while True:
            _, status = os.waitpid(child, os.WUNTRACED)
            if not os.WIFSTOPPED(status):
                return status, is_told_to_stop
            if os.WSTOPSIG(status) == signal.SIGSTOP:  # not Ctrl-Z
                os.kill(child, signal.SIGCONT)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
