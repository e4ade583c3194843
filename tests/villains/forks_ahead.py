"""Thinks in a process that forks the next one and ends, again and again: whoever wants to stop it comes too late."""

import os
import signal
import time

from honest import come, hear, player, say

come()
if os.fork() == 0:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for descriptor in (0, 1):
        os.close(descriptor)
    until = time.monotonic() + 20  # where nobody adopts orphans, it would outlive the test for ever
    while time.monotonic() < until:
        os.setpgid(0, 0)
        if os.fork() != 0:
            os._exit(0)
        sum(range(20_000))  # it thinks
    os._exit(0)
while True:
    while not player.asked:
        hear()
    say(player.answer())
