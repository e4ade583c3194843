"""Control groups of both versions: real ones where this machine gives them, and a simulated tree everywhere."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.support.tournaments import VILLAINS

from stolik.tournament.plan.players import Entrant
from stolik.tournament.sandbox import cgroups
from stolik.tournament.sandbox.bubblewrap import find_sandbox
from stolik.tournament.sandbox.cgroups import Group, Hierarchy
from stolik.tournament.sandbox.process_tree import state
from stolik.tournament.sandbox.program import Program

_make_folder, _remove_folder = os.mkdir, os.rmdir
FILES = {
    "freezer": ("freezer.state", "cgroup.procs"),
    "memory": ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.oom_control", "cgroup.procs"),
    "pids": ("pids.max", "cgroup.procs"),
    "cpuacct": ("cpuacct.usage", "cgroup.procs"),
}


class Kernel:
    """Does in a folder what the system does under /sys/fs/cgroup, with version 1."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.freezing = 0
        """So many times a group is told to freeze before it has."""
        for controller in FILES:
            (root / controller).mkdir()

    def mkdir(self, folder: str) -> None:
        """Makes a group with its files."""
        _make_folder(folder)
        for file in FILES[Path(folder).parent.name]:
            (Path(folder) / file).write_text("")

    def write(self, file: str, text: str) -> None:
        """Writes a file of a group, if it has that; a state is what the system makes of it."""
        if not Path(file).exists():
            raise FileNotFoundError(file)
        if text == "FROZEN" and self.freezing:
            self.freezing -= 1
            text = "FREEZING"
        Path(file).write_text(text)

    def tell(self, descriptor: int, word: bytes) -> None:
        """Writes an open file of a group."""
        self.write(os.readlink(f"/proc/self/fd/{descriptor}"), word.decode())

    def rmdir(self, folder: str) -> None:
        """Removes a group, files and all."""
        for file in Path(folder).iterdir():
            file.unlink()
        _remove_folder(folder)

    def groups(self, controller: str) -> list[Path]:
        """The groups that there are."""
        return list((self.root / controller).iterdir())


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    simulated = Kernel(tmp_path)
    monkeypatch.setattr(os, "mkdir", simulated.mkdir)
    monkeypatch.setattr(os, "rmdir", simulated.rmdir)
    monkeypatch.setattr(cgroups, "_write", simulated.write)
    monkeypatch.setattr(cgroups, "_tell", simulated.tell)
    monkeypatch.setattr(cgroups, "_own_folders", lambda: (str(tmp_path / controller) for controller in FILES))
    cgroups.hierarchies.cache_clear()
    yield simulated
    monkeypatch.undo()
    cgroups.hierarchies.cache_clear()


def test_what_version_1_can_do_is_found(kernel: Kernel) -> None:
    assert [(Path(place.folder).name, place.used) for place in cgroups.hierarchies()] == [
        ("freezer", ("freezer.state",)),
        ("memory", ("memory.limit_in_bytes",)),
        ("pids", ("pids.max",)),
    ]
    assert not any(kernel.groups(controller) for controller in FILES), "nothing is left of the trial"


def test_a_group_of_version_1_is_limited_frozen_thawed_and_removed(kernel: Kernel) -> None:
    group = Group(memory=64, processes=8)
    (freezer,), (memory,), (pids,) = (kernel.groups(controller) for controller in ("freezer", "memory", "pids"))
    assert (
        (memory / "memory.limit_in_bytes").read_text() == (memory / "memory.memsw.limit_in_bytes").read_text() == "64"
    )
    assert (pids / "pids.max").read_text() == "8"
    group.add([17])
    assert {(folder / "cgroup.procs").read_text() for folder in (freezer, memory, pids)} == {"17"}
    group.freeze()
    assert (freezer / "freezer.state").read_text() == "FROZEN"
    group.thaw()
    assert (freezer / "freezer.state").read_text() == "THAWED"
    assert not group.ran_out_of_memory()
    (memory / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 1\n")
    assert group.ran_out_of_memory()
    group.remove()
    assert not any(kernel.groups(controller) for controller in FILES)


def test_a_group_of_version_1_is_told_to_freeze_until_it_has(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroups, "_FREEZING", 60.0)  # a busy machine may take long for three times
    group = Group(memory=64, processes=8)
    kernel.freezing = 3
    group.freeze()
    (freezer,) = kernel.groups("freezer")
    assert (freezer / "freezer.state").read_text() == "FROZEN"


def test_a_group_that_never_freezes_is_not_waited_for_for_ever(kernel: Kernel) -> None:
    group = Group(memory=64, processes=8)
    kernel.freezing = 10**9
    group.freeze()
    (freezer,) = kernel.groups("freezer")
    assert (freezer / "freezer.state").read_text() == "FREEZING"


def only(version: str) -> Callable[[], tuple[Hierarchy, ...]]:
    """What this machine has of one version; skips the test where that cannot freeze."""
    file = {"1": "freezer.state", "2": "cgroup.freeze"}[version]
    found = [
        Hierarchy(folder, (file,)) for folder in cgroups._own_folders() if file in cgroups._files_of_a_trial(folder)
    ]
    if not found:
        pytest.skip(f"control groups of version {version} cannot be made here")
    return lambda: (found[0],)


STILL = 0.005
"""Seconds of processor time of a program that stands still, at most."""


@pytest.mark.parametrize("version", ["1", "2"])
def test_a_real_group_stops_a_program_that_a_signal_cannot_wake(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroups, "hierarchies", only(version))
    loop = Entrant("Busy", ("/bin/sh", "-c", "trap : CONT; while :; do :; done"), str(VILLAINS))
    program = Program("b", loop, find_sandbox(512, False))
    try:
        for _ in range(3):
            program.processes.freeze()
            before = program.processes.usage()
            os.kill(program.process.pid, 18)
            time.sleep(0.05)
            # To be frozen takes some microseconds of its own; a program that runs uses fifty milliseconds.
            assert program.processes.usage().used_since(before) < STILL
            program.processes.thaw()
            while program.processes.usage().used_since(before) < STILL:
                assert state(program.process.pid) in "RS"
    finally:
        program.end()
    assert not [group for group in os.listdir(cgroups.hierarchies()[0].folder) if f"-{os.getpid()}-" in group]
