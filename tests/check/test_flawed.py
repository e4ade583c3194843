"""Servers as students hand them in, in three languages: each fault is found and explained, and nothing else is."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from tests.check.flawed.python.faults import FAULTS

from stolik.check.pace import Pace
from stolik.check.program import Subject
from stolik.check.runner import Settings, check, play
from stolik.check.suites import find_suite
from stolik.check.verdicts import Result, Verdict

HERE = Path(__file__).parent / "flawed"
ROOT = Path(__file__).parents[2]
SUITE = find_suite("kierki-serwer")
# Seconds. A fault by which a server is silent costs this much.
PATIENCE = 2.0
AT_ONCE = 4

CPP = {
    "iam-split-after-3": "one recv",
    "two-messages-in-one-segment": "throws the rest away",
    "no-iam-in-time": "without a timeout",
    "silent-newcomer-before-the-match": "one client blocks the server",
    "port-with-letters": "does not check this parameter",
    "player-leaves-in-the-fifth-trick": "DEAL with all 13 cards, then TAKEN",
    "fifth-client": "accept() is not called",
}
"""The server in C++ has all its faults at once: a scenario, and words of the cause that it names."""
PYTHON = {
    "one-recv": ("iam-split-after-3", "takes what one recv() returns for one message"),
    "strip": ("iam-with-space-behind", "strip() and sscanf() forgive too much"),
    "int": ("answer-plus-sign", "int(), which forgive signs"),
    "no-timeout": ("silence-is-asked-again", "without a timeout"),
    "reset": ("connection-is-reset", "handle the errors of recv() and send(), such as a reset"),
    "sigpipe": ("player-leaves-when-a-deal-ends", "raises SIGPIPE unless it is ignored"),
    "order": ("player-leaves-in-the-fifth-trick", "TAKEN for each trick of this deal, in order"),
}
JAVA = {
    "read-line": ("iam-ended-by-lf-alone", "as readLine() and getline() do"),
    "parse-int": ("answer-plus-sign", "parseInt(), stoi(), atoi() or int(), which forgive signs"),
    "pool": ("fifth-client", "no thread is left to read its IAM"),
    "no-flush": ("four-sit-down", "DEAL waits in a buffer: flush it"),
    "println": ("first-leader-n", "println(), puts() and endl write LF alone"),
    "hand-left": ("player-leaves-in-the-fifth-trick", "DEAL with all 13 cards"),
}
"""The servers in Python and Java have one fault at a time: the scenario that finds it, and words of the cause."""
RIGHT = ("four-sit-down", "match-of-all-types", "card-not-held", "report-has-every-message", "match-ends-with-code-0")
ALSO_RIGHT = ("match-of-all-types", "asked-player-leaves", "answer-plus-sign")

Command = Callable[..., tuple[str, ...]]


def found(command: Command, faults: dict[str, tuple[str, str]]) -> dict[str, Result]:
    """What the scenario that is meant for each fault says of a server that has it."""

    async def all_of_them() -> list[Result]:
        room = asyncio.Semaphore(AT_ONCE)

        async def one(name: str) -> Result:
            async with room:
                subject = Subject(command("--fault", name), cwd=str(ROOT))
                return await play(SUITE, SUITE.find(faults[name][0]), subject, pace)

        async with Pace(PATIENCE) as pace:
            return await asyncio.gather(*map(one, faults))

    return dict(zip(faults, asyncio.run(all_of_them()), strict=True))


def unexplained(results: dict[str, Result], words: dict[str, str]) -> dict[str, object]:
    """What was not found, or not explained in these words."""
    return {
        name: (result.verdict, result.cause, result.expected, result.came, result.remarks)
        for name, result in results.items()
        if result.verdict is not Verdict.FAIL or words[name] not in result.cause
    }


def results_of(command: tuple[str, ...], names: Iterable[str], *, confirm: bool = False) -> dict[str, Result]:
    scenarios = [SUITE.find(name) for name in names]
    settings = Settings(patience=PATIENCE, confirm=confirm)
    results = asyncio.run(check(SUITE, scenarios, Subject(command, cwd=str(ROOT)), settings, lambda _: None))
    return {result.scenario: result for result in results}


def not_passed(results: dict[str, Result]) -> dict[str, object]:
    return {
        name: (result.verdict, result.expected, result.came, result.remarks)
        for name, result in results.items()
        if result.verdict is not Verdict.PASS
    }


def in_python(*fault: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "tests.check.flawed.python.kierki_serwer", *fault)


def in_java(classes: Path) -> Command:
    """Compiles the server in Java; skips where there is no JDK."""
    if shutil.which("javac") is None or shutil.which("java") is None:
        pytest.skip("there is no javac here")
    sources = sorted(map(str, (HERE / "java").glob("*.java")))
    subprocess.run(["javac", "-J-XX:TieredStopAtLevel=1", "-d", str(classes), *sources], check=True)
    # A quick start matters here, and how fast it runs later does not.
    java = ("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp", str(classes), "KierkiSerwer")
    return lambda *fault: (*java, *fault)


def in_cpp(folder: Path) -> tuple[str, ...]:
    """Compiles the server in C++; skips where there is no compiler."""
    if shutil.which("g++") is None or shutil.which("make") is None:
        pytest.skip("there is no compiler of C++ here")
    shutil.copytree(HERE / "cpp", folder / "cpp")
    subprocess.run(["make", "-s", "-C", str(folder / "cpp"), "CXXFLAGS=-std=c++20"], check=True)
    return (str(folder / "cpp" / "kierki-serwer"),)


def test_every_fault_of_a_server_in_cpp_is_found_and_explained(tmp_path: Path) -> None:
    results = results_of(in_cpp(tmp_path), [*CPP, *RIGHT])
    assert unexplained({name: results[name] for name in CPP}, CPP) == {}
    assert not_passed({name: results[name] for name in RIGHT}) == {}


def test_every_fault_of_a_server_in_python_is_found_and_explained() -> None:
    assert set(PYTHON) == set(FAULTS)
    results = found(in_python, PYTHON)
    assert unexplained(results, {name: words for name, (_, words) in PYTHON.items()}) == {}
    assert not_passed(results_of(in_python(), ALSO_RIGHT)) == {}


def test_every_fault_of_a_server_in_java_is_found_and_explained(tmp_path: Path) -> None:
    java = in_java(tmp_path)
    results = found(java, JAVA)
    assert unexplained(results, {name: words for name, (_, words) in JAVA.items()}) == {}
    assert not_passed(results_of(java(), ALSO_RIGHT[:1])) == {}


@pytest.mark.soak
@pytest.mark.parametrize("language", ["python", "java"])
def test_a_server_without_a_fault_passes_everything(language: str, tmp_path: Path) -> None:
    command = in_python() if language == "python" else in_java(tmp_path)()
    names = [scenario.name for scenario in SUITE.scenarios()]
    assert not_passed(results_of(command, names, confirm=True)) == {}
