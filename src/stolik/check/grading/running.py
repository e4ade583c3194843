"""Grades submissions side by side: in processes of this machine, or on a Dask cluster.

Each submission has a process of its own here: whatever it does to the process that grades it costs only itself.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Thread
from typing import Final

from stolik.check.grading.grade import LONGEST, Graded, Task, grade
from stolik.tournament.runner import cluster
from stolik.tournament.sandbox.process_tree import family

Finished = Callable[[Graded], None]
# How often a submission is graded anew when the process that grades it dies, or the machine lacks something.
MOST_TRIES: Final = 2
# Seconds that a process may take longer than `grade` itself allows: for the build, and for a slow start.
MORE_TIME: Final = 600.0
# Seconds between two looks at whether the grading was stopped.
LOOK: Final = 0.5


class NotGraded(Exception):
    """A submission could not be graded here, and nobody knows its points; the message says why."""


@dataclass(frozen=True)
class Place:
    """Where submissions are graded."""

    executor: Executor
    grade: Callable[[Task], Graded]


def grade_all(tasks: Sequence[Task], place: Place, finished: Finished) -> dict[str, str]:
    """Grades all; `finished` hears of each. Returns the names of those that could not be graded, with the reason."""
    lost = {}
    futures = {place.executor.submit(place.grade, task): task for task in tasks}
    for future in as_completed(futures):
        try:
            finished(future.result())
        except Exception as error:  # the process that graded it has died, or the machine lacks something
            lost[futures[future].submission.name] = str(error) or type(error).__name__
    return lost


def grade_apart(task: Task, stopped: Event) -> Graded:
    """Grades a submission in a process of its own; raises NotGraded, which it does soon once `stopped` is set."""
    why = ""
    for _ in range(MOST_TRIES):
        # Whatever ends the process, its files go with this folder.
        with tempfile.TemporaryDirectory(prefix="stolik-grading-", ignore_cleanup_errors=True) as folder:
            Path(folder).chmod(0o755)  # programs run as a user that owns nothing
            said = _in_process(task, folder, stopped)
        if isinstance(said, Graded):
            return said
        why = said
        if stopped.is_set():
            break
    raise NotGraded(why)


def _in_process(task: Task, folder: str, stopped: Event) -> Graded | str:
    """What a process that grades it says: the points, or why it could not."""
    context = multiprocessing.get_context("forkserver")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_grade_and_send, args=(task, folder, theirs), daemon=True)
    process.start()
    theirs.close()
    end = time.monotonic() + LONGEST + MORE_TIME
    try:
        while not ours.poll(LOOK):
            if stopped.is_set():
                return "it was stopped"
            if time.monotonic() > end:
                return f"it took more than {LONGEST + MORE_TIME:.0f} s"
        said: Graded | str = ours.recv()
    except EOFError:
        process.join()
        return f"the process that graded it ended: exit code {process.exitcode}"
    finally:
        ours.close()
        if process.is_alive() and process.pid is not None:
            end_children(process.pid)
        process.kill()
        process.join()
    return said


def _grade_and_send(task: Task, folder: str, to: Connection) -> None:
    tempfile.tempdir = folder
    # Ctrl-C reaches every process of the terminal; the one that started us ends us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    try:
        to.send(grade(task))
    except Exception as error:  # told as a text, since not every exception can be sent
        to.send(f"{type(error).__name__}: {error}")


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        end_children(os.getpid())
        os._exit(1)


def end_children(pid: int) -> None:
    """Ends all that a process has started: our own programs, which run beside a submission, have no sandbox."""
    for child in reversed([*family(pid)][1:]):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(child, signal.SIGKILL)


@contextlib.contextmanager
def here(processes: int) -> Iterator[Place]:
    """Processes of this machine, each for one submission; so many at once."""
    executor, stopped = ThreadPoolExecutor(processes), Event()
    try:
        yield Place(executor, partial(grade_apart, stopped=stopped))
    except BaseException:
        stopped.set()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


@contextlib.contextmanager
def on_cluster(address: str) -> Iterator[Place]:
    """The workers of a Dask cluster, which see the same folders."""
    with cluster(address) as pool:
        yield Place(pool.executor, grade)
