"""Why a game was lost, in words that the author of the program can act on."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.support.tournaments import sandbox_or_skip

from stolik.tournament.plan.assignment import Assignment, Result, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.referee.diagnosis import why_not_started
from stolik.tournament.referee.farewell import see_out
from stolik.tournament.referee.peer import Peer
from stolik.tournament.referee.play import play
from stolik.tournament.referee.silence import Silence
from stolik.tournament.sandbox.program import Program

# Black has one move, then White one, then Black none.
SETUP = "c |c|b|"
TERMS = Terms(move_time=0.3, start_time=1.0)


def play_against_house(command: tuple[str, ...], folder: Path, sandbox: bool = False, network: bool = False) -> Result:
    """A game of a program against one of our own players; the program is to move."""
    if sandbox:
        sandbox_or_skip()
        folder.chmod(0o755)  # programs do not run as root, whoever runs the tests
    ada = Entrant("Ada", command, str(folder), network=network, own=(str(folder),))
    seats = {"c": ada, "b": Entrant("House", builtin="random")}
    terms = Terms(TERMS.move_time, TERMS.start_time, sandbox=sandbox)
    return play(Assignment(1, 1, "krazki", SETUP, seats, "seed", terms))


def python(script: str) -> tuple[str, ...]:
    return (sys.executable, "-c", f"import os, sys, time\n{script}")


UNFLUSHED = "sys.stdin.readline(); print('210 0'); sys.stdin.readline()"
# Its process is killed before Python can write what is in the buffer.
NEVER_WRITTEN = "sys.stdin.readline(); print('210 0'); sys.stdin.readline(); os._exit(0)"
HALF_A_LINE = "sys.stdin.readline(); os.write(1, b'210 0'); sys.stdin.readline()"
LATE = "sys.stdin.readline(); time.sleep(1.5); print('210 0', flush=True); sys.stdin.readline()"
SILENT = "sys.stdin.readline(); time.sleep(9)"
BUSY = "sys.stdin.readline()\nwhile True: pass"
NEVER_READS = "time.sleep(9)"


BUFFERED = (
    "Ada gave no answer in 1 s: its answer was in a buffer, and came out at the end. Flush the output after every line"
)
WAITED = "Ada gave no answer in 1 s, and waited for its next line. Did it flush its output?"


@pytest.mark.parametrize(
    ("script", "words", "sandbox"),
    [
        (NEVER_WRITTEN, WAITED, True),
        (NEVER_WRITTEN, WAITED, False),
        (HALF_A_LINE, "Ada gave no answer in 1 s: it began a line and did not end it: '210 0'", False),
        (LATE, "s too late: it had 1 s", True),
        (LATE, "s too late: it had 1 s", False),
        (SILENT, "Ada gave no answer in 1 s", True),
        (BUSY, "Ada gave no answer in 1 s", False),
        (NEVER_READS, "Ada gave no answer in 1 s, and did not read its question", True),
    ],
)
def test_what_a_program_did_instead_of_answering_is_told(
    tmp_path: Path, script: str, words: str, sandbox: bool
) -> None:
    result = play_against_house(python(script), tmp_path, sandbox)
    assert result.ending == "overtime"
    assert words in result.reason, result.reason
    assert "Flush the output" not in result.reason
    assert str(result.cause) == result.reason


@pytest.mark.parametrize("sandbox", [True, False])
def test_an_answer_that_stays_in_a_buffer_is_guessed(tmp_path: Path, sandbox: bool) -> None:
    result = play_against_house(python(UNFLUSHED), tmp_path, sandbox)
    assert result.ending == "overtime"
    # On a busy machine the program ends too late for its buffer to be seen.
    assert result.reason in (BUFFERED, WAITED)


@pytest.mark.parametrize(("answered", "words"), [(1.2, BUFFERED), (None, WAITED)])
def test_a_program_that_waited_with_an_answer_is_told_to_flush(answered: float | None, words: str) -> None:
    assert str(Silence(waits=True).cause("Ada", 1, answered, 0.2)) == words


@pytest.mark.parametrize("sandbox", [True, False])
@pytest.mark.parametrize(
    ("script", "ending", "words"),
    [
        ("sys.stdin.readline(); os.kill(os.getpid(), 11)", "crash", "Ada was killed by signal 11 (SIGSEGV)"),
        ("sys.stdin.readline(); raise KeyError('stack')", "crash", "Ada ended with exit code 1"),
        ("sys.stdin.readline(); os.close(1); time.sleep(9)", "gone", "Ada closed its output"),
        ("sys.stdin.readline(); os.closerange(0, 99); time.sleep(9)", "gone", "Ada closed its "),
        ("sys.stdin.readline()", "gone", "Ada left without an answer (exit code 0)"),
        ("sys.stdin.readline(); print('210 7', flush=True); time.sleep(9)", "foul", "Ada played an illegal move: "),
        ("sys.stdin.readline(); print('hello', flush=True); time.sleep(9)", "foul", "Ada sent a wrong message: "),
    ],
)
def test_how_a_program_ended_its_game_is_told_without_stutter(
    tmp_path: Path, script: str, ending: str, words: str, sandbox: bool
) -> None:
    result = play_against_house(python(script), tmp_path, sandbox)
    assert result.ending == ending
    assert result.reason.startswith(words), result.reason
    assert str(result.cause) == result.reason
    assert result.cause is not None
    assert result.cause.kind.startswith(ending)
    assert str(result.conduct["c"].ended) == result.conduct["c"].exit


def made(folder: Path, text: str, mode: int = 0o755) -> tuple[str, ...]:
    file = folder / "s1.py"
    file.write_bytes(text.encode())
    file.chmod(mode)
    return (str(file),)


@pytest.mark.parametrize("sandbox", [True, False])
@pytest.mark.parametrize(
    ("text", "mode", "words"),
    [
        ("#!/no/such/python\n", 0o755, "Ada could not be started: the first line of 's1.py' names '/no/such/python'"),
        ("#!/bin/sh\r\nread x\r\n", 0o755, "Ada could not be started: the first line of 's1.py' ends with CR LF"),
        ("#!/usr/bin/env python9\n", 0o755, "Ada could not be started: there is no 'python9' on the PATH"),
        ("#!/bin/sh\n", 0o644, "Ada could not be started: 's1.py' is not executable: chmod +x"),
        ("print('hello')\n", 0o755, "Ada could not be started: 's1.py' is no program of this machine, and has no #!"),
    ],
)
def test_a_program_that_cannot_be_started_is_told_why(
    tmp_path: Path, text: str, mode: int, words: str, sandbox: bool
) -> None:
    result = play_against_house(made(tmp_path, text, mode), tmp_path, sandbox)
    assert result.ending == "start"
    assert result.reason.startswith(words), result.reason


@pytest.mark.parametrize("sandbox", [True, False])
def test_a_missing_script_or_program_is_named(tmp_path: Path, sandbox: bool) -> None:
    script = play_against_house((sys.executable, "s9.py"), tmp_path, sandbox)
    assert (script.ending, script.reason) == (
        "start",
        f"Ada could not be started: there is no file 's9.py' in {tmp_path}",
    )
    program = play_against_house((str(tmp_path / "gone"),), tmp_path, sandbox)
    assert program.ending == "start"
    assert "there is no file" in program.reason


def test_a_missing_script_is_named_behind_the_script_of_a_version_manager(tmp_path: Path) -> None:
    shims = tmp_path / "shims"
    shims.mkdir()
    python3 = shims / "python3"
    python3.write_text("#!/bin/sh\n")
    python3.chmod(0o755)
    assert str(why_not_started([str(python3), "s9.py"], str(tmp_path))) == f"there is no file 's9.py' in {tmp_path}"
    (tmp_path / "s9.py").touch()
    assert why_not_started([str(python3), "s9.py"], str(tmp_path)) is None


def test_a_client_that_stays_away_is_told_how_long_it_had(tmp_path: Path) -> None:
    result = play_against_house(python("time.sleep(9)"), tmp_path, network=True)
    assert result.reason == "Ada could not be started: it did not connect to its table within 1 s"
    left = play_against_house(python("sys.exit(3)"), tmp_path, network=True)
    assert left.reason == "Ada ended with exit code 3 before the game began"


def test_an_answer_that_came_out_while_the_referee_was_busy_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late_look(programs: Iterable[Program], peers: Iterable[Peer], late: str | None) -> float | None:
        assert all(program.has_died(wait=60) for program in programs)
        return see_out(programs, peers, late)

    monkeypatch.setattr("stolik.tournament.referee.play.see_out", late_look)
    assert play_against_house(python(UNFLUSHED), tmp_path).reason == BUFFERED
