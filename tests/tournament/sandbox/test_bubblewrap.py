"""The walls around a program."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import pytest

from stolik.tournament.plan.players import Entrant
from stolik.tournament.sandbox.bubblewrap import MEBI, Sandbox, find_sandbox
from stolik.tournament.sandbox.program import CannotStart, Program


@pytest.fixture
def sandbox() -> Sandbox:
    found = find_sandbox(64, True)
    if found.bwrap is None:
        pytest.skip("bubblewrap is not here, or may not make namespaces")
    return found


def inside(sandbox: Sandbox, code: str, cwd: Path) -> str:
    command = sandbox.command([sys.executable, "-c", code], str(cwd))
    done = subprocess.run(command, env=sandbox.environment({}), capture_output=True, text=True, timeout=20, check=False)
    return done.stdout.strip() or done.stderr.strip()


def test_a_program_sees_its_own_folder_and_an_empty_tmp(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    assert inside(sandbox, "import os; print(os.listdir('.'))", tmp_path) == "['mine']"
    needed = (tmp_path, Path(sys.executable))
    tops = {path.parts[2] for path in needed if path.is_relative_to("/tmp")}
    assert set(inside(sandbox, "import os; print(*os.listdir('/tmp'))", tmp_path).split()) == tops


def test_what_a_program_is_told_of_in_tmp_is_shown(sandbox: Sandbox) -> None:
    with TemporaryDirectory(dir="/tmp") as told, TemporaryDirectory(dir="/tmp") as hidden:
        Path(told, "deep").mkdir()
        code = f"import os; print(os.path.exists({told!r}), os.path.exists({hidden!r}))"
        command = sandbox.command([sys.executable, "-c", code, f"{told}/deep", "/tmp/" + "x" * 300], "/")
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        assert done.stdout == "True False\n", done.stderr


def test_a_program_cannot_write_but_in_its_own_tmp(sandbox: Sandbox, tmp_path: Path) -> None:
    assert "Read-only" in inside(sandbox, "open('new', 'w')", tmp_path)
    new = f"/tmp/{uuid4()}"
    assert inside(sandbox, f"open({new!r}, 'w').write('x'); print('ok')", tmp_path) == "ok"
    assert not Path(new).exists()


def test_a_program_is_alone(sandbox: Sandbox, tmp_path: Path) -> None:
    pids = inside(sandbox, "import os; print(*[p for p in os.listdir('/proc') if p.isdigit()])", tmp_path).split()
    assert len(pids) <= 3


def test_a_program_has_no_network(sandbox: Sandbox, tmp_path: Path) -> None:
    assert inside(sandbox, "import socket; print(*(name for _, name in socket.if_nameindex()))", tmp_path) == "lo"


def test_a_network_client_reaches_its_table_and_nothing_else(sandbox: Sandbox, tmp_path: Path) -> None:
    code = (
        "import socket, sys; print(*(name for _, name in socket.if_nameindex()))\n"
        "socket.create_connection((sys.argv[1], int(sys.argv[2]))).sendall(b'here')"
    )
    entrant = Entrant("Client", (sys.executable, "-c", code, "{host}", "{port}"), str(tmp_path))
    program = Program("b", entrant, sandbox, networked=True)
    try:
        with program.listen(20) as listening:
            listening.settimeout(20)
            with listening.accept()[0] as connection:
                assert connection.recv(16) == b"here"
        assert program.has_died(wait=20)
    finally:
        program.end()
    assert (program.exit_words(), program.notes.text()) == ("exit code 0", "lo\n")


def test_a_sandbox_that_does_not_come_up_is_told_from_a_program_that_does_not_connect(tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    broken.chmod(0o755)
    program = Program("b", Entrant("Client", ("/bin/true",), "/"), Sandbox(64, str(broken)), networked=True)
    try:
        with pytest.raises(CannotStart, match="No permissions"):
            program.listen(20)
    finally:
        program.end()


def test_a_program_cannot_fill_the_memory_with_files(sandbox: Sandbox, tmp_path: Path) -> None:
    fill = "for n in range(9): open('{}/%d' % n, 'wb').write(bytes(16 << 20))"
    assert "No space left" in inside(sandbox, fill.format("/dev/shm"), tmp_path)
    assert "No space left" in inside(sandbox, fill.format("/tmp"), tmp_path)
    assert "Read-only" in inside(sandbox, fill.format("/dev"), tmp_path)


def test_a_program_has_the_memory_that_it_is_given(sandbox: Sandbox, tmp_path: Path) -> None:
    assert inside(sandbox, f"bytearray(32 * {MEBI}); print('ok')", tmp_path) == "ok"
    assert "MemoryError" in inside(sandbox, f"bytearray(128 * {MEBI}); print('ok')", tmp_path)


def test_secrets_of_our_environment_are_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "x")
    assert "SECRET" not in Sandbox(64).environment({"OWN": "y"})
    assert Sandbox(64).environment({"OWN": "y"})["OWN"] == "y"


def test_a_machine_without_bubblewrap_says_so_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    without = find_sandbox(65, True)
    assert without.bwrap is None
    assert without.warning
    assert "NO SANDBOX" in without.warning
    assert without.command(["program"], "/") == ["program"]


def test_a_bubblewrap_that_does_not_work_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_sandbox(66, True).bwrap is None


def test_a_sandbox_that_is_not_wanted_is_not_used() -> None:
    assert find_sandbox(67, False).warning
