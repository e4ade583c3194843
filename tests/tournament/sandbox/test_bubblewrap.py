"""The walls around a program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import pytest
from tests.support.tournaments import sandbox_or_skip

import stolik
from stolik.tournament.plan.players import Entrant
from stolik.tournament.sandbox.bubblewrap import MEBI, NoSandbox, Sandbox, find_sandbox
from stolik.tournament.sandbox.places import Guest
from stolik.tournament.sandbox.program import CannotStart, Program
from stolik.tournament.sandbox.system_calls import open_filter

PYTHON = sys.executable


@pytest.fixture
def sandbox() -> Sandbox:
    return sandbox_or_skip()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may read, unlike pytest's: the programs of root's tournaments run as somebody else."""
    with TemporaryDirectory() as path:
        os.chmod(path, 0o755)
        yield Path(path)


def run(sandbox: Sandbox, guest: Guest, *before: str) -> str:
    """What a program prints in the sandbox, or else what it writes on stderr."""
    system_calls = open_filter()
    passed = [] if system_calls is None else [system_calls]
    try:
        done = subprocess.run(
            [*before, *sandbox.command(guest, system_calls)],
            env={"SECRET": "x"}, pass_fds=passed, capture_output=True, text=True, timeout=20, check=False,
        )  # fmt: skip
    finally:
        for descriptor in passed:
            os.close(descriptor)
    return done.stdout.strip() or done.stderr.strip()


def inside(sandbox: Sandbox, code: str, cwd: Path) -> str:
    return run(sandbox, Guest([PYTHON, "-c", code], str(cwd), own=(str(cwd),)))


def test_a_program_sees_its_own_folder_and_an_empty_tmp(sandbox: Sandbox, folder: Path) -> None:
    (folder / "mine").touch()
    assert inside(sandbox, "import os; print(os.listdir('.'))", folder) == "['mine']"
    tops = {path.parts[2] for path in (folder, Path(os.path.realpath(PYTHON))) if path.is_relative_to("/tmp")}
    assert set(inside(sandbox, "import os; print(*os.listdir('/tmp'))", folder).split()) == tops


def test_a_program_sees_the_files_that_its_command_names_without_their_folders(sandbox: Sandbox, folder: Path) -> None:
    for name in ("named", "beside"):
        (folder / name).write_text(name)
    code = f"import os; print(os.listdir({str(folder)!r}))"
    assert run(sandbox, Guest([PYTHON, "-c", code, str(folder / "named"), "/tmp/" + "x" * 300], "/")) == "['named']"


def test_a_program_sees_what_the_players_file_shows_it(sandbox: Sandbox, folder: Path) -> None:
    (folder / "book").write_text("openings")
    guest = Guest([PYTHON, "-c", f"print(open({str(folder / 'book')!r}).read())"], "/", more=(str(folder),))
    assert run(sandbox, guest) == "openings"


@pytest.mark.parametrize(
    "secret", ["/etc/passwd", "/etc/hostname", str(Path.home()), os.getcwd(), "/var", "/run", "/sys"]
)
def test_nothing_else_is_there(sandbox: Sandbox, folder: Path, secret: str) -> None:
    seen = inside(sandbox, f"import os; print([name for _, _, names in os.walk({secret!r}) for name in names])", folder)
    shown = Path(os.path.realpath(PYTHON)).is_relative_to(secret)  # a Python that is installed at home
    assert shown or seen == "[]"
    assert inside(sandbox, f"import os; print(os.path.isfile({secret!r}))", folder) == "False"


def test_a_folder_that_may_be_read_hides_what_is_beside_it(sandbox: Sandbox, folder: Path) -> None:
    (folder / "adam").mkdir()
    (folder / "ewa").mkdir()
    (folder / "ewa" / "source.py").touch()
    assert inside(sandbox, "import os; print(os.listdir('..'))", folder / "adam") == "['adam']"


def test_stolik_is_not_there(sandbox: Sandbox, folder: Path) -> None:
    assert "No module named" in inside(sandbox, "import stolik.contract", folder)
    ours = Path(stolik.__file__).parent
    code = f"import os; print(os.listdir({str(ours)!r}))"
    assert run(sandbox, Guest([PYTHON, "-c", code], str(ours.parent), own=(str(ours.parent),))) == "[]"
    assert "contract" in run(sandbox, Guest([PYTHON, "-c", code], "/", more=(str(ours.parent),)))


def test_a_program_cannot_write_but_in_its_own_tmp(sandbox: Sandbox, folder: Path) -> None:
    for place in ("new", "/new", "/usr/new", "/etc/new", "/dev/new"):
        refused = inside(sandbox, f"open({place!r}, 'w')", folder)
        assert "Read-only" in refused or "Permission denied" in refused
    new = f"/tmp/{uuid4()}"
    assert inside(sandbox, f"open({new!r}, 'w').write('x'); print('ok')", folder) == "ok"
    assert not Path(new).exists()


POWERS = """
grep -E '^(Cap|Groups)' /proc/self/status
test "$(id -u)" -gt 1000 -a "$(id -g)" -gt 1000 && echo nobody
test -w /proc/sys/kernel/core_pattern && echo settings
mount -o remount,rw,bind /usr 2>/dev/null && echo remounted
unshare --user true 2>/dev/null && echo namespace
exit 0
"""
POWERLESS = [*(f"Cap{name}:\t{0:016}" for name in ("Inh", "Prm", "Eff", "Bnd", "Amb")), "nobody"]


