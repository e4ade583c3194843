"""Plays the games of a tournament side by side, through the interface of concurrent.futures."""

from __future__ import annotations

import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple

from stolik.contract.registry import find_game
from stolik.system import usable_cores
from stolik.tournament.folder import Folder
from stolik.tournament.guard import forbid_tracing
from stolik.tournament.lost_referees import LostReferees
from stolik.tournament.plan.aside import Aside
from stolik.tournament.plan.assignment import Assignment, Result
from stolik.tournament.plan.tournament import Tournament, assignment, pairings_of
from stolik.tournament.referee.gate import CoreGate, Cores, Gate, divide, games_with_pondering, own_cores
from stolik.tournament.referee.play import play
from stolik.tournament.sandbox.abandoned import end_abandoned
from stolik.tournament.sandbox.cgroups import keep_groups, remove_groups, remove_left_behind
from stolik.tournament.sandbox.orphans import adopt_orphans, kill_for_good, kill_orphans, protect_helpers
from stolik.tournament.sandbox.process_tree import children, state
from stolik.tournament.sandbox.stopping import go_on

# How many games wait for each referee: none is idle while results wait for the disk, and few are to be called off.
IN_HAND: Final = 16
# Until it is known who is put aside, few games wait: each of a program that fails takes seconds.
IN_HAND_AT_FIRST: Final = 2
# So many games are played one at a time after a tournament was killed.
AFTER_DEATH: Final = 32
# Seconds between looks whether somebody has stopped a referee.
WAKE_EVERY: Final = 1.0

# Garbage is looked for after so many new objects: about once in a game.
OBJECTS_OF_A_GAME: Final = 10_000

# So often a game is played again whose worker of a cluster was lost.
MOST_RETRIES: Final = 3
# Seconds in which a scheduler must answer.
CONNECT_TIME: Final = 10


class RunError(Exception):
    """The tournament cannot go on now, though nothing is wrong with it; finished games are kept."""


Finished = Callable[[Sequence[Result]], None]


class Pool(NamedTuple):
    """Who plays games for us, and how many at once."""

    executor: Executor
    hands: int


class RefereeLost(Exception):
    """A referee was killed while these games were played or waited."""

    def __init__(self, games: Sequence[Assignment]) -> None:
        super().__init__(f"a referee was lost with {len(games)} games")
        self.games = games


OpenPool = Callable[[], contextlib.AbstractContextManager[Pool]]
_gate: Gate | None = None


def free_cores() -> int:
    """How many games can be on at once without charging one program with the work of another.

    In each game one program thinks at a time. One core is left for the referees, and for programs that start.
    """
    return max(1, usable_cores() - 1)


def games_at_once(tournament: Tournament, wanted: int | None) -> int:
    """How many games of a tournament are on at once on this machine; raises TooFewCores."""
    programs = sum(player.builtin is None for player in tournament.players)
    if not tournament.terms.pondering or not programs:
        return wanted or free_cores()
    seats = len(find_game(tournament.game).seats)
    return games_with_pondering(usable_cores(), min(seats, programs), wanted)


def run(folder: Folder, open_pool: OpenPool, finished: Finished, *, guarded: bool = False) -> None:
    """Plays all that is not yet played; `finished` hears of games once they are written.

    When it is `guarded`, its programs could kill this process, and what is known of that is kept in the folder. Raises
    FolderError when the folder is in use, and RunError when those who play the games are lost.
    """
    writer = folder.writer()
    results = folder.results()
    lost = LostReferees(folder.path if guarded else None)

    def keep(batch: Sequence[Result]) -> None:
        fresh = [result for result in batch if result.number not in results]
        writer.add(fresh)
        results.update((result.number, result) for result in fresh)
        finished(fresh)

    try:
        if lost.was_killed:
            # Those that were on then are among the first. One of them may kill again.
            games = _Left(folder.tournament, results).to_play(keep)
            _play_singly(open_pool, list(islice(games, AFTER_DEATH)), keep, lost)
        while (left := _Left(folder.tournament, results)).games:
            try:
                with open_pool() as pool:
                    while left.games:
                        _play_all(pool, left, keep)
                        left = _Left(folder.tournament, results)
            except RefereeLost as error:
                _play_singly(open_pool, error.games, keep, lost)
    finally:
        lost.close()
        writer.close()


class _Left:
    """The games that are known and not yet played."""

    def __init__(self, tournament: Tournament, results: Mapping[int, Result]) -> None:
        pairings = pairings_of(tournament, results)
        self.games = [
            assignment(tournament, number, pairing)
            for number, pairing in enumerate(pairings, 1)
            if number not in results
        ]
        names = tournament.names
        self.aside = Aside([[names[player] for player in pairing.players] for pairing in pairings], results)

    def to_play(self, keep: Finished) -> Iterator[Assignment]:
        """The games that have to be played, one by one; those of programs that are put aside are kept at once."""
        for game in self.games:
            result = self.aside.result(game)
            if result is None:
                yield game
            else:
                keep([result])


