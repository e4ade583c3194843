"""All processes of one program: stopped while others move, measured, limited, and kept on their processors.

By a control group where this machine gives us one, otherwise by signals and by what `/proc` says.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection
from typing import Final

from stolik.tournament.sandbox.bubblewrap import MEBI, MOST_PROCESSES, Sandbox
from stolik.tournament.sandbox.cgroups import make_group
from stolik.tournament.sandbox.process_tree import family, memory, threads
from stolik.tournament.sandbox.stopping import go_on, stop
from stolik.tournament.sandbox.usage import Usage, usage_of

# The processes that belong to the sandbox itself, and come first.
_OF_THE_SANDBOX: Final = 2


class Processes:
    """The processes of a program that has just been started. Whoever makes one must call `bury`."""

    def __init__(self, pid: int, sandbox: Sandbox) -> None:
        """`pid` is the process that was started: the program's own, or that of its sandbox."""
        self.pid = pid
        self.frozen = False
        """Whether all of them are stopped, because somebody else is to move."""
        self.most_memory = sandbox.memory * MEBI
        self._first = 0 if sandbox.bwrap is None else _OF_THE_SANDBOX
        self._group = make_group(self.most_memory, MOST_PROCESSES)
        self._abilities = self._group.abilities if self._group is not None else set()
        if self._group is not None:
            # Twice: one may have forked while it was put there. The program itself runs when its sandbox is made.
            self._group.add(family(pid))
            self._group.add(family(pid))

    def numbers(self) -> list[int]:
        """The processes that there are, without those of the sandbox itself."""
        return list(family(self.pid))[self._first :]

    def freeze(self) -> None:
        """Stops them all."""
        if not self.frozen:
            self.frozen = True
            if self._group is not None and "freeze" in self._abilities:
                self._group.freeze()
            else:
                stop(self.numbers)

    def thaw(self) -> None:
        """Lets them run again."""
        if self.frozen:
            self.frozen = False
            if self._group is not None and "freeze" in self._abilities:
                self._group.thaw()
            else:
                go_on(self.numbers())

    def usage(self) -> Usage:
        """The processor time that they have used so far, and how long they have waited for a processor."""
        usage = usage_of(self.numbers())
        if self._group is not None and "processor" in self._abilities:
            return usage._replace(used=self._group.processor_time())
        return usage

    def pin(self, cores: Collection[int]) -> None:
        """Has them run on these processors only."""
        for pid in self.numbers():
            for thread in threads(pid):
                with contextlib.suppress(OSError):
                    os.sched_setaffinity(int(thread), cores)

    def excess(self) -> str:
        """In words, how much they use of what they have too much of; empty if they keep to the limits."""
        most = self.most_memory // MEBI
        if self._group is not None and "memory" in self._abilities:
            return f"more than {most} MiB of memory, and may use {most}" if self._group.ran_out_of_memory() else ""
        used = memory(family(self.pid), self.most_memory)
        return f"{used // MEBI} MiB of memory, and may use {most}" if used > self.most_memory else ""

    def bury(self) -> None:
        """Removes what held them; they must have been killed."""
        if self._group is not None:
            self._group.remove()
