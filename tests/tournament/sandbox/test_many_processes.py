"""What the referee does for each process of a program is bounded: a fork bomb costs it little."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import count

import pytest

from stolik.tournament.sandbox import process_tree, processes
from stolik.tournament.sandbox.bubblewrap import MOST_PROCESSES, Sandbox
from stolik.tournament.sandbox.memory import MEASURE_EVERY, REST, pause_after
from stolik.tournament.sandbox.process_tree import family, memory
from stolik.tournament.sandbox.processes import MOST_MEASURED, Processes
from stolik.tournament.sandbox.usage import Usage

ALL = {"freeze", "memory", "processes", "processor"}
ROOT = 1000
LAST = ROOT + 250


class Group:
    """A simulated control group, which holds all processes but one at first."""

    def __init__(self, abilities: set[str]) -> None:
        self.abilities = abilities
        self._members = set(range(ROOT, LAST))

    def add(self, pids: Iterable[int]) -> None:
        self._members |= {*pids}

    def members(self) -> set[int]:
        return self._members

    def processor_time(self) -> float:
        return 7.0

    def ran_out_of_memory(self) -> bool:
        return False


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A process whose child has a child, and so on; the processes whose children have been listed."""
    seen: list[int] = []

    def children(pid: int) -> Iterator[int]:
        seen.append(pid)
        yield from [pid + 1] if pid < LAST else []

    monkeypatch.setattr(process_tree, "children", children)
    monkeypatch.setattr(processes, "threads", lambda _: ["1"])
    monkeypatch.setattr(processes, "usage_of", lambda pids: Usage(float(len([*pids])), 0.0, 0.0))
    monkeypatch.setattr(processes, "threads_of_all", lambda pids: len([*pids]))
    return seen


def bomb(monkeypatch: pytest.MonkeyPatch, abilities: set[str]) -> Processes:
    group = Group(abilities) if abilities else None
    monkeypatch.setattr(processes, "make_group", lambda *_: group)
    made = Processes(ROOT, Sandbox(64))
    made._root = ROOT  # `enter` would limit a process of this number
    return made


def test_a_family_may_have_any_number_of_generations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_tree, "children", lambda pid: [pid + 1] if pid < 5000 else [])
    assert list(family(1)) == list(range(1, 5001))


def test_waits_are_counted_of_few_where_a_group_counts_what_all_have_used(
    monkeypatch: pytest.MonkeyPatch, listed: list[int]
) -> None:
    usage = bomb(monkeypatch, ALL).usage()
    assert (usage.used, len(listed) <= MOST_MEASURED) == (7.0, True)


def test_all_are_measured_where_no_group_counts(monkeypatch: pytest.MonkeyPatch, listed: list[int]) -> None:
    assert bomb(monkeypatch, set()).usage().used == len(listed) == LAST - ROOT + 1


def test_the_first_that_is_ready_is_enough(monkeypatch: pytest.MonkeyPatch, listed: list[int]) -> None:
    monkeypatch.setattr(processes, "is_ready", lambda pid: pid == ROOT + 2)
    assert bomb(monkeypatch, ALL).are_ready()
    assert listed == [ROOT, ROOT + 1]


def test_a_group_that_holds_all_of_them_limits_their_number(monkeypatch: pytest.MonkeyPatch, listed: list[int]) -> None:
    made = bomb(monkeypatch, ALL)
    assert made.excess() is None  # the one that had escaped is put into the group
    assert made.excess() is None
    listed.clear()
    assert made.excess() is None
    assert listed == []


def test_without_one_they_are_counted(monkeypatch: pytest.MonkeyPatch, listed: list[int]) -> None:
    made = bomb(monkeypatch, {"memory"})
    monkeypatch.setattr(processes, "threads_of_all", lambda _: MOST_PROCESSES + 1)
    for _ in range(3):
        assert "processes" in str(made.excess())
    assert listed


def test_files_in_memory_are_looked_for_once_in_a_mount_namespace(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()
    look = os.statvfs

    def counted(path: str) -> os.statvfs_result:
        next(looks)
        return look(path)

    monkeypatch.setattr(os, "statvfs", counted)
    memory([os.getpid()], 0)
    once = next(looks)
    memory([os.getpid()] * 9, 0)
    assert next(looks) == 2 * once + 1


def test_measuring_takes_a_small_part_of_the_time() -> None:
    assert pause_after(0.001) == MEASURE_EVERY
    assert pause_after(1.0) == REST
