"""What a program may use, with control groups and without."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from tests.support.tournaments import VILLAINS, sandbox_or_skip

from stolik.tournament.plan.causes import told
from stolik.tournament.plan.players import Entrant
from stolik.tournament.sandbox import cgroups
from stolik.tournament.sandbox.bubblewrap import find_sandbox
from stolik.tournament.sandbox.owners import Owner, this_process
from stolik.tournament.sandbox.program import Program

MEMORY = 128


@pytest.fixture(params=["control groups", "measured"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How limits are kept."""
    if request.param == "measured":
        monkeypatch.setattr(cgroups, "hierarchies", lambda: ())
    elif not cgroups.hierarchies():
        pytest.skip("control groups cannot be made here")
    return str(request.param)


def ended(code: str, sandboxed: bool, memory: int = MEMORY) -> Program:
    """A program that has ended, by itself or because it used too much."""
    command = (sys.executable, "-c", f"import mmap, os, sys, time\n{code}")
    program = Program("b", Entrant("Eats", command, str(VILLAINS)), find_sandbox(memory, sandboxed))
    try:
        assert program.has_died(wait=60)
    finally:
        program.end()
    return program


IN_FILES = """
files = [os.memfd_create("hidden") for _ in range(64)]
for file in files:
    for _ in range(16): os.write(file, bytes(1 << 20))
time.sleep(99)
"""
SHARED = """
for _ in range(64): globals().setdefault("maps", []).append(mmap.mmap(-1, 16 << 20)); maps[-1].write(bytes(16 << 20))
time.sleep(99)
"""
# Taken out of the process as soon as it is written.
UNMAPPED = """
for _ in range(64):
    globals().setdefault("maps", []).append(mmap.mmap(-1, 16 << 20)); maps[-1].write(bytes(16 << 20))
    maps[-1].madvise(mmap.MADV_DONTNEED)
time.sleep(99)
"""
NAMELESS = """
files = [os.open(folder, os.O_TMPFILE | os.O_RDWR) for folder in ("/tmp", "/dev/shm")]
for file in files: [os.write(file, bytes(1 << 20)) for _ in range(60)]
keep = bytes(40 << 20)
time.sleep(99)
"""
# What is only read is nowhere in memory, but the system needs a page to know where each two MiB of it are.
PAGE_TABLES = """
maps = [mmap.mmap(-1, 1 << 30, 0x4000 | mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ) for _ in range(128)]
for map in maps:
    map.madvise(mmap.MADV_NOHUGEPAGE)
    for place in range(0, 1 << 30, 1 << 21): map[place]
time.sleep(99)
"""
# The system says nothing of the memory of a process whose first thread has ended, but of its other threads.
WITHOUT_FIRST_THREADS = """
import ctypes, platform, threading
def hold():
    keep = b"x" * (100 << 20)
    time.sleep(99)
for _ in range(3):
    if os.fork() == 0:
        threading.Thread(target=hold).start()
        ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[platform.machine()], 0)
time.sleep(99)
"""
# The system needs memory for each.
EMPTY_FILES = """
for number in range(1 << 20): os.close(os.open(f"/tmp/{number}", os.O_CREAT))
time.sleep(99)
"""
# Less than the size of each of them, together with what the process has.
IN_FOLDERS = """
for folder in ("/tmp", "/dev/shm"):
    for number in range(3): open(f"{folder}/{number}", "wb").write(bytes(20 << 20))
keep = bytes(40 << 20)
time.sleep(99)
"""


HELD = {
    "nameless files": NAMELESS,
    "shared": SHARED,
    "unmapped": UNMAPPED,
    "folders": IN_FOLDERS,
    "empty files": EMPTY_FILES,
    "page tables": PAGE_TABLES,
    "without first threads": WITHOUT_FIRST_THREADS,
}


@pytest.mark.parametrize("code", HELD.values(), ids=HELD)
def test_memory_counts_whatever_it_is_called(way: str, code: str) -> None:
    sandbox_or_skip()
    program = ended(code, sandboxed=True)
    assert "MiB of memory, and may use 128" in str(program.too_heavy), program.notes.text()


def test_without_a_sandbox_nameless_files_count_too(way: str) -> None:
    assert "MiB of memory, and may use 128" in str(ended(IN_FILES, sandboxed=False).too_heavy)


def test_in_a_sandbox_there_are_no_nameless_files_of_the_systems() -> None:
    sandbox_or_skip()
    assert "Function not implemented" in ended(IN_FILES, sandboxed=True).notes.text()


SOCKETS = """
import socket
pairs = [socket.socketpair() for _ in range(200)]
for one, other in pairs: other.setblocking(False)
for one, other in pairs:
    try:
        while True: other.send(bytes(1 << 16))
    except BlockingIOError: pass
time.sleep(99)
"""


