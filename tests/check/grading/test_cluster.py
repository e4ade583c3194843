"""Grading on a real Dask cluster: the results are those of this machine alone."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.check.grading.test_grading import PROGRAM, needs_sandbox
from tests.support.clusters import Cluster

from stolik.check.grading.folder import GradeFolder
from stolik.cli.checking.grade import command

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

SUBMISSIONS = {
    "ewa": PROGRAM,
    "jan": PROGRAM.replace("210 0", "211 0"),
    "ola": "#!/bin/sh\nexec sleep 1000\n",
    "piotr": "#!/bin/sh\nexit 3\n",
}


def grade(folder: Path, *more: str) -> None:
    done = CliRunner().invoke(command, [str(folder), "--what", "krazki", *more], standalone_mode=False)
    assert done.exception is None, done.output
    assert done.return_value == 0, done.stderr


def verdicts(folder: Path) -> dict[str, dict[str, str]]:
    return {
        name: {result.scenario: result.verdict.value for result in graded.results}
        for name, graded in GradeFolder(folder).done().items()
    }


@pytest.mark.soak
def test_a_cluster_gives_the_points_that_this_machine_gives(tmp_path: Path) -> None:
    needs_sandbox()
    here, there = tmp_path / "here", tmp_path / "there"
    for name, text in SUBMISSIONS.items():
        (here / name).mkdir(parents=True)
        (here / name / "krazki").write_text(text)
        (here / name / "krazki").chmod(0o755)
    shutil.copytree(here, there)
    grade(here)
    with ExitStack() as stack:
        cluster = Cluster(stack, tmp_path)
        grade(there, "--cluster", cluster.address)
    assert verdicts(tmp_path / "there-grades") == verdicts(tmp_path / "here-grades")
    for table in ("grades.csv", "moodle.csv", "usos.csv", "similar.csv"):
        assert (tmp_path / "there-grades" / table).read_text() == (tmp_path / "here-grades" / table).read_text()


def test_a_scheduler_that_cannot_be_reached_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.cli.checking.grade.find_sandbox", lambda *_: None)
    monkeypatch.setattr("stolik.tournament.runner.CONNECT_TIME", 0.3)
    (tmp_path / "all" / "ewa").mkdir(parents=True)
    arguments = [str(tmp_path / "all"), "--what", "krazki", "--cluster", "tcp://127.0.0.1:1"]
    done = CliRunner().invoke(command, arguments)
    assert done.exit_code == 1
    assert done.stderr == "Error: the scheduler at tcp://127.0.0.1:1 is lost, or cannot be reached\n"
