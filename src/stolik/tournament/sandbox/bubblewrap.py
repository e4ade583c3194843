"""How a program is isolated: by bubblewrap if it works here, otherwise by the system's limits alone."""

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
# The largest file, and the size of the private /tmp: enough for notes of a game, too small to fill a disk or memory.
MOST_FILE: Final = 64 * MEBI
# A Java runtime has some forty threads; a fork bomb is stopped long before it slows the machine down.
MOST_PROCESSES: Final = 256
# What a program needs to find its runtime and to know its language; no other variable is passed on.
PASSED_ON: Final = ("PATH", "LANG", "LC_ALL", "TZ", "JAVA_HOME", "DOTNET_ROOT")
# The parts of the tree that are hidden: others' temporary files, and the sockets of the machine's services.
HIDDEN: Final = ("/tmp", "/run")  # noqa: S108 - a place to hide, not to write
SHARED_MEMORY: Final = "/dev/shm"  # noqa: S108 - likewise


class Sandbox(Struct, frozen=True):
    """How programs are isolated. `bwrap` is the path of bubblewrap; without it programs only have limits."""

    memory: int
    bwrap: str | None = None
    prlimit: str | None = None

    def command(self, command: Sequence[str], cwd: str, handover: int | None = None) -> list[str]:
        """The whole command that runs a program inside. `handover` is for a network client: see `listener`."""
        if self.bwrap is None:
            return list(command)
        needed = [Path(cwd), *(Path(cwd, word) for word in command)]
        if handover is not None:
            python = os.path.realpath(sys.executable)
            needed += [Path(sys.base_prefix), Path(python)]
            command = [python, "-IS", "-c", _listener(), str(handover), HOST, str(INNER_PORT), *command]
        options = [self.bwrap, "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/"]
        options += ["--dev", "/dev", "--proc", "/proc"]
        for hidden in (*HIDDEN, SHARED_MEMORY):
            options += ["--size", str(MOST_FILE), "--tmpfs", hidden]
        options += ["--remount-ro", "/dev"]
        for place in sorted({shown for path in needed for shown in _visible_part(path)}):
            options += ["--ro-bind", place, place]
        return [*options, "--chdir", cwd, "--", *self._limited(), *command]

    def _limited(self) -> list[str]:
        """The command that sets the limits inside, where processes are counted separately; root's cannot be limited."""
        if self.prlimit is None:
            return []
        limits = [f"--data={self.memory * MEBI}", f"--fsize={MOST_FILE}", "--core=0"]
        if os.getuid() != 0:
            limits.append(f"--nproc={MOST_PROCESSES}")
        return [self.prlimit, *limits, "--"]

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        """The environment variables of the program."""
        passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        home = HIDDEN[0] if self.bwrap else os.environ.get("HOME", "/")
        return {"HOME": home, **passed_on, **more}

    def limit(self, pid: int) -> None:
        """Limits a program that has just started without bubblewrap.

        Processes that it forks before this call are not limited. That keeps the start fast, and `warning` says that
        this is no sandbox.
        """
        if self.bwrap is not None:
            return
        import resource  # here, because the service loads this module on systems without it

        for what, most in (
            (resource.RLIMIT_DATA, self.memory * MEBI),
            (resource.RLIMIT_FSIZE, MOST_FILE),
            (resource.RLIMIT_CORE, 0),
        ):
            try:
                resource.prlimit(pid, what, (most, most))
            except (OSError, ValueError):
                return  # it has ended already, or has a lower limit

    @property
    def warning(self) -> str | None:
        """The warning to show before a tournament, if this is no real sandbox."""
        if self.bwrap is not None:
            return None
        return (
            "NO SANDBOX: the programs can use the network and change files as you can. "
            "Only their memory, files and time are limited. Install bubblewrap to keep them in."
        )


def _visible_part(path: Path) -> Iterator[str]:
    """The folder of a hidden place that must be visible, as a whole, so that the path can be used.

    A program needs more than its own file: for example the packages of its virtual environment.
    """
    for hidden in map(Path, HIDDEN):
        if path != hidden and path.is_relative_to(hidden):
            shown = str(hidden / path.relative_to(hidden).parts[0])
            if os.path.exists(shown):  # Path.exists raises for a name that is too long
                yield shown


@cache
def _listener() -> str:
    return (files("stolik.tournament.sandbox") / "listener.py").read_text(encoding="utf-8")


@cache
def find_sandbox(memory: int, wanted: bool) -> Sandbox:
    """The best sandbox of this machine. It is tried once: the system may refuse namespaces to bubblewrap."""
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
