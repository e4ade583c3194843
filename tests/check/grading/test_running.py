"""Where submissions are graded: one that kills the process that grades it costs only itself."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from click.testing import CliRunner

from stolik.check.grading import grade as grade_module
from stolik.check.grading import running
from stolik.check.grading.grade import Graded, Task
from stolik.check.grading.running import NotGraded, Place, grade_all, grade_apart, here, on_cluster
from stolik.check.grading.submissions import Submission
from stolik.check.program import Subject
from stolik.check.runner import Settings
from stolik.check.scenario import Scenario
from stolik.check.suites import find_suite
from stolik.check.verdicts import Result, Verdict
from stolik.cli.checking.grade import command
from stolik.tournament.runner import Pool


def task(name: str) -> Task:
    return Task(Submission(name, f"/no/such/{name}"), "krazki")


def grade_by_name(task: Task) -> Graded:
    if task.submission.name == "killer":
        raise NotGraded("the process that graded it ended: exit code -9")
    return Graded(task.submission.name, task.what, {"moves": 1.0}, 1.0)


def killed(task: Task, folder: str, to: Connection) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def waits(task: Task, folder: str, to: Connection) -> None:
    Path(folder, "a file").touch()
    signal.pause()


def test_a_submission_has_a_process_of_its_own() -> None:
    graded = grade_apart(task("ewa"), Event())
    assert graded.name == "ewa"
    assert "cannot be unpacked" in graded.fault


def test_a_process_that_dies_is_told_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_grade_and_send", killed)
    with pytest.raises(NotGraded, match="ended: exit code -9"):
        grade_apart(task("ewa"), Event())


def test_what_was_found_counts_when_the_time_of_a_submission_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(_: object, scenarios: Iterable[Scenario], *more: Any) -> None:
        more[-1](Result(scenario=next(iter(scenarios)).name, verdict=Verdict.PASS))
        await asyncio.sleep(100)

    monkeypatch.setattr(grade_module, "check", slow)
    monkeypatch.setattr(grade_module, "LONGEST", 0.05)
    suite = find_suite("krazki")
    first, *others = grade_module._checked(suite, Subject(("program",)), Settings())
    assert first.verdict is Verdict.PASS
    assert {one.verdict for one in others} == {Verdict.NOT_REACHED}
    assert len(others) == len(list(suite.scenarios())) - 1


def test_one_that_cannot_be_graded_costs_only_itself() -> None:
    finished: list[Graded] = []
    with ThreadPoolExecutor(2) as executor:
        lost = grade_all([task("ewa"), task("killer"), task("jan")], Place(executor, grade_by_name), finished.append)
    assert {one.name for one in finished} == {"ewa", "jan"}
    assert lost == {"killer": "the process that graded it ended: exit code -9"}


def test_an_interrupt_ends_what_is_graded_and_begins_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_grade_and_send", waits)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    futures: list[Future[Graded]] = []

    def interrupted() -> None:
        with here(1) as place:
            futures.extend(place.executor.submit(place.grade, task(name)) for name in ("ewa", "jan"))
            while not list(tmp_path.glob("*/a file")):
                time.sleep(0.01)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert str(futures[0].exception()) == "it was stopped"
    assert futures[1].cancelled()
    assert multiprocessing.active_children() == []
    assert list(tmp_path.iterdir()) == []


def test_a_cluster_gets_the_submissions(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextlib.contextmanager
    def cluster(address: str) -> Iterator[Pool]:
        assert address == "tcp://scheduler:8786"
        with ThreadPoolExecutor(1) as executor:
            yield Pool(executor, 1)

    monkeypatch.setattr(running, "cluster", cluster)
    finished: list[Graded] = []
    with on_cluster("tcp://scheduler:8786") as place:
        assert grade_all([task("ewa")], place, finished.append) == {}
    assert [one.name for one in finished] == ["ewa"]


def test_who_was_not_graded_is_named_and_graded_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ewa", "killer"):
        (tmp_path / "all" / name).mkdir(parents=True)

    @contextlib.contextmanager
    def place(_: int) -> Iterator[Place]:
        with ThreadPoolExecutor(1) as executor:
            yield Place(executor, grade_by_name)

    monkeypatch.setattr("stolik.cli.checking.grade.here", place)
    monkeypatch.setattr("stolik.cli.checking.grade.find_sandbox", lambda *_: None)
    done = CliRunner().invoke(command, [str(tmp_path / "all"), "--what", "krazki"], standalone_mode=False)
    assert done.return_value == 1
    assert "killer was not graded: the process that graded it ended" in done.stderr
    assert [file.name for file in (tmp_path / "all-grades" / "results").iterdir()] == ["ewa.json"]


def test_what_a_process_has_started_ends_with_it() -> None:
    with subprocess.Popen(["/bin/sh", "-c", "sleep 1000 & echo $!; wait"], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        running.end_children(parent.pid)
        parent.wait()  # it has waited for its child
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
