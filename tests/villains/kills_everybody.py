"""Kills every process that it can see, but only where a process namespace of its own keeps it from the machine's."""

import contextlib
import os
import signal

from honest import begin, player, say, wait

begin()
with open("/proc/1/comm") as file:
    alone = file.read().strip() == "bwrap"
if alone:
    for name in (str(os.getppid()), *os.listdir("/proc")):
        if name.isdecimal() and int(name) != os.getpid():
            with contextlib.suppress(OSError):
                os.kill(int(name), signal.SIGKILL)
say(player.command("killed"))
wait()
