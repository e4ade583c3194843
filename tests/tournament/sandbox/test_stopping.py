"""Processes are stopped by signals, also those that were forked while others were being stopped."""

from __future__ import annotations

import subprocess

from stolik.tournament.sandbox.process_tree import state
from stolik.tournament.sandbox.stopping import stop


def test_when_one_has_vanished_it_is_looked_whether_it_has_forked_another() -> None:
    with subprocess.Popen(["/bin/sleep", "99"]) as child:
        parent = subprocess.Popen(["/bin/true"])
        parent.wait()
        listed = iter(([parent.pid], [child.pid]))
        stop(lambda: next(listed, [child.pid]))
        try:
            assert state(child.pid) == "T"
        finally:
            child.kill()
