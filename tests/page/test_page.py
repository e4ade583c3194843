"""Runs the page's own tests, which are JavaScript, with Node's test runner."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NODE = shutil.which("node")
HOUSE = (HERE / "house.js").as_uri()


@pytest.mark.skipif(NODE is None, reason="node is not installed: the page's modules cannot be run")
def test_the_pages_own_tests_pass() -> None:
    tests = sorted(map(str, HERE.glob("*.test.js")))
    command = [str(NODE), "--import", HOUSE, "--test", *tests]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
