"""One program in one game: its process, its pipes or where it connects to, and its end."""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from stolik.contract import Seat
from stolik.tournament.plan.causes import Cause, cause
from stolik.tournament.plan.players import Entrant
from stolik.tournament.sandbox.abandoned import marked
from stolik.tournament.sandbox.bubblewrap import Sandbox
from stolik.tournament.sandbox.entrance import HOST, Entrance
from stolik.tournament.sandbox.held import Held
from stolik.tournament.sandbox.memory import forget_memory, watch_memory
from stolik.tournament.sandbox.orphans import kill_orphans, start_protected, unprotect
from stolik.tournament.sandbox.places import Guest
from stolik.tournament.sandbox.process_tree import nobody_holds
from stolik.tournament.sandbox.processes import Processes
from stolik.tournament.sandbox.readiness import is_up, name_of_pipe
from stolik.tournament.sandbox.signal_scope import start_in_scope
from stolik.tournament.sandbox.stderr import MOST_STDERR, Notes
from stolik.tournament.sandbox.strangers import become
from stolik.tournament.sandbox.system_calls import open_filter

# The size of a pipe's buffer: one read never returns more.
CHUNK: Final = 64 * 1024
# Seconds to wait for the end of a program that has closed its output, so that we know how it ended.
DEATH_TIME: Final = 0.2
# The exit codes of a shell, and of other programs that start programs, when the program cannot be run.
_CANNOT_RUN: Final = (126, 127)
# How the messages of our wrappers begin when the wrapper itself fails.
_WRAPPERS: Final = ("bwrap: ", "prlimit: ", "setpriv: ", "env: ", "/usr/bin/env: ")


@cache
def _own_process_group() -> dict[str, Any]:
    """Puts the program into its own process group, so that all its processes can be killed.

    If we have a terminal, it gets its own session, so that it cannot use the terminal. Otherwise it does not: Linux
    schedules sessions against each other, and on a busy machine every line would come late.
    """
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return {"process_group": 0}
    return {"start_new_session": True}


class CannotStart(Exception):
    """A program could not be started; the message says why."""


