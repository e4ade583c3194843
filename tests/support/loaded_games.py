"""Games of honest programs on a machine that has far more to do than it can.

python -m tests.support.loaded_games GAMES [LOAD]

LOAD is the number of busy loops; ten if it is not given.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.support.tournaments import VILLAINS

from stolik.tournament.plan.assignment import Assignment, Result, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.runner import free_cores, local_pool, play_here
from stolik.tournament.sandbox.bubblewrap import NoSandbox, find_sandbox

LOAD = 10
# Each has two moves. The one whose first move it is makes the first and the third.
SETUPS = {"c": "c |c|c|b|b|", "b": "b |c|c|b|b|"}
HONEST = "Honest"
# The limits of the course's contest, and what the honest program of its report needed for a move.
TERMS = Terms(move_time=0.3, start_time=5.0)
NEEDED = "0.044"


@contextmanager
def load(processes: int = LOAD) -> Iterator[None]:
    """Keeps so many processes busy, each in a session of its own: Linux gives sessions equal shares."""
    loop = ["/bin/sh", "-c", "while :; do :; done"]
    busy = [subprocess.Popen(loop, start_new_session=True) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
        for process in busy:
            process.wait()


def _entrant(name: str, file: str, **env: str) -> Entrant:
    return Entrant(name, (sys.executable, str(VILLAINS / f"{file}.py")), str(VILLAINS), env, own=(str(VILLAINS),))


def games(count: int) -> Iterator[Assignment]:
    """An honest program against villains that take processors, and against another honest one, in either seat."""
    honest = _entrant(HONEST, "thinks", VILLAIN_SECONDS=NEEDED)
    others = (
        _entrant("Burns", "burns_processors", VILLAIN_MOVES="9"),
        _entrant(f"{HONEST} too", "thinks", VILLAIN_SECONDS=NEEDED),
        _entrant("Wakes", "wakes_itself"),
        _entrant("Ahead", "forks_ahead"),
        _entrant("Hides", "hides_its_work", VILLAIN_SECONDS="0.1"),
    )
    for number in range(1, count + 1):
        seats = {"c": honest, "b": others[number % len(others)]}
        if number % 4 < 2:
            seats = {"c": seats["b"], "b": seats["c"]}
        first = "cb"[number % 2]
        yield Assignment(number, 1, "krazki", SETUPS[first], seats, "seed", _terms(number))


def _terms(number: int) -> Terms:
    """Without a sandbox now and then, and everywhere where there is none."""
    try:
        find_sandbox(TERMS.memory, True)
    except NoSandbox:
        return Terms(TERMS.move_time, TERMS.start_time, sandbox=False)
    return Terms(TERMS.move_time, TERMS.start_time, sandbox=number % 5 > 0)


def play_beside_load(count: int, busy: int = LOAD) -> list[Result]:
    """Plays games while the machine is busy."""
    results: list[Result] = []
    with load(busy), local_pool(free_cores()) as pool:
        for result in pool.executor.map(play_here, games(count)):
            results.append(result)
            if len(results) % 50 == 0:  # it takes long, and may be stopped
                print(len(results), *lost_by_honest(results), sep="\n", file=sys.stderr, flush=True)
    return results


def lost_by_honest(results: list[Result]) -> list[str]:
    """Why honest programs lost by anything but the rules."""
    return [
        f"game {result.number}: {result.reason} (waited {max(result.elapsed, default=0.0):.3f} s)"
        for result in results
        if result.ending != "rules" and result.by is not None and result.seats[result.by].startswith(HONEST)
    ]


if __name__ == "__main__":
    played = play_beside_load(*map(int, sys.argv[1:]))
    lost = lost_by_honest(played)
    print(f"{len(played)} games, {len(lost)} lost by honest programs", *lost, sep="\n")
    moves = [move for result in played for move in zip(result.times, result.elapsed, strict=True)]
    print(f"longest move on the wall {max(wall for _, wall in moves):.3f} s, charged {max(moves)[0]:.3f} s")
