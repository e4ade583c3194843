"""Where a program runs: in bubblewrap where it works, otherwise under the system's limits alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from msgspec import Struct

from stolik.tournament.sandbox.entrance import HOST, INNER_PORT

MEBI: Final = 1024 * 1024
# The largest file, and the whole of the private /tmp: room for notes of a game, not for filling a disk or the memory.
MOST_FILE: Final = 64 * MEBI
# A Java runtime has some forty threads; a fork bomb is stopped long before the machine feels it.
MOST_PROCESSES: Final = 256
# What a program needs to find its runtime and to write its language; nothing else of ours is its business.
PASSED_ON: Final = ("PATH", "LANG", "LC_ALL", "TZ", "JAVA_HOME", "DOTNET_ROOT")
# The parts of the tree that are hidden: others' temporary files, and the sockets of the machine's services.
HIDDEN: Final = ("/tmp", "/run")  # noqa: S108 - a place to hide, not to write
SHARED_MEMORY: Final = "/dev/shm"  # noqa: S108 - likewise


class Sandbox(Struct, frozen=True):
    """How programs are kept in. `bwrap` is the program that does it; without it only limits are left."""

    memory: int
    bwrap: str | None = None
    prlimit: str | None = None

    def command(self, command: Sequence[str], cwd: str, way_out: int | None = None) -> list[str]:
        """The whole command that runs a program inside; that of a network client gives its table out by a socket."""
        if self.bwrap is None:
            return list(command)
        needed = [Path(cwd), *(Path(cwd, word) for word in command)]
        if way_out is not None:
            python = os.path.realpath(sys.executable)
            needed += [Path(sys.base_prefix), Path(python)]
            command = [python, "-IS", "-c", _doorway(), str(way_out), HOST, str(INNER_PORT), *command]
        walls = [self.bwrap, "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/"]
        walls += ["--dev", "/dev", "--proc", "/proc"]
        for hidden in (*HIDDEN, SHARED_MEMORY):
            walls += ["--size", str(MOST_FILE), "--tmpfs", hidden]
        walls += ["--remount-ro", "/dev"]
        for place in sorted({shown for path in needed for shown in _behind_the_walls(path)}):
            walls += ["--ro-bind", place, place]
        return [*walls, "--chdir", cwd, "--", *self._limited(), *command]

    def _limited(self) -> list[str]:
        """Sets the limits inside, where processes are counted by themselves; nobody can limit root's."""
        if self.prlimit is None:
            return []
        limits = [f"--data={self.memory * MEBI}", f"--fsize={MOST_FILE}", "--core=0"]
        if os.getuid() != 0:
            limits.append(f"--nproc={MOST_PROCESSES}")
        return [self.prlimit, *limits, "--"]

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        """What the program finds in its environment."""
        passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        home = HIDDEN[0] if self.bwrap else os.environ.get("HOME", "/")
        return {"HOME": home, **passed_on, **more}

    def limit(self, pid: int) -> None:
        """Limits a program that has just started without bubblewrap.

        What it forks before this is not limited: the price of a start that costs nothing. It is said aloud that
        this is no sandbox.
        """
        if self.bwrap is not None:
            return
        import resource  # here, for the service loads this module on systems that have no such thing

        for what, most in (
            (resource.RLIMIT_DATA, self.memory * MEBI),
            (resource.RLIMIT_FSIZE, MOST_FILE),
            (resource.RLIMIT_CORE, 0),
        ):
            try:
                resource.prlimit(pid, what, (most, most))
            except (OSError, ValueError):
                return  # it is gone already, or has a lower limit

    @property
    def warning(self) -> str | None:
        """What whoever runs a tournament must know, if this is no real sandbox."""
        if self.bwrap is not None:
            return None
        return (
            "NO SANDBOX: the programs can use the network and change files as you can. "
            "Only their memory, files and time are limited. Install bubblewrap to keep them in."
        )


def _behind_the_walls(path: Path) -> Iterator[str]:
    """What must be shown of a hidden place for the path to be found: the whole folder there that it is in.

    A program needs more than its own file: the packages of its virtual environment, or what it was compiled beside.
    """
    for hidden in map(Path, HIDDEN):
        if path != hidden and path.is_relative_to(hidden):
            shown = str(hidden / path.relative_to(hidden).parts[0])
            if os.path.exists(shown):  # Path.exists raises for a name that is too long
                yield shown


@cache
def _doorway() -> str:
    return (files("stolik.tournament.sandbox") / "doorway.py").read_text(encoding="utf-8")


@cache
def find_sandbox(memory: int, wanted: bool) -> Sandbox:
    """The best sandbox of this machine, tried once: namespaces may be refused even where bubblewrap is installed."""
    prlimit = shutil.which("prlimit")
    bwrap = shutil.which("bwrap") if wanted else None
    sandbox = Sandbox(memory, bwrap, prlimit)
    if bwrap is None:
        return sandbox
    trial = sandbox.command([shutil.which("true") or "/bin/true"], "/")
    try:
        works = subprocess.run(trial, capture_output=True, timeout=10, check=False).returncode == 0  # noqa: S603 - our own
    except (OSError, subprocess.TimeoutExpired):
        works = False
    return sandbox if works else Sandbox(memory, None, prlimit)
