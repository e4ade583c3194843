"""Root runs programs without a sandbox as other users, if everybody may read them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from stolik.tournament.plan.players import Entrant
from stolik.tournament.sandbox import strangers
from stolik.tournament.sandbox.bubblewrap import Sandbox, find_sandbox
from stolik.tournament.sandbox.places import Guest
from stolik.tournament.sandbox.program import Program
from stolik.tournament.sandbox.signal_scope import can_be_scoped, start_in_scope
from stolik.tournament.sandbox.strangers import can_be_used, everybody_may_read, next_stranger

needs_root = pytest.mark.skipif(
    not find_sandbox(512, False).strangers, reason="only root can run programs as other users"
)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may read, unlike pytest's."""
    with TemporaryDirectory(prefix="stolik-strangers-") as path:
        os.chmod(path, 0o755)
        yield Path(path)


def told(folder: Path, *command: str) -> Program:
    """A program that has ended; what it told is on its stderr."""
    program = Program("b", Entrant("Tells", command, str(folder)), find_sandbox(512, False))
    try:
        assert program.has_died(wait=60)
    finally:
        program.end()
    return program


@needs_root
def test_a_program_of_root_is_another_user_who_cannot_kill_its_referee(folder: Path) -> None:
    code = f"id -u >&2; id -G >&2; echo $HOME >&2; kill -0 {os.getpid()} || echo refused >&2; ulimit -c >&2"
    program = told(folder, "/bin/sh", "-c", code)
    user, groups, home, *_, refused, core = program.notes.text().split("\n")[:-1]
    assert int(user) > 1_900_000_000
    assert (groups, home, refused, core) == (user, "/", "refused", "0")
    assert program.processes.held_by.startswith("no sandbox; another user; ")
    assert os.getuid() == 0, "and this process is who it was"


@needs_root
def test_two_programs_are_two_users(folder: Path) -> None:
    one, two = (told(folder, "/bin/sh", "-c", "id -u >&2").notes.text() for _ in range(2))
    assert one != two


@needs_root
def test_a_program_that_not_everybody_may_read_runs_as_root(folder: Path) -> None:
    folder.chmod(0o700)
    program = told(folder, "/bin/sh", "-c", "id -u >&2")
    assert program.notes.text() == "0\n"
    assert "another user" not in program.processes.held_by


def test_everybody_must_be_able_to_read_a_file_and_to_enter_its_folders(folder: Path) -> None:
    file = folder / "inner" / "file"
    file.parent.mkdir(mode=0o755)
    file.touch(mode=0o644)
    link = folder / "link"
    link.symlink_to(file)
    assert everybody_may_read([str(file), str(link), str(folder)])
    file.parent.chmod(0o700)
    assert not everybody_may_read([str(link)])
    file.parent.chmod(0o755)
    file.chmod(0o600)
    assert not everybody_may_read([str(file)])
    assert not everybody_may_read([str(folder / "none")])


@needs_root
def test_strangers_are_not_used_where_they_cannot_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(strangers, "target", lambda _: "")
    assert not can_be_used.__wrapped__()
    monkeypatch.setattr(strangers, "become", refused)
    assert not can_be_used.__wrapped__()


def test_a_normal_user_has_no_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    assert not can_be_used.__wrapped__()


def test_one_that_is_not_root_cannot_become_somebody_else() -> None:
    one, other = (partial(strangers.become, next_stranger()) for _ in range(2))
    with pytest.raises(OSError, match="cannot become another user"):
        start_in_scope(other, one)


def test_whether_a_program_could_kill_its_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest(["/bin/true"], "/")
    assert Sandbox(64).lets_kill(guest) is not can_be_scoped()
    monkeypatch.setattr("stolik.tournament.sandbox.bubblewrap.can_be_scoped", lambda: False)
    assert Sandbox(64).lets_kill(guest)
    assert not Sandbox(64, strangers=True).lets_kill(guest)
    assert Sandbox(64, strangers=True).lets_kill(Guest(["/bin/true"], "/", ["/no/such"]))
    assert not Sandbox(64, bwrap="/usr/bin/bwrap").lets_kill(guest)


@needs_root
def test_a_stranger_can_be_stopped_and_measured(folder: Path) -> None:
    loop = Entrant("Busy", ("/bin/sh", "-c", "while :; do :; done"), str(folder))
    program = Program("b", loop, find_sandbox(512, False))
    try:
        while not program.processes.usage().used:
            pass
        program.processes.freeze()
        assert subprocess.run(["kill", "-0", str(program.process.pid)], check=False).returncode == 0
    finally:
        program.end()
    assert str(program.how_ended()) == "did not leave, and was killed"


# Nothing that is needed after a thread has become somebody else may be loaded only then.
FRESH = """
import sys
from stolik.tournament.plan.players import Entrant
from stolik.tournament.sandbox.bubblewrap import find_sandbox
from stolik.tournament.sandbox.program import Program
assert "resource" not in sys.modules
Program("b", Entrant("True", ("/bin/true",), "/"), find_sandbox(64, False)).end()
"""


@needs_root
def test_a_stranger_is_started_where_only_root_may_read_pythons_modules() -> None:
    done = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