class Program:
    """A started program. The code that makes one must call `end`."""

    def __init__(self, seat: Seat, entrant: Entrant, sandbox: Sandbox, *, networked: bool = False) -> None:
        """Starts it on pipes, or as a network client; raises CannotStart."""
        self.seat = seat
        self.name = entrant.name
        self.notes = Notes()
        self.spoke = False
        """Whether it has said anything to its table."""
        self.too_heavy: Cause | None = None
        """If it was killed because it used too much: how much."""
        self._killed = False
        self._sandboxed = sandbox.bwrap is not None
        self._open: list[int] = []
        self.held: Held | None = None
        """While its sandbox is being made: what keeps it from running."""
        self.began = math.inf
        """When the program itself began; infinity until somebody has seen that its sandbox is made."""
        self._entrance = Entrance(inside=self._sandboxed) if networked else None
        try:
            self._start(sandbox, entrant)
        except OSError as error:
            self._close_all()
            raise CannotStart(f"{os.path.basename(entrant.command[0])}: {error.strerror or error}") from None
        self.pidfd = os.pidfd_open(self.process.pid)
        self._open.append(self.pidfd)
        watch_memory(self.process.pid, self._look)

    def _start(self, sandbox: Sandbox, entrant: Entrant) -> None:
        if not os.access(entrant.command[0], os.X_OK):
            raise PermissionError(0, "it is not an executable file")
        self.errors, err = self._pipe()
        words, handover = {"{seat}": self.seat}, None
        if self._entrance is None:
            their_in, self.writes = self._pipe()
            self.reads, their_out = self._pipe()
            theirs = [their_in, their_out, err]
        else:
            self.reads = self.writes = -1
            theirs = [subprocess.DEVNULL, err, err]  # what a network client prints is for its author
            words |= {"{host}": HOST, "{port}": str(self._entrance.port)}
            handover = self._entrance.handover if self._sandboxed else None
        command = [_filled(word, words) for word in entrant.command]
        guest = Guest(command, entrant.cwd, entrant.own, entrant.paths, entrant.env, handover)
        objection = sandbox.objection(guest)
        if objection is not None:
            raise PermissionError(0, objection)
        user = None if self._sandboxed else sandbox.user(guest)
        system_calls = open_filter() if self._sandboxed else None
        self.held = Held() if self._sandboxed else None
        passed = [descriptor for descriptor in (handover, system_calls) if descriptor is not None]
        passed += self.held.passed if self.held is not None else ()
        try:
            command = sandbox.command(guest, system_calls, self.held)

            def start() -> subprocess.Popen[bytes]:
                return subprocess.Popen(  # noqa: S603 - to run programs is what we are for
                    marked(command) if self._sandboxed else command,
                    executable=command[0],
                    stdin=theirs[0],
                    stdout=theirs[1],
                    stderr=theirs[2],
                    cwd="/" if self._sandboxed else entrant.cwd,
                    env={} if self._sandboxed else sandbox.environment(entrant.env, user),
                    pass_fds=passed,
                    **_own_process_group(),
                )

            self.process = _launch(partial(start_protected, start), sandbox, user)
        finally:
            if system_calls is not None:
                os.close(system_calls)
        self.processes = Processes(self.process.pid, sandbox, user)
        if self.held is None:
            self.began = time.monotonic()
            self.processes.enter(self.process.pid)
        else:
            self.held.started()
        if self._entrance is not None:
            self._entrance.started()
        for descriptor in {*theirs} - {subprocess.DEVNULL}:
            self._close(descriptor)
        for descriptor in (self.errors, self.reads, self.writes):
            if descriptor >= 0:
                os.set_blocking(descriptor, False)

    def let_go(self, wait: float = 0.0) -> bool:
        """Lets a held program run, once it is known which process it is, perhaps after a wait; False if it is not."""
        if self.held is None or self.held.is_over:
            return True
        try:
            process = self.held.process(wait)
        except TimeoutError:
            return False
        if process is not None:
            self.processes.enter(process)
        self.held.let_go()
        return True

    @property
    def arrival(self) -> int:
        """The descriptor that is readable when `listen` need not wait; -1 for a program on pipes."""
        return -1 if self._entrance is None else self._entrance.arrival

    def listen(self, wait: float = 0.0) -> socket.socket:
        """What a network client can connect to, for the caller to close; raises CannotStart."""
        if self._entrance is None:
            raise CannotStart("it is no network client")
        self.let_go(wait)
        try:
            return self._entrance.listen(wait)
        except OSError as error:
            self.read_notes()
            raise CannotStart(self.first_note() or str(error.strerror or error)) from None

    def first_note(self) -> str:
        """The first line that the program, or its wrapper, wrote on stderr."""
        return self.notes.text().strip().partition("\n")[0]

    def _look(self) -> None:
        """Kills it when it uses too much."""
        excess = self.processes.excess()
        if excess:
            self.too_heavy = excess
            with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)

    def _pipe(self) -> tuple[int, int]:
        ends = os.pipe()
        self._open += ends
        return ends

    def close_input(self) -> None:
        """Ends the input of a program on pipes: there is nothing more to come."""
        if self.writes >= 0:
            self._close(self.writes)
            self.writes = -1

    def read_notes(self) -> bool:
        """Reads what the program has written on its stderr; False when it has ended."""
        try:
            data = os.read(self.errors, CHUNK)
        except BlockingIOError:
            return True
        self.notes.add(data)
        return bool(data)

    def has_died(self, wait: float = 0) -> bool:
        """Whether the process has ended, perhaps after a wait."""
        if wait and self.process.returncode is None:
            self.processes.thaw()
            if self.let_go(wait):
                select.select([self.pidfd], [], [], wait)
        return self.process.poll() is not None

    def is_up(self) -> bool:
        """Whether it has started, as far as can be seen: it waits for its input, or has ended already."""
        if not self.let_go():
            return False
        pipes = {name_of_pipe(descriptor) for descriptor in (self.reads, self.writes) if descriptor >= 0}
        return is_up(self.processes.numbers(), pipes) or self.has_died()

    def closed(self) -> str | None:
        """Whether a running program in a sandbox has closed its "input" or "output".

        The sandbox itself keeps both pipes open, so the open files of the processes inside are checked.
        """
        if not self._sandboxed or self._entrance is not None:
            return None
        inside = self.processes.numbers()
        for descriptor, name in ((self.writes, "input"), (self.reads, "output")):
            if nobody_holds(inside, descriptor):
                return name
        return None

    @property
    def signal(self) -> int | None:
        """The signal that killed it, if one did; a sandbox gives it as an exit code above 128."""
        code = self.process.returncode
        if code is None or self._killed or self.too_heavy:
            return None
        if code < 0:
            return -code
        return code - 128 if self._sandboxed and code > 128 else None

    @property
    def crashed(self) -> bool:
        """Whether it ended by itself with a signal or an exit code that is not 0."""
        return bool(self.process.returncode) and not self._killed and not self.too_heavy

    @property
    def never_ran(self) -> bool:
        """Whether the program was not started because its wrapper failed."""
        if not self.crashed or self.spoke:
            return False
        return self.process.returncode in _CANNOT_RUN or self.notes.text().startswith(_WRAPPERS)

    def how_ended(self) -> Cause:
        """How it ended."""
        if self.too_heavy:
            return cause("exit.heavy", self.too_heavy)
        if self._killed:
            return cause("exit.killed")
        number = self.signal
        return cause("exit.signal", signal=number) if number else cause("exit.code", code=self.exit_code)

    @property
    def exit_code(self) -> int:
        """What its process gave when it ended; -1 if that is not known."""
        code = self.process.returncode
        return -1 if code is None else code

    def end(self) -> None:
        """Kills all its processes, reads the rest of its stderr, and closes all descriptors; may be called twice."""
        if not self._open:
            return
        forget_memory(self.process.pid)
        if self.process.poll() is None:
            self._killed = True
        if self._killed or not self._sandboxed:  # all processes of a sandbox end with its first one
            self.processes.kill()
        self.processes.thaw()  # what is frozen by a control group of version 1 cannot even be killed
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        unprotect(self.process.pid)
        # Also with a sandbox: its last process dies a moment after the one that we have started.
        kill_orphans()
        if not self.too_heavy and (excess := self.processes.excess()):
            self.too_heavy = excess  # it was killed for that since the last look
        self.processes.bury()
        while self.notes.written <= MOST_STDERR and self._more_notes():
            pass
        self._close_all()

    def _more_notes(self) -> bool:
        before = self.notes.written
        return self.read_notes() and self.notes.written > before

    def _close(self, descriptor: int) -> None:
        self._open.remove(descriptor)
        os.close(descriptor)

    def _close_all(self) -> None:
        if self._entrance is not None:
            self._entrance.close()
        if self.held is not None:
            self.held.close()
        while self._open:
            os.close(self._open.pop())


def _launch(
    start: Callable[[], subprocess.Popen[bytes]], sandbox: Sandbox, user: int | None
) -> subprocess.Popen[bytes]:
    """Calls `start`, so that a program without a sandbox cannot signal others; as another user, if one is given."""
    if sandbox.bwrap is not None:
        return start()
    if user is None:
        return start_in_scope(start)
    import resource  # noqa: F401 - `limit` needs it, and another user may not be able to read Python's modules

    def start_limited() -> subprocess.Popen[bytes]:
        """Here, because the user itself may limit the program, and root needs a capability for that."""
        process = start()
        sandbox.limit(process.pid)
        return process

    return start_in_scope(start_limited, partial(become, user))


def _filled(word: str, values: dict[str, str]) -> str:
    for placeholder, value in values.items():
        word = word.replace(placeholder, value)
    return word
