"""How a program is isolated: by bubblewrap, or, where that is not wanted, by the system's limits alone.

A program in bubblewrap has no capability and is a user that owns nothing, also when root runs the tournament. Root's
bubblewrap makes no user namespace, since a user inside would still be root outside: it builds the file system, and
`setpriv` becomes somebody else before anything of the program's runs.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct

from stolik.tournament.plan.tournament import Tournament
from stolik.tournament.sandbox.abandoned import marked
from stolik.tournament.sandbox.entrance import HOST, INNER_PORT
from stolik.tournament.sandbox.held import Held
from stolik.tournament.sandbox.places import MOST_FILE, PATH, RUNTIME_VARIABLES, TMP, Guest, mounts, runtime_command
from stolik.tournament.sandbox.signal_scope import can_be_scoped
from stolik.tournament.sandbox.strangers import can_be_used, everybody_may_read, next_stranger
from stolik.tournament.sandbox.system_calls import open_filter

MEBI: Final = 1024 * 1024
WARNING: Final = (
    "NO SANDBOX: the programs can read and change your files, use the network and stop other programs, as you can. "
    "Run only your own programs like this."
)
WITHOUT: Final = "Without it you can run only your own programs, with stolik tournament run --no-sandbox."
# A Java runtime has some forty threads; a fork bomb is stopped long before it slows the machine down.
MOST_PROCESSES: Final = 256
MOST_OPEN_FILES: Final = 1024
# Seconds for a trial of the sandbox, which takes milliseconds: only a machine that is very busy needs more.
TRIAL_TIME: Final = 120
# What a program needs to know its language and its runtime; no other variable is passed on.
PASSED_ON: Final[tuple[str, ...]] = ("LANG", "LC_ALL", "TZ", *RUNTIME_VARIABLES)
# The user that a program is in a user namespace.
_NOBODY: Final = 65534


class NoSandbox(Exception):
    """A sandbox is wanted, and there is none on this machine; the message says what to do."""


class Sandbox(Struct, frozen=True):
    """How programs are isolated. `bwrap` is the path of bubblewrap; without it programs only have limits."""

    memory: int
    bwrap: str | None = None
    prlimit: str | None = None
    setpriv: str | None = None
    """Only for root, in bubblewrap: the program that becomes another user."""
    strangers: bool = False
    """Only for root, without bubblewrap: whether programs can run as other users."""

    def command(self, guest: Guest, system_calls: int | None = None, held: Held | None = None) -> list[str]:
        """The whole command that runs a program inside. `system_calls` is a descriptor of `open_filter`.

        Whoever gives `held` calls `limit` before the program is let go; otherwise the command sets its limits itself.
        """
        if self.bwrap is None:
            return list(guest.command)
        command = runtime_command(guest)
        listener = _listener(guest.handover)
        shown = mounts([*command[:1], *listener[:1]], command, guest)
        options = [self.bwrap, *self._namespaces(), "--die-with-parent", "--cap-drop", "ALL", *self._kept(), *shown]
        if system_calls is not None:
            options += ["--seccomp", str(system_calls)]
        options.append("--clearenv")
        for name, value in self.environment({}).items():
            options += ["--setenv", name, value]
        options += [] if held is None else held.options()
        limited = self._limited() if held is None else []
        return [*options, "--", *self._as_stranger(), *limited, *listener, *_with_env(guest.env), *command]

    def objection(self, guest: Guest) -> str | None:
        """Why a program cannot be read by the user that it runs as, if it cannot."""
        if self.setpriv is None:
            return None
        for path in _files_of(guest):
            if not os.stat(path).st_mode & stat.S_IROTH:
                return f"not everybody may read {path}, and programs do not run as root: chmod -R o+rX {path}"
        return None

    def user(self, guest: Guest) -> int | None:
        """Another user that a program without bubblewrap runs as; None: it runs as we do."""
        return next_stranger() if self._can_be_stranger(guest) else None

    def _can_be_stranger(self, guest: Guest) -> bool:
        return self.strangers and everybody_may_read([guest.cwd, *_files_of(guest), *guest.more])

    def lets_kill(self, guest: Guest) -> bool:
        """Whether a program could kill its referee: it has no sandbox, is the same user, and may send signals."""
        return self.bwrap is None and not can_be_scoped() and not self._can_be_stranger(guest)

    def _namespaces(self) -> list[str]:
        if self.setpriv is None:
            return ["--unshare-all", "--unshare-user", "--uid", str(_NOBODY), "--gid", str(_NOBODY)]
        return ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]

    def _kept(self) -> list[str]:
        """The capabilities that `setpriv` needs; it gives them up."""
        needed = () if self.setpriv is None else ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")
        return [word for capability in needed for word in ("--cap-add", capability)]

    def _as_stranger(self) -> list[str]:
        """The command that becomes a user that no account has; in a user namespace it is not needed."""
        if self.setpriv is None:
            return []
        stranger = str(next_stranger())
        nothing = ("--clear-groups", "--bounding-set=-all", "--inh-caps=-all", "--")
        return [self.setpriv, "--reuid", stranger, "--regid", stranger, *nothing]

    def _limited(self) -> list[str]:
        """The command that sets the limits inside."""
        if self.prlimit is None:
            return []
        return [self.prlimit, *(f"--{what}={most}" for what, most in self._limits.items()), "--"]

    @property
    def _limits(self) -> dict[str, int]:
        """What the system limits: the number of processes only inside, where they are counted separately."""
        limits = {"data": self.memory * MEBI, "fsize": MOST_FILE, "core": 0}
        inside = {"nproc": MOST_PROCESSES, "nofile": MOST_OPEN_FILES}
        return limits if self.bwrap is None else limits | inside

    def environment(self, more: Mapping[str, str], user: int | None = None) -> dict[str, str]:
        """The environment variables of the program; `user` is who it runs as, if not as we do."""
        ours = {"HOME": os.environ.get("HOME", "/") if user is None else "/"}
        home = {"HOME": TMP, "PATH": PATH} if self.bwrap is not None else ours
        names = PASSED_ON if self.bwrap is not None else ("PATH", *PASSED_ON)
        return {**home, **{name: os.environ[name] for name in names if name in os.environ}, **more}

    def limit(self, pid: int) -> None:
        """Limits a program that is held in bubblewrap, or that has just started without it; raises PermissionError.

        Without bubblewrap, processes that it forks before this call are not limited. That keeps the start fast, and
        `warning` says that this is no sandbox.
        """
        import resource  # here, because the service loads this module on systems without it

        with contextlib.suppress(ProcessLookupError):  # it has ended already
            for what, most in self._limits.items():
                number = getattr(resource, f"RLIMIT_{what.upper()}")
                _, hard = resource.prlimit(pid, number)
                least = most if hard == resource.RLIM_INFINITY else min(most, hard)
                resource.prlimit(pid, number, (least, least))

    @property
    def warning(self) -> str | None:
        """The warning to show with a tournament, if this is no real sandbox."""
        return None if self.bwrap is not None else WARNING


def _files_of(guest: Guest) -> list[str]:
    """The files and folders that are a program's own, and the files that its command names."""
    return [*guest.own, *(word for word in guest.command if os.path.isabs(word) and os.path.isfile(word))]


