"""Processes are stopped by signals, also those that were forked while others were being stopped."""

from __future__ import annotations

import subprocess
import sys
import time

from stolik.tournament.sandbox.process_tree import place
from stolik.tournament.sandbox.stopping import not_stopped, stop


def until_stopped(*pids: int) -> None:
    """Waits for it: what has been sent a signal stops when it has a processor, and `stop` does not wait for long."""
    while not_stopped(pids):
        time.sleep(0.001)


def test_when_one_has_vanished_it_is_looked_whether_it_has_forked_another() -> None:
    with subprocess.Popen(["/bin/sleep", "99"]) as child:
        parent = subprocess.Popen(["/bin/true"])
        parent.wait()
        listed = iter(([parent.pid], [child.pid]))
        try:
            stop(lambda: next(listed, [child.pid]))
            until_stopped(child.pid)
        finally:
            child.kill()


def test_one_that_was_forked_during_the_look_is_stopped() -> None:
    with subprocess.Popen(["/bin/sleep", "99"]) as first, subprocess.Popen(["/bin/sleep", "99"]) as second:
        both = [first.pid, second.pid]
        listed = iter(([first.pid],))
        try:
            stop(lambda: next(listed, both))
            until_stopped(*both)
        finally:
            first.kill()
            second.kill()


ENDS_ITS_FIRST_THREAD = """
import ctypes, platform, threading, time
threading.Thread(target=time.sleep, args=(99,)).start()
ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[platform.machine()], 0)
"""


def test_a_process_whose_first_thread_has_ended_is_no_zombie() -> None:
    with subprocess.Popen([sys.executable, "-c", ENDS_ITS_FIRST_THREAD]) as program:
        try:
            while place(program.pid) == f"/proc/{program.pid}":
                assert program.poll() is None
            assert not_stopped([program.pid]) == [program.pid]
            stop(lambda: [program.pid])
            until_stopped(program.pid)
        finally:
            program.kill()
