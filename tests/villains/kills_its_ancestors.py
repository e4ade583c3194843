"""Kills its parent, its parent's parent and so on, a few times, and then plays; only in a namespace of its own.

arguments: how many ancestors to kill (0: every process), and a file with the number of times that are left
"""

import contextlib
import os
import signal
import sys

from honest import begin, player, say

many, file = int(sys.argv[1]), sys.argv[2]


def parent(pid: int) -> int:
    """The parent of a process."""
    with open(f"/proc/{pid}/stat") as stat:
        return int(stat.read().rpartition(")")[2].split()[1])


def kill_all() -> None:
    """Kills the ancestors, the oldest first."""
    ancestors = [os.getppid()]
    while len(ancestors) < many:
        ancestors.append(parent(ancestors[-1]))
    for pid in reversed(ancestors) if many else [-1]:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)


begin()
with open("/proc/1/comm") as name, open(file) as text:
    alone, left = name.read().strip() == "bwrap", int(text.read())
if alone and left:
    with open(file, "w") as text:
        text.write(str(left - 1))
    kill_all()
say(player.answer())
begin(moves=-1)
