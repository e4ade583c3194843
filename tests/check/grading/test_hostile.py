"""Submissions that mean harm cost only themselves."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from threading import Timer

import pytest
from tests.check.grading.test_grading import needs_sandbox

from stolik.check.grading import submissions
from stolik.check.grading.submissions import BuildError, Submission, prepare


@pytest.mark.parametrize("command", ["yes >&2", "yes | head -c 200000000 > big; cp big krazki"])
def test_a_build_that_floods_fails_without_filling_our_memory(tmp_path: Path, command: str) -> None:
    needs_sandbox()
    source = tmp_path / "floods"
    source.mkdir()
    (source / "Makefile").write_text(f"all:\n\t@{command}\n")
    with pytest.raises(BuildError, match="`make` fails"):
        prepare(Submission("floods", str(source)), tmp_path / "into", "krazki", "")


@pytest.mark.parametrize(("runnable", "is_built"), [(1, False), (1000, True)])
def test_a_build_has_more_time_on_a_busy_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, runnable: int, is_built: bool
) -> None:
    for name, value in {"BUILD_TIME": 0.1, "BUILD_LOOK": 0.05, "LONGEST_BUILD": 60.0}.items():
        monkeypatch.setattr(submissions, name, value)
    monkeypatch.setattr(submissions, "runnable", lambda: runnable)
    monkeypatch.setattr(submissions, "usable_cores", lambda: 1)
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    with subprocess.Popen(["/bin/sh", "-c", f"read line < {gate}"]) as build:
        Timer(1.0, gate.write_text, ["go\n"]).start()
        assert submissions._ends_in_time(build) is is_built