def test_where_the_memory_of_sockets_cannot_be_measured_their_number_is_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sandbox_or_skip()
    monkeypatch.setattr(cgroups, "hierarchies", lambda: ())
    assert str(ended(SOCKETS, sandboxed=True).too_heavy) == "it used 400 sockets, and may use 256"


FORKS = """
for _ in range(400):
    try:
        if os.fork() == 0: time.sleep(99)
    except OSError: sys.exit("refused")
time.sleep(99)
"""


@pytest.mark.parametrize("sandboxed", [True, False])
def test_so_do_processes(way: str, sandboxed: bool) -> None:
    if sandboxed:
        sandbox_or_skip()
    program = ended(FORKS, sandboxed, 4096)
    assert program.notes.text() == "refused\n" or "processes, and may use 256" in str(program.too_heavy)


def test_one_that_ends_while_it_is_measured_does_not_end_the_measuring(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program("b", Entrant("Ends", ("/bin/true",), str(VILLAINS)), find_sandbox(MEMORY, False))
    try:
        assert program.has_died(wait=60)
        monkeypatch.setattr(program.processes, "excess", lambda: told("it used more than it may"))
        program._look()
    finally:
        program.end()
    assert str(program.how_ended()) == "was killed: it used more than it may"


def test_the_record_says_what_held_a_program(way: str) -> None:
    sandbox_or_skip()
    held_by = ended("pass", sandboxed=True).processes.held_by
    assert held_by.startswith("bubblewrap; ")
    assert ("control groups" in held_by) is (way == "control groups")
    assert ended("pass", sandboxed=False).processes.held_by.startswith("no sandbox; ")


def test_groups_of_a_referee_that_was_killed_are_removed() -> None:
    if not cgroups.hierarchies():
        pytest.skip("control groups cannot be made here")
    dead = Owner(2**22 + 1, this_process().namespace, 1)  # a number that no process has
    left = f"{cgroups.hierarchies()[0].folder}/{dead.name(0)}"
    os.mkdir(left)
    program = subprocess.Popen(["/bin/sleep", "99"])
    cgroups._write(f"{left}/cgroup.procs", str(program.pid))
    cgroups.remove_left_behind()
    assert not os.path.exists(left)
    assert program.wait() == -9, "and what was left in it is killed"


def test_groups_of_a_referee_that_lives_are_left_alone() -> None:
    if not cgroups.hierarchies():
        pytest.skip("control groups cannot be made here")
    ours = f"{cgroups.hierarchies()[0].folder}/{this_process().name('test')}"
    os.mkdir(ours)
    try:
        cgroups.remove_left_behind()
        assert os.path.exists(ours)
    finally:
        os.rmdir(ours)


def test_a_program_whose_group_somebody_has_removed_is_measured_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    if not cgroups.hierarchies():
        pytest.skip("control groups cannot be made here")

    def removed(memory: int, processes: int) -> cgroups.Group:
        group = cgroups.Group(memory, processes)
        for folder in group._folders:
            os.rmdir(folder)
        return group

    monkeypatch.setattr("stolik.tournament.sandbox.processes.make_group", removed)
    program = ended("pass", sandboxed=False)
    assert str(program.how_ended()) == "exit code 0"
    assert "control groups" not in program.processes.held_by


@pytest.fixture
def kept() -> Iterator[None]:
    if not cgroups.hierarchies():
        pytest.skip("control groups cannot be made here")
    cgroups.keep_groups()
    yield
    cgroups.remove_groups()


def groups() -> set[str]:
    return {name for place in cgroups.hierarchies() for name in os.listdir(place.folder) if f"-{os.getpid()}-" in name}


def test_a_group_is_used_again_and_what_was_before_does_not_count(kept: None) -> None:
    assert "MiB of memory" in str(ended(SHARED, sandboxed=False).too_heavy)
    before = groups()
    assert len(before) == 1
    assert ended("pass", sandboxed=False).too_heavy is None
    assert groups() == before
    ended("pass", sandboxed=False, memory=MEMORY + 1)
    assert len(groups()) == 2, "other limits need another group"
    cgroups.remove_groups()
    assert groups() == set()


def test_a_group_that_still_has_processes_is_not_used_again(kept: None) -> None:
    first = cgroups.make_group(MEMORY << 20, 9)
    assert first is not None
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as left:
        first.add([left.pid])
        first.release()
        second = cgroups.make_group(MEMORY << 20, 9)
        assert second is not first
        left.kill()
    assert cgroups.make_group(MEMORY << 20, 9) is first
