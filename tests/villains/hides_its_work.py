"""Thinks for much longer than it may. The processes that think end before they are counted, and others only wait."""

import os
import signal
import time

from honest import come, hear, player, say

# Seconds of processor time: of each process that thinks, and of all of them together for a move.
SHORT = 0.004
LONG = float(os.environ.get("VILLAIN_SECONDS", "3"))


def burn(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def think() -> None:
    """On every processor, in processes that nobody waits for: the system does not add up their time."""
    ended, ends = os.pipe()
    left, running = LONG, 0
    while left > 0:
        while running < (os.cpu_count() or 1):
            running += 1
            left -= SHORT
            if os.fork() == 0:
                burn(SHORT)
                os.write(ends, b".")
                os._exit(0)
        running -= len(os.read(ended, 100))


signal.signal(signal.SIGCHLD, signal.SIG_IGN)
come()
for _ in range(4):
    if os.fork() == 0:
        os.nice(19)
        burn(1000)
while True:
    while not player.asked:
        hear()
    think()
    say(player.answer())
