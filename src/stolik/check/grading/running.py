"""Grades submissions side by side: in processes of this machine, or on a Dask cluster."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed

from stolik.check.grading.grade import Graded, Task, grade
from stolik.tournament.runner import cluster

Finished = Callable[[Graded], None]


def grade_all(tasks: Sequence[Task], executor: Executor, finished: Finished) -> None:
    """Grades all; `finished` hears of each. What kills the process that grades it costs only the submission itself."""
    futures = {executor.submit(grade, task): task for task in tasks}
    for future in as_completed(futures):
        task = futures[future]
        try:
            graded = future.result()
        except Exception as error:  # the process that graded it has died, or the machine lacks something
            graded = Graded(task.submission.name, task.what, {}, 0.0, fault=f"it could not be graded: {error}")
        finished(graded)


@contextlib.contextmanager
def here(processes: int) -> Iterator[Executor]:
    """Processes of this machine, each for one submission at a time."""
    context = multiprocessing.get_context("forkserver")
    with ProcessPoolExecutor(processes, context, max_tasks_per_child=1) as executor:
        yield executor


@contextlib.contextmanager
def on_cluster(address: str) -> Iterator[Executor]:
    """The workers of a Dask cluster, which see the same folders."""
    with cluster(address) as pool:
        yield pool.executor
