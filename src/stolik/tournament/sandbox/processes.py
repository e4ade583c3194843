"""All processes of one program: stopped while others move, measured, limited, and kept on their processors.

By a control group where this machine gives us one, otherwise by signals and by what `/proc` says.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Collection, Iterator
from itertools import islice
from math import inf
from typing import Final

from stolik.tournament.plan.causes import Cause, cause
from stolik.tournament.sandbox.bubblewrap import MEBI, MOST_PROCESSES, Sandbox
from stolik.tournament.sandbox.cgroups import make_group
from stolik.tournament.sandbox.process_tree import (
    family,
    is_ready,
    memory,
    shared_mappings,
    shared_memory_of_all,
    sockets,
    threads,
    threads_of_all,
)
from stolik.tournament.sandbox.signal_scope import can_be_scoped
from stolik.tournament.sandbox.stopping import go_on, not_stopped, stop
from stolik.tournament.sandbox.usage import Usage, usage_of

# Each can hold some hundred KiB in its buffers, which belong to no process and are not measured.
MOST_SOCKETS: Final = 256
# Of how many processes waits are counted, if a control group counts the processor time of all. An honest program has
# one or a few; to look at the hundreds of a fork bomb takes the referee as long as many moves.
MOST_MEASURED: Final = 32
# What `held_by` says of programs without a sandbox that cannot kill their referee.
ANOTHER_USER: Final = "another user"
NO_SIGNALS: Final = "no signals to others"


class Processes:
    """The processes of a program that has just been started. Whoever makes one must call `enter` and `bury`."""

    def __init__(self, pid: int, sandbox: Sandbox, user: int | None = None) -> None:
        """`pid` is the process that was started: the program's own, or that of its sandbox; `user` is another user."""
        self.pid = pid
        self._user = user
        self._root: int | None = None
        self.frozen = False
        """Whether all of them are stopped, because somebody else is to move."""
        self.woken = 0
        """How often one of them was found running after all had been stopped by signals."""
        self.ran_stopped = 0.0
        """Seconds of processor time that they have used then, or can have used unseen."""
        self._charged = 0.0
        self._used_when_stopped = inf
        self._all_rest = False
        """Whether none of them ran at the last look since they were stopped."""
        self._looked_at = 0.0
        self._unseen = 0.0
        """Seconds of processor time that they can have used, at most, since they were stopped."""
        self._at_stop: Usage | None = None
        self._cores = os.cpu_count() or 1
        """On how many processors they can run at once."""
        self.most_memory = sandbox.memory * MEBI
        self._sandbox = sandbox
        self._group = make_group(self.most_memory, MOST_PROCESSES)
        self._abilities = self._group.abilities if self._group is not None else set()
        self._all_held = False
        """Whether the group, which limits their number, has been seen to hold all of them."""
        self._shared_before = 0 if "memory" in self._abilities else shared_memory_of_all()

    def enter(self, pid: int) -> None:
        """Limits the program; `pid` is its first process, or the one that a sandbox holds, which becomes its parent."""
        self._root = pid
        with contextlib.nullcontext() if self._is_inside else contextlib.suppress(PermissionError):
            self._sandbox.limit(pid)
        if self._group is not None:
            try:
                self._group.add([pid])
                if not self._is_inside:  # it runs, and may have forked before
                    self._group.add(child for child in family(pid) if child != pid)
            except OSError:  # somebody has removed the group
                self._group.remove()
                self._group, self._abilities = None, set()
        if self.frozen:
            self.frozen = False
            self.freeze()

    @property
    def _is_inside(self) -> bool:
        return self._sandbox.bwrap is not None

    def numbers(self) -> list[int]:
        """The processes that there are, without those of the sandbox itself; none before the program runs."""
        return list(self._numbers())

    def _numbers(self) -> Iterator[int]:
        """The same, one by one: who needs only some of them need not look for all."""
        if self._root is not None:
            yield from islice(family(self._root), 1 if self._is_inside else 0, None)

    @property
    def can_be_woken(self) -> bool:
        """Whether they are stopped in a way that another process, or a timer of theirs, can undo."""
        return self.frozen and self._at_stop is not None

    def freeze(self) -> None:
        """Stops them all."""
        if not self.frozen:
            self.frozen = True
            if self._group is not None and "freeze" in self._abilities:
                self._group.freeze()
                if "processor" in self._abilities:
                    self._used_when_stopped = self._group.processor_time()
            else:
                self._all_rest, self._unseen = stop(self.numbers), 0.0
                self._looked_at = time.monotonic()
                self._at_stop = self._measured()

    def stop_again(self) -> None:
        """Stops those that somebody has woken since they were stopped by signals."""
        if not self.can_be_woken:
            return
        numbers = self.numbers()
        if not_stopped(numbers):
            self._look_whether_woken(numbers)
            self._all_rest = stop(self.numbers)
        else:
            self._all_rest = bool(numbers)
        self._looked_at = time.monotonic()

    def _look_whether_woken(self, numbers: Collection[int]) -> None:
        """Counts it if one of them runs though all had stopped, and charges what it can have used.

        The system forgets what processes used that ended while nobody waited for them. On a busy machine one may just
        not have stopped yet: that is its right.
        """
        if self._all_rest and not_stopped(numbers):
            self.woken += 1
            if self.can_hide:
                self._unseen += (time.monotonic() - self._looked_at) * self._cores

    def thaw(self) -> None:
        """Lets them run again."""
        if self.frozen:
            self.frozen = False
            if self._at_stop is None:
                if self._group is not None:
                    self._group.thaw()
                return
            numbers = self.numbers()
            self._look_whether_woken(numbers)
            usage = self._measured()
            self.ran_stopped += max(self._unseen, usage.used_since(self._at_stop))
            self._at_stop = None
            exactly = self._exactly()
            self._used_when_stopped = usage.used if exactly is None else exactly
            go_on(numbers)

    def take_charge(self) -> float:
        """The seconds that they have run while they were stopped, and that were not taken before."""
        charge, self._charged = self.ran_stopped - self._charged, self.ran_stopped
        return charge

    def take_used_when_stopped(self) -> float:
        """The processor time that they had used when they were let run; infinity if they were not stopped since."""
        used, self._used_when_stopped = self._used_when_stopped, inf
        return used

    def usage(self) -> Usage:
        """The processor time that they have used so far, and how long they have waited for a processor."""
        # The group's time first: where it has grown, the wait before that is over and counted. We may lose our
        # processor between the two.
        exactly = self._exactly()
        usage = self._measured()
        return usage if exactly is None else usage._replace(used=exactly)

    def _exactly(self) -> float | None:
        """The processor time from the control group, if there is one that knows it."""
        if self._group is not None and "processor" in self._abilities:
            return self._group.processor_time()
        return None

    def _measured(self) -> Usage:
        """In a sandbox, its own first process has the time of those that ended without a parent."""
        if self._root is None:
            return usage_of(())
        return usage_of(islice(family(self._root), None if self.can_hide else MOST_MEASURED))

    @property
    def can_hide(self) -> bool:
        """Whether the processor time of processes that have ended can be lost."""
        return "processor" not in self._abilities

    def are_ready(self) -> bool:
        """Whether one of their threads runs, or would if it had a processor; before there are any, its sandbox."""
        numbers = self._numbers()
        first = next(numbers, self._root)
        return first is not None and (is_ready(first) or any(map(is_ready, numbers)))

    def pin(self, cores: Collection[int]) -> None:
        """Has them run on these processors only."""
        self._cores = len(cores)
        for pid in self.numbers():
            for thread in threads(pid):
                with contextlib.suppress(OSError):
                    os.sched_setaffinity(int(thread), cores)

    def excess(self) -> Cause | None:
        """How much they use of what they have too much of; None if they keep to the limits."""
        return self._too_much_memory() or self._too_many() or self._too_many_sockets()

    def _too_much_memory(self) -> Cause | None:
        most = self.most_memory // MEBI
        if self._group is not None and "memory" in self._abilities:
            return cause("used.allMemory", most=most) if self._group.ran_out_of_memory() else None
        used = memory(family(self.pid), self.most_memory)
        # A program can have pages of shared memory that are resident in none of its processes.
        if shared_memory_of_all() - self._shared_before > self.most_memory:
            used = max(used, shared_mappings(family(self.pid)))
        return cause("used.memory", used=used // MEBI, most=most) if used > self.most_memory else None

    def _too_many(self) -> Cause | None:
        """In a sandbox the system refuses a process too many; otherwise some may be forked before they are limited."""
        if self._is_inside or self._all_held:
            return None
        numbers = self.numbers()
        if self._group is not None and "processes" in self._abilities:
            escaped = {*numbers} - self._group.members()
            self._group.add(escaped)
            self._all_held = not escaped
        count = threads_of_all(numbers)
        return cause("used.processes", used=count, most=MOST_PROCESSES) if count > MOST_PROCESSES else None

    def _too_many_sockets(self) -> Cause | None:
        """In a sandbox, whose network is the program's own."""
        if not self._is_inside or self._root is None or "memory" in self._abilities:
            return None
        count = sockets(self._root)
        return cause("used.sockets", used=count, most=MOST_SOCKETS) if count > MOST_SOCKETS else None

    @property
    def held_by(self) -> str:
        """In words, for the record: what isolates, stops and limits them."""
        by_group = sorted(self._abilities)
        measured = sorted({"freeze", "memory", "processes", "processor"} - self._abilities)
        words = ["bubblewrap"] if self._is_inside else ["no sandbox"]
        words += [ANOTHER_USER] if self._user is not None else []
        words += [NO_SIGNALS] if not self._is_inside and can_be_scoped() else []
        words += [f"control groups ({', '.join(by_group)})"] if by_group else []
        words += [f"signals and measuring ({', '.join(measured)})"] if measured else []
        return "; ".join(words)

    def kill(self) -> None:
        """Kills those that a control group holds, all at once; they cannot fork meanwhile."""
        if self._group is not None and "freeze" in self._abilities:
            self._group.freeze()
            self._group.kill()
            self._group.thaw()

    def bury(self) -> None:
        """Removes what held them; they must have been killed."""
        if self._group is not None:
            self._group.release()
