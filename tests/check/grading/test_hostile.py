"""Submissions that mean harm cost only themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.check.grading.test_grading import needs_sandbox

from stolik.check.grading.submissions import BuildError, Submission, prepare


@pytest.mark.parametrize("command", ["yes >&2", "yes | head -c 200000000 > big; cp big krazki"])
def test_a_build_that_floods_fails_without_filling_our_memory(tmp_path: Path, command: str) -> None:
    needs_sandbox()
    source = tmp_path / "floods"
    source.mkdir()
    (source / "Makefile").write_text(f"all:\n\t@{command}\n")
    with pytest.raises(BuildError, match="`make` fails"):
        prepare(Submission("floods", str(source)), tmp_path / "into", "krazki", "")
