"""Nothing is left behind by villains: no process, mount, control group, file or descriptor; whoever runs the games."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.support.leftovers import left_behind, mounts
from tests.support.tournaments import VILLAINS

ROOT = Path(__file__).parents[2]
# A user that owns nothing.
NOBODY = "65534"
# A long run takes some 2 seconds a game, several at once.
PATIENCE = 7000.0
# The games of a long run; fewer can be asked for.
MANY = int(os.environ.get("STOLIK_VILLAIN_GAMES", "1000"))
# What hides what this machine has, from a command and what it starts.
NO_BUBBLEWRAP = 'mount --bind /dev/null "$(command -v bwrap)"'
NO_GROUPS = "umount --recursive /sys/fs/cgroup"
WAYS = {
    "with bubblewrap and control groups": (),
    "with bubblewrap": (NO_GROUPS,),
    "with control groups": (NO_BUBBLEWRAP,),
    "with neither": (NO_BUBBLEWRAP, NO_GROUPS),
}


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may read, unlike pytest's, with the villains in it."""
    with TemporaryDirectory(prefix="stolik-villains-") as path:
        os.chmod(path, 0o755)
        shutil.copytree(VILLAINS, Path(path) / "programs")
        (Path(path) / "programs" / "no_program").chmod(0o755)
        yield Path(path)


def as_me() -> list[str]:
    return [sys.executable]


def as_a_normal_user() -> list[str]:
    """The command of a Python that a user other than root may run; skips the test where there is none."""
    if os.getuid() != 0:
        pytest.skip("only root can become somebody else")
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("setpriv is not installed")
    become = [setpriv, "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]
    for python in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        # It must be able to start itself: while setpriv starts a program, it can still read what root can.
        trial = [*become, python, "-c", "import os, stolik, sys; os.execl(sys.executable, sys.executable, '-c', '')"]
        env = os.environ | {"PYTHONPATH": modules()}
        if os.path.exists(python) and subprocess.run(trial, env=env, capture_output=True, check=False).returncode == 0:
            return [*become, python]
    pytest.skip("there is no Python that a normal user may run")


def without(hidden: Sequence[str], command: list[str]) -> list[str]:
    """The command in a mount namespace of its own, in which something is hidden; skips the test where nobody can."""
    if not hidden:
        return command
    unshare = [
        shutil.which("unshare") or "unshare",
        "--mount",
        "/bin/sh",
        "-ec",
        "; ".join([*hidden, 'exec "$@"']),
        "sh",
    ]
    if os.getuid() != 0 or subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("nothing can be hidden here")
    return [*unshare, *command]


def modules() -> str:
    return os.pathsep.join([str(ROOT), *filter(None, sys.path)])


def play(python: list[str], folder: Path, games: int) -> dict[str, Any]:
    """Plays games of villains in another process, and looks for what is left."""
    private = folder / "private"
    private.mkdir()
    private.chmod(0o777)
    mounted = mounts()
    command = [*python, "-m", "tests.support.villain_games", str(folder), str(games)]
    env = os.environ | {"PYTHONPATH": modules(), "TMPDIR": str(private), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert run.returncode == 0, run.stderr
    seen: dict[str, Any] = json.loads(run.stdout)
    assert left_behind(folder.name, [*map(int, seen["referees"])], mounted, private) == []
    before, after = seen["main"]
    assert before == after, "descriptors of the main process"
    for first, most in seen["referees"].values():
        assert most <= first, "descriptors of a referee"
    assert sum(seen["endings"].values()) == games
    return seen


def test_nothing_is_left_behind_by_a_few_villains(folder: Path) -> None:
    play(as_me(), folder, 8)


def test_nothing_is_left_behind_by_a_few_villains_of_a_normal_user(folder: Path) -> None:
    play(as_a_normal_user(), folder, 8)


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_left_behind_by_a_thousand_villains(folder: Path, way: str) -> None:
    print(way, play(without(WAYS[way], as_me()), folder, MANY))


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_left_behind_by_a_thousand_villains_of_a_normal_user(folder: Path, way: str) -> None:
    print(way, play(without(WAYS[way], as_a_normal_user()), folder, MANY))


def test_what_is_left_behind_is_found(folder: Path) -> None:
    (folder / "private").mkdir()
    (folder / "private" / "notes").touch()
    left = subprocess.Popen(["/bin/sleep", "99"], env={"VILLAIN_MARK": folder.name})
    try:
        found = left_behind(folder.name, [], mounts() - {next(iter(mounts()))}, folder / "private", within=0.0)
    finally:
        left.kill()
        left.wait()
    assert [line.partition(" ")[0] for line in found] == ["process", "mount", "file"]