def _listener(handover: int | None) -> list[str]:
    """The command that opens the table's socket inside, for a network client."""
    if handover is None:
        return []
    python = os.path.realpath(sys.executable)
    return [python, "-IS", "-c", _listener_code(), str(handover), HOST, str(INNER_PORT)]


def _with_env(env: Mapping[str, str]) -> list[str]:
    """The command that sets the program's own variables.

    Bubblewrap could set them, but `LD_PRELOAD` would then work on the programs that make the sandbox.
    """
    if not env:
        return []
    return [shutil.which("env", path=PATH) or "/usr/bin/env", "--", *(f"{name}={value}" for name, value in env.items())]


@cache
def _listener_code() -> str:
    return (files("stolik.tournament.sandbox") / "listener.py").read_text(encoding="utf-8")


@cache
def find_sandbox(memory: int, wanted: bool) -> Sandbox:
    """How programs are isolated on this machine; raises NoSandbox when a sandbox is wanted and does not work.

    It is tried once: the system may refuse namespaces to bubblewrap.
    """
    prlimit = shutil.which("prlimit")
    if not wanted:
        return Sandbox(memory, None, prlimit, strangers=can_be_used())
    bwrap, setpriv = shutil.which("bwrap"), shutil.which("setpriv") if os.getuid() == 0 else None
    if bwrap is None:
        raise NoSandbox(f"bubblewrap is not installed (on Debian: apt install bubblewrap). {WITHOUT}")
    if prlimit is None or (setpriv is None and os.getuid() == 0):
        raise NoSandbox(f"prlimit and setpriv are not installed (on Debian: apt install util-linux). {WITHOUT}")
    sandbox = Sandbox(memory, bwrap, prlimit, setpriv)
    why = _failure(sandbox)
    if why is not None:
        raise NoSandbox(f"bubblewrap does not work here: {why}. {WITHOUT}")
    return sandbox


def check_sandbox(tournament: Tournament) -> Sandbox | None:
    """How the programs of a tournament are isolated here, None if it has none; raises NoSandbox."""
    terms = tournament.terms
    if all(player.builtin is not None for player in tournament.players):
        return None
    return find_sandbox(terms.memory, terms.sandbox)


def _failure(sandbox: Sandbox) -> str | None:
    """What goes wrong when a program is started in the sandbox, and limited; None when nothing does."""
    filtered = open_filter()
    held = Held()
    passed = () if filtered is None else (filtered,)
    trial = sandbox.command(Guest([shutil.which("true") or "/bin/true"], "/"), filtered, held)
    try:
        with subprocess.Popen(  # noqa: S603 - our own command
            marked(trial),
            executable=trial[0],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            pass_fds=(*passed, *held.passed),
        ) as process:
            held.started()
            try:
                return _failure_of(process, sandbox, held)
            finally:
                process.kill()
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error) or type(error).__name__
    finally:
        held.close()
        for descriptor in passed:
            os.close(descriptor)


def _failure_of(process: subprocess.Popen[str], sandbox: Sandbox, held: Held) -> str | None:
    pid = held.process(TRIAL_TIME)
    if pid is not None:
        sandbox.limit(pid)
    held.let_go()
    _, said = process.communicate(timeout=TRIAL_TIME)
    return None if process.returncode == 0 else said.strip().partition("\n")[0] or f"exit code {process.returncode}"
