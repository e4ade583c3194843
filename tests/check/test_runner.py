"""Verdicts of scenarios, with small programs under test that are written here."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from stolik.check import runner
from stolik.check.pace import Pace
from stolik.check.program import Subject
from stolik.check.runner import Settings, check, merged
from stolik.check.scenario import Quote, Suite, Topic
from stolik.check.stage import Stage
from stolik.check.verdicts import Fault, FaultKind, NotReached, Phrase, Result, Verdict, is_acceptable

QUOTE = Quote("A document.", "Its heading", {"en": "A document."})
QUICK = Settings(patience=1.0, confirm=False)


class EchoStage(Stage):
    """A program on pipes."""

    async def talk(self) -> Any:
        program = await self.start([], {}, piped=True)
        return self.on_pipes("program", program)


def result_of(
    script: Callable[[Any], Awaitable[None]],
    program: str,
    settings: Settings = QUICK,
    own: tuple[str, ...] = (),
    **more: Any,
) -> Result:
    """What comes of a script with a program that is given as Python text."""
    topic = Topic("topic")
    topic.add("scenario", "A title.", script, QUOTE, **more)
    suite = Suite("suite", "A suite", "The document", "en", (topic,), EchoStage, "stdio", "", (), own)
    subject = Subject((sys.executable, "-c", program))
    return asyncio.run(check(suite, suite.scenarios(), subject, settings, lambda _: None))[0]


ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


async def asks(t: EchoStage) -> None:
    peer = await t.talk()
    await peer.send("hello")
    await peer.expect("hello")


def test_what_was_expected_passes() -> None:
    result = result_of(asks, ECHO)
    assert (result.verdict, result.exchange) == (Verdict.PASS, ())


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        ("import time; time.sleep(100)", FaultKind.SILENT),
        ("input()", FaultKind.CLOSED),
        ("input(); print('goodbye', flush=True); input()", FaultKind.OTHER),
        ("import time; print('hello', end='', flush=True); time.sleep(100)", FaultKind.LINE_END),
        ("import os; input(); os.abort()", FaultKind.CRASHED),
    ],
)
def test_each_kind_of_fault_is_told_with_its_cause(program: str, kind: FaultKind) -> None:
    result = result_of(asks, program, causes={kind.value: "this is why"})
    assert (result.verdict, result.kind, result.cause) == (Verdict.FAIL, kind, "this is why")
    assert [entry.text for entry in result.exchange if entry.way == "sent"] == [r"hello\n"]


def test_a_program_that_cannot_be_started_is_not_reached() -> None:
    async def start(t: EchoStage) -> None:
        await t.talk()

    topic = Topic("topic")
    topic.add("scenario", "A title.", start, QUOTE)
    suite = Suite("suite", "A suite", "The document", "en", (topic,), EchoStage, "stdio", "", ())
    results = asyncio.run(check(suite, suite.scenarios(), Subject(("/no/such/program",)), QUICK, lambda _: None))
    assert results[0].verdict is Verdict.NOT_REACHED
    assert not is_acceptable(results)


def test_a_fault_while_setting_up_is_not_the_point() -> None:
    async def sets_up(t: EchoStage) -> None:
        with t.setting_up():
            await asks(t)

    assert result_of(sets_up, "input()").verdict is Verdict.NOT_REACHED


def test_advice_outweighs_what_is_allowed() -> None:
    async def both(t: EchoStage) -> None:
        await t.talk()
        t.allowed("this is {how}", how="different")
        t.advise("this is better")

    result = result_of(both, ECHO)
    assert result.verdict is Verdict.ADVICE
    assert [str(remark) for remark in result.remarks] == ["this is different", "this is better"]


def test_a_mistake_in_a_scenario_is_told_and_costs_no_other_verdict() -> None:
    async def broken(t: EchoStage) -> None:
        raise KeyError("oops")

    result = result_of(broken, ECHO)
    assert result.verdict is Verdict.NOT_REACHED
    assert "KeyError" in str(result.remarks[0])


def fails_at_first(folder: Path, how: str = "pass") -> str:
    """A program that fails when it runs for the first time."""
    once = str(folder / "once")
    return (
        f"import os\nif os.path.exists({once!r}): print(input(), flush=True); input()\nelse: open({once!r},'w'); {how}"
    )


def set_load(monkeypatch: pytest.MonkeyPatch, *, busy: bool) -> None:
    """The machine is busy in every run, or in none."""
    monkeypatch.setattr(Pace, "measure", lambda _: lambda: busy)


def test_a_fail_that_does_not_come_again_is_unsteady(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_load(monkeypatch, busy=False)
    result = result_of(asks, fails_at_first(tmp_path), Settings(patience=1.0))
    assert (result.verdict, result.runs) == (Verdict.UNSTEADY, (Verdict.FAIL, Verdict.PASS))


def test_on_a_busy_machine_silence_that_does_not_come_again_is_nobodys_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_load(monkeypatch, busy=True)
    program = fails_at_first(tmp_path, "import time; time.sleep(100)")
    assert result_of(asks, program, Settings(patience=1.0)).verdict is Verdict.PASS


def test_what_a_busy_machine_cannot_cause_is_unsteady_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_load(monkeypatch, busy=True)
    assert result_of(asks, fails_at_first(tmp_path), Settings(patience=1.0)).verdict is Verdict.UNSTEADY


def test_what_comes_of_a_scenario_that_took_very_long_on_a_busy_machine_is_no_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_load(monkeypatch, busy=True)
    monkeypatch.setattr(runner, "OVERLONG", 0.0)
    assert result_of(asks, fails_at_first(tmp_path), Settings(patience=1.0)).verdict is Verdict.PASS


def test_advice_that_a_busy_machine_caused_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_load(monkeypatch, busy=True)

    async def advises_once(t: EchoStage) -> None:
        await t.talk()
        if not (tmp_path / "once").exists():
            (tmp_path / "once").touch()
            t.advise("this is better")

    assert result_of(advises_once, ECHO, Settings(patience=1.0)).verdict is Verdict.PASS


@pytest.mark.parametrize(("own", "verdict"), [(True, Verdict.FAIL), (False, Verdict.NOT_REACHED)])
def test_on_a_busy_machine_a_fail_counts_only_if_our_own_program_passes(
    own: bool, verdict: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_load(monkeypatch, busy=True)
    monkeypatch.setattr(runner, "MOST_TRIALS", 1)
    program = (sys.executable, "-c", ECHO if own else "input()")
    result = result_of(asks, "input()", Settings(patience=1.0), own=program)
    assert result.verdict is verdict
    assert is_acceptable((result,)) is not own


def test_verdicts_of_several_runs_are_merged() -> None:
    runs = [Result(scenario="one", verdict=verdict) for verdict in (Verdict.PASS, Verdict.PASS)]
    assert merged(runs).verdict is Verdict.PASS
    runs.append(Result(scenario="one", verdict=Verdict.FAIL, came=Phrase("nothing came")))
    assert merged(runs).verdict is Verdict.UNSTEADY
    assert merged(runs).came == Phrase("nothing came")


def test_what_the_machine_lacks_does_not_count_against_a_program() -> None:
    async def lacks(t: EchoStage) -> None:
        raise NotReached(Phrase("this machine has no IPv6"), program=False)

    assert is_acceptable((result_of(lacks, ECHO),))


def test_all_that_a_program_started_is_ended_with_it(tmp_path: Path) -> None:
    alive = tmp_path / "pid"
    forks = f"import os, time\nif pid := os.fork(): open({str(alive)!r}, 'w').write(str(pid))"
    program = f"{forks}; print(input(), flush=True)\ntime.sleep(100)"
    assert result_of(asks, program).verdict is Verdict.PASS
    state = Path(f"/proc/{alive.read_text()}/stat")
    assert not state.exists() or ") Z " in state.read_text()


LEAVING = """
import socket, sys, time
server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
client, _ = server.accept()
server.close()
client.close()
time.sleep(0.05)
sys.exit(3)
"""


def test_a_server_that_accepts_nobody_because_it_ends_is_said_to_have_ended() -> None:
    async def comes_twice(t: EchoStage) -> None:
        t.port = t.free_port()
        await t.start([str(t.port)], {})
        first = await t.connect("first")
        await t.until(lambda: first.has_ended)
        await t.connect("second")

    result = result_of(comes_twice, LEAVING)
    assert (result.kind, str(result.came)) == (FaultKind.EXIT, "the program ended: exit code 3")


def test_what_this_machine_cannot_do_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pace, "measure", lambda self: lambda: False)
    plays: list[bool] = []

    async def lacks(t: EchoStage) -> None:
        plays.append(True)
        raise NotReached(Phrase("this machine has no such thing"), program=False)

    result_of(lacks, ECHO, Settings(patience=1.0))
    assert len(plays) == 1


@pytest.mark.parametrize(("number", "at_once"), [(5, 1), (7, 3)])
def test_where_much_fails_it_is_played_again_with_as_many_beside_it_as_before(number: int, at_once: int) -> None:
    plays: list[str] = []
    most = 0
    running = 0

    async def fails(t: EchoStage) -> None:
        nonlocal most, running
        plays.append("")
        running += 1
        if len(plays) > number:
            most = max(most, running)
        await asyncio.sleep(0.05)
        running -= 1
        raise Fault(FaultKind.OTHER, Phrase("something"), Phrase("something else"))

    topic = Topic("topic")
    for each in range(number):
        topic.add(f"scenario-{each}", "A title.", fails, QUOTE)
    suite = Suite("suite", "A suite", "The document", "en", (topic,), EchoStage, "stdio", "", ())
    settings = Settings(patience=1.0, at_once=3)
    results = asyncio.run(check(suite, suite.scenarios(), Subject((sys.executable,)), settings, lambda _: None))
    assert {result.verdict for result in results} == {Verdict.FAIL}
    assert most == at_once