def _play_all(pool: Pool, left: _Left, keep: Finished) -> None:
    """Keeps the pool's hands full; what ends together is written together."""
    games = left.to_play(keep)
    pending: dict[Future[Result], Assignment] = {}
    done: SimpleQueue[Future[Result]] = SimpleQueue()
    try:
        while True:
            in_hand = IN_HAND if left.aside.settled else IN_HAND_AT_FIRST
            for game in islice(games, max(0, in_hand * pool.hands - len(pending))):
                future = pool.executor.submit(play_here, game)
                pending[future] = game
                future.add_done_callback(done.put)
            if not pending:
                return
            batch = [_next(done)]
            while not done.empty():
                batch.append(done.get())
            keep([future.result() for future in batch])
            for future in batch:
                del pending[future]
    except BrokenProcessPool:
        raise RefereeLost(list(pending.values())) from None


def _next(done: SimpleQueue[Future[Result]]) -> Future[Result]:
    """Waits for the next game that is over."""
    while True:
        try:
            return done.get(timeout=WAKE_EVERY)
        except Empty:
            _wake_referees()


def _wake_referees() -> None:
    """Lets referees go on that a program without a sandbox has stopped, and the process that starts them."""
    for starter in children(os.getpid()):
        go_on(pid for pid in (starter, *children(starter)) if state(pid) == "T")


def _play_singly(open_pool: OpenPool, games: Sequence[Assignment], keep: Finished, lost: LostReferees) -> None:
    """Plays games one at a time, to find the one that costs its referee its life; that one is decided in the end."""
    left = deque(games)
    while left:
        try:
            with open_pool() as pool:
                while left:
                    game = left[0]
                    keep([lost.decide(game) if lost.is_hopeless(game.number) else _play_alone(pool, game, lost)])
                    left.popleft()
        except BrokenProcessPool:
            lost.died()


def _play_alone(pool: Pool, game: Assignment, lost: LostReferees) -> Result:
    lost.begin(game.number)
    done: SimpleQueue[Future[Result]] = SimpleQueue()
    pool.executor.submit(play_here, game).add_done_callback(done.put)
    result = _next(done).result()
    lost.ended(game.number)
    return result


def play_here(assignment: Assignment) -> Result:
    """Plays a game in a process of a pool, or on a machine of a cluster."""
    return play(assignment, _gate)


@contextlib.contextmanager
def local_pool(concurrency: int) -> Iterator[Pool]:
    """Processes of this machine. One more than play at once: its programs start, and leave, while others play."""
    from multiprocessing import forkserver  # here, because the service loads this module on systems without it

    # Referees are started from a process that has no threads: forking this one, which has, could hang them.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", __name__])
    kill_orphans()  # what referees have left that were killed
    end_abandoned()
    forkserver.ensure_running()
    protect_helpers()
    games, referees = divide(own_cores(), concurrency)
    free: Any = context.SimpleQueue()
    for cores in games:
        free.put(cores)
    gate = CoreGate(context.Semaphore(len(games)), free)
    pool = ProcessPoolExecutor(concurrency + 1, context, _become_referee, (gate, referees))
    try:
        yield Pool(pool, concurrency + 1)
        pool.shutdown()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        _wake_referees()
        for process in multiprocessing.active_children():
            process.join()
        raise


def _become_referee(gate: Gate, cores: Cores) -> None:
    global _gate
    _gate = gate
    os.sched_setaffinity(0, cores)
    # Without a terminal of its own, no program that it starts has one to type into.
    os.setsid()
    # Ctrl-C reaches every process of the terminal; it is for the one that started us to say what happens.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    # A program without a sandbox runs as the same user; it could trace a process that may be dumped.
    forbid_tracing()
    remove_left_behind()
    keep_groups()
    adopt_orphans()
    # What is there now stays: looking through it for garbage would take a fifth of the time of a game.
    gc.freeze()
    gc.set_threshold(OBJECTS_OF_A_GAME)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A tournament that is killed takes its referees with it, and they their programs."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        _stop()


def _stop(*_: object) -> None:
    """Ends this referee and everything that it has started, at once."""
    try:
        kill_for_good()
        remove_groups()
    finally:  # the game that is on may be closing the same files
        os._exit(1)


@contextlib.contextmanager
def cluster(address: str) -> Iterator[Pool]:
    """The workers of a Dask cluster; a game whose worker is lost is played again on another."""
    from distributed import Client

    # A lost scheduler is told in one line; its libraries would write pages, and give a level to each of their loggers.
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("asyncio", "distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    lost = RunError(f"the scheduler at {address} is lost, or cannot be reached")
    try:
        client: Any = Client(address, timeout=CONNECT_TIME)  # type: ignore[no-untyped-call] # distributed is typed in part
    except (OSError, ValueError) as error:
        raise lost from error
    try:
        hands = sum(client.nthreads().values())
        yield Pool(client.get_executor(pure=False, retries=MOST_RETRIES), max(1, hands))
    except CancelledError as error:
        raise lost from error
    finally:
        with contextlib.suppress(OSError, TimeoutError):
            client.close(timeout=1)