def test_a_program_has_no_capability_and_owns_nothing(sandbox: Sandbox) -> None:
    told = run(sandbox, Guest(["/bin/sh", "-c", POWERS], "/")).splitlines()
    assert [line for line in told if not line.startswith("Groups")] == POWERLESS


def test_nor_has_it_when_a_normal_user_runs_the_tournament() -> None:
    if os.getuid() != 0:
        pytest.skip("the test before has shown it: this is a normal user")
    bwrap, prlimit, setpriv = (shutil.which(name) for name in ("bwrap", "prlimit", "setpriv"))
    if setpriv is None or subprocess.run([*as_user(setpriv), "unshare", "--user", "true"], check=False).returncode:
        pytest.skip("a normal user may not make namespaces here")
    guest = Guest(["/bin/sh", "-c", POWERS], "/")
    told = run(Sandbox(64, bwrap, prlimit), guest, *as_user(setpriv)).splitlines()
    assert [line for line in told if not line.startswith("Groups")] == POWERLESS


def as_user(setpriv: str) -> list[str]:
    """What comes before a command that a normal user runs."""
    return [setpriv, "--reuid", "54321", "--regid", "54321", "--clear-groups"]


def test_a_programs_variables_are_set_inside_only(sandbox: Sandbox, folder: Path) -> None:
    shown = run(sandbox, Guest(["/usr/bin/env"], "/", env={"OWN": "a b", "LD_PRELOAD": str(folder / "evil.so")}))
    # The loader complains wherever the variable is set: it must not be set for the programs that make the sandbox.
    assert "OWN=a b" in shown.splitlines()
    assert "SECRET" not in shown
    command = sandbox.command(Guest(["/usr/bin/env"], "/", env={"LD_PRELOAD": "evil.so"}))
    assert command.index("LD_PRELOAD=evil.so") > command.index(str(sandbox.prlimit))


def test_a_program_is_alone(sandbox: Sandbox, folder: Path) -> None:
    pids = inside(sandbox, "import os; print(*[p for p in os.listdir('/proc') if p.isdigit()])", folder).split()
    assert len(pids) <= 3


def test_a_program_has_no_network(sandbox: Sandbox, folder: Path) -> None:
    assert inside(sandbox, "import socket; print(*(name for _, name in socket.if_nameindex()))", folder) == "lo"


def test_a_network_client_reaches_its_table_and_nothing_else(sandbox: Sandbox, folder: Path) -> None:
    code = (
        "import socket, sys; print(*(name for _, name in socket.if_nameindex()))\n"
        "socket.create_connection((sys.argv[1], int(sys.argv[2]))).sendall(b'here')"
    )
    entrant = Entrant("Client", (sys.executable, "-c", code, "{host}", "{port}"), str(folder))
    program = Program("b", entrant, sandbox, networked=True)
    try:
        with program.listen(20) as listening:
            listening.settimeout(20)
            with listening.accept()[0] as connection:
                assert connection.recv(16) == b"here"
        assert program.has_died(wait=20)
    finally:
        program.end()
    assert (str(program.how_ended()), program.notes.text()) == ("exit code 0", "lo\n")


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


def test_root_is_told_which_program_nobody_else_may_read(sandbox: Sandbox, folder: Path) -> None:
    if sandbox.setpriv is None:
        pytest.skip("only root's programs run as somebody else")
    (folder / "program").write_text("#!/bin/sh\n")
    (folder / "program").chmod(0o700)
    with pytest.raises(CannotStart, match=r"not everybody may read .*chmod"):
        Program("b", Entrant("Private", (str(folder / "program"),), str(folder)), sandbox)


def test_a_program_cannot_fill_the_memory_with_files(sandbox: Sandbox, folder: Path) -> None:
    fill = "for n in range(9): open('{}/%d' % n, 'wb').write(bytes(16 << 20))"
    assert "No space left" in inside(sandbox, fill.format("/dev/shm"), folder)
    assert "No space left" in inside(sandbox, fill.format("/tmp"), folder)
    assert "Read-only" in inside(sandbox, fill.format("/dev"), folder)


def test_a_program_has_the_memory_that_it_is_given(sandbox: Sandbox, folder: Path) -> None:
    assert inside(sandbox, f"bytearray(32 * {MEBI}); print('ok')", folder) == "ok"
    assert "MemoryError" in inside(sandbox, f"bytearray(128 * {MEBI}); print('ok')", folder)


def test_secrets_of_our_environment_are_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "x")
    assert "SECRET" not in Sandbox(64).environment({"OWN": "y"})
    assert Sandbox(64).environment({"OWN": "y"})["OWN"] == "y"


def test_a_machine_without_bubblewrap_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NoSandbox, match=r"bubblewrap is not installed.*--no-sandbox"):
        find_sandbox(65, True)


def test_a_bubblewrap_that_does_not_work_is_refused_in_its_own_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(NoSandbox, match="No permissions to create new namespace"):
        find_sandbox(66, True)


def test_a_sandbox_that_is_not_wanted_is_not_used() -> None:
    without = find_sandbox(67, False)
    assert without.warning
    assert "NO SANDBOX" in without.warning
    assert without.command(Guest(["program"], "/")) == ["program"]
