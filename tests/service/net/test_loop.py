"""The end of a process that is told to end."""

from __future__ import annotations

import subprocess
import sys

from tests.support.programs import PATIENCE

HANGS = """
import threading
from stolik.service.net.loop import end_within
end_within(0.1, "it hangs", 3)
threading.Event().wait()
"""
ENDS = """
from stolik.service.net.loop import end_within
end_within(3600.0, "it hangs", 3)
"""


def test_a_process_that_hangs_ends_in_time_and_says_so() -> None:
    ended = subprocess.run([sys.executable, "-c", HANGS], capture_output=True, text=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stderr) == (3, "it hangs\n")


def test_a_process_that_ends_by_itself_does_not_wait_for_its_limit() -> None:
    ended = subprocess.run([sys.executable, "-c", ENDS], capture_output=True, text=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stderr) == (0, "")
