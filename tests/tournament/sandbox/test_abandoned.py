"""Programs and sandboxes of referees that were killed, or are about to end."""

from __future__ import annotations

import subprocess
import sys

from tests.support.tournaments import sandbox_or_skip

from stolik.tournament.sandbox.abandoned import end_abandoned, marked
from stolik.tournament.sandbox.owners import this_process

# A referee that has been told which process its sandbox holds, and is killed before it lets the program go.
REFEREE = """\
import os, signal, subprocess, sys
from stolik.tournament.sandbox.abandoned import marked
from stolik.tournament.sandbox.bubblewrap import find_sandbox
from stolik.tournament.sandbox.held import Held
from stolik.tournament.sandbox.places import Guest
held = Held()
command = find_sandbox(64, True).command(Guest(["/bin/sleep", "999"], "/"), None, held)
bubblewrap = subprocess.Popen(marked(command), executable=command[0], pass_fds=held.passed, stdout=subprocess.DEVNULL)
held.started()
print(held.process(600), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""

# A referee whose games go on while another thread stops it.
STOPPED = """\
import os, subprocess, threading
from stolik.tournament.sandbox.orphans import adopt_orphans, kill_for_good, start_protected
from stolik.tournament.sandbox.process_tree import children
adopt_orphans()
started = threading.Event()
def play():
    while True:
        start_protected(lambda: subprocess.Popen(["/bin/sleep", "999"]))
        started.set()
threading.Thread(target=play, daemon=True).start()
started.wait()
kill_for_good()
left = list(children(os.getpid()))
for pid in left:
    os.kill(pid, 9)
os._exit(len(left))
"""


def test_a_sandbox_whose_referee_was_killed_is_ended_by_the_next_tournament() -> None:
    sandbox_or_skip()
    # What it has left holds its stderr, so that ends with it.
    with subprocess.Popen([sys.executable, "-c", REFEREE], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as referee:
        assert referee.stdout is not None
        assert referee.stderr is not None
        assert referee.stdout.readline().strip().isdigit()
        referee.wait()
        end_abandoned()
        referee.stderr.read()


def test_a_sandbox_whose_referee_lives_is_left_alone() -> None:
    command = marked(["sleep", "999"])
    assert command[0].startswith(f"stolik-{this_process().pid}-")
    with subprocess.Popen(command, executable="/bin/sleep") as sandbox:
        end_abandoned()
        assert sandbox.poll() is None
        sandbox.kill()


def test_whoever_is_stopped_starts_no_more_programs() -> None:
    assert subprocess.run([sys.executable, "-c", STOPPED], check=False, timeout=600).returncode == 0
