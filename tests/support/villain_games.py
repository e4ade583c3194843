"""Plays many short games of all villains, in a process of its own: what is left behind is looked for from outside.

python -m tests.support.villain_games FOLDER GAMES

FOLDER has the villains in `programs`. Prints a JSON object: how the games ended, and how many descriptors were open in
the main process and in its referees before and after.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from tests.support.tournaments import VILLAINS, game_of

from stolik.tournament.plan.assignment import Assignment, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.runner import local_pool, play_here
from stolik.tournament.sandbox.bubblewrap import NoSandbox, find_sandbox

NO_VILLAINS = ("forks_ahead", "honest", "kierki", "kills_everybody", "kills_its_ancestors", "thinks", "wakes_itself")
# Without a sandbox these would succeed, on the machine of whoever runs the tests.
ONLY_IN_A_SANDBOX = ("tries_the_network", "tries_the_files", "looks_around", "kills_the_referee")
NETWORK = {"never_connects": (), "connects_late": ("0.2",)}
OVER_TCP = ("kierki", "othello")
# Short: it does not matter here who loses why.
TERMS = Terms(move_time=0.1, start_time=1.5, memory=128)
CONCURRENCY = 4


class Villain(NamedTuple):
    """Who plays what, and how it is kept."""

    name: str
    game: str
    sandbox: bool


def all_villains() -> list[str]:
    """The names of the villains that play every game."""
    return sorted({file.stem for file in VILLAINS.iterdir() if file.is_file()} - {*NO_VILLAINS})


def entrant(game: str, name: str, programs: Path, env: dict[str, str]) -> Entrant:
    """A program of the gallery."""
    where = ("{host}", "{port}", "{seat}") if game in OVER_TCP else ()
    start = (sys.executable, str(programs / f"{name}.py"))
    command = (str(programs / name),) if name == "no_program" else start
    return Entrant(name, (*command, *where), str(programs), env, own=(str(programs),))


def _visitor(name: str, programs: Path, env: dict[str, str]) -> Entrant:
    """A network client of a game that is usually played on pipes."""
    command = (sys.executable, str(programs / "network" / f"{name}.py"), "{host}", "{port}", *NETWORK[name])
    return Entrant(name, command, str(programs), env, network=True, own=(str(programs),))


def _can_be_isolated() -> bool:
    try:
        find_sandbox(TERMS.memory, True)
    except NoSandbox:
        return False
    return True


def _each_once() -> Iterator[Villain]:
    for name in [*all_villains(), *NETWORK]:
        if _can_be_isolated():
            games = ("krazki", "graph") if name in NETWORK else ("krazki", "graph", *OVER_TCP)
            yield from (Villain(name, game, True) for game in games)
        if name not in ONLY_IN_A_SANDBOX:
            yield Villain(name, "krazki", False)


def _chosen(count: int) -> Iterator[Villain]:
    """So many villains: each in turn or, if there are more of them than games, a few of every kind."""
    each = list(_each_once())
    step = max(1, len(each) // count)
    return islice(cycle(each[::step]), count)


def _games(folder: Path, count: int) -> Iterator[Assignment]:
    programs = folder / "programs"
    env = {"VILLAIN_PORT": "9", "VILLAIN_MARK": folder.name, "VILLAIN_SECRETS": str(folder / "key")}
    for name, game, sandbox in _chosen(count):
        first = _visitor(name, programs, env) if name in NETWORK else entrant(game, name, programs, env)
        yield game_of(game, first, entrant(game, "honest", programs, env), replace(TERMS, sandbox=sandbox))


class Played(NamedTuple):
    """How a game ended, which referee played it, and how many descriptors that had open afterwards."""

    ending: str
    referee: int
    descriptors: int


def play_and_count(game: Assignment) -> Played:
    """Plays a game in a process of a pool."""
    result = play_here(game)
    return Played(result.ending, os.getpid(), _open_descriptors())


def _open_descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def main(folder: Path, count: int) -> None:
    """Plays the games, and prints what was seen."""
    with local_pool(1) as pool:  # so that what is opened once is open before it is counted
        pool.executor.submit(os.getpid).result()
    before = _open_descriptors()
    with local_pool(CONCURRENCY) as pool:
        played = list(pool.executor.map(play_and_count, _games(folder, count)))
    by_referee: dict[int, list[int]] = {}
    for _, referee, descriptors in played:
        by_referee.setdefault(referee, []).append(descriptors)
    seen = {
        "endings": Counter(ending for ending, _, _ in played),
        "main": [before, _open_descriptors()],
        "referees": {referee: [counts[0], max(counts)] for referee, counts in by_referee.items()},
    }
    print(json.dumps(seen))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
