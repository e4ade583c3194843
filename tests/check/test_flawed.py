"""Servers as students hand them in, with faults that they really make: each fault is found and explained."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from pathlib import Path

import pytest

from stolik.check.program import Subject
from stolik.check.runner import Settings, check
from stolik.check.suites import find_suite
from stolik.check.verdicts import Result, Verdict

HERE = Path(__file__).parent / "flawed"
FOUND = {
    "iam-split-after-3": "one recv",
    "two-messages-in-one-segment": "throws the rest away",
    "no-iam-in-time": "without a timeout",
    "silent-crowd-before-the-match": "one client blocks the server",
    "port-with-letters": "does not check this parameter",
    "player-leaves-in-the-fifth-trick": "DEAL with all 13 cards, then TAKEN",
    "fifth-client": "accept() is not called",
}
RIGHT = ("four-sit-down", "match-of-all-types", "card-not-held", "report-has-every-message", "match-ends-with-code-0")


def results_of(program: Path, names: list[str]) -> dict[str, Result]:
    suite = find_suite("kierki-serwer")
    scenarios = [suite.find(name) for name in names]
    settings = Settings(patience=2.0, confirm=False)
    results = asyncio.run(check(suite, scenarios, Subject((str(program),)), settings, lambda _: None))
    return {result.scenario: result for result in results}


def test_every_fault_of_a_server_in_cpp_is_found_and_explained(tmp_path: Path) -> None:
    if shutil.which("g++") is None or shutil.which("make") is None:
        pytest.skip("there is no compiler of C++ here")
    shutil.copytree(HERE / "cpp", tmp_path / "cpp")
    subprocess.run(["make", "-s", "-C", str(tmp_path / "cpp"), "CXXFLAGS=-std=c++20"], check=True)
    results = results_of(tmp_path / "cpp" / "kierki-serwer", [*FOUND, *RIGHT])
    for name, words in FOUND.items():
        assert results[name].verdict is Verdict.FAIL, name
        assert words in results[name].cause, (name, results[name].cause)
    for name in RIGHT:
        assert results[name].verdict is Verdict.PASS, (name, results[name])
