"""A program that shows no sign of life is not asked for every scenario."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from pathlib import Path

import pytest
from tests.check.grading.test_grading import needs_sandbox

from stolik.check import program as program_module
from stolik.check.exchange import KEPT_FIRST, KEPT_LAST, Exchange
from stolik.check.pace import Pace
from stolik.check.peers import MOST_WAITING, MOST_WAITING_BYTES, Peer
from stolik.check.probing import is_mute, probes
from stolik.check.program import Subject
from stolik.check.runner import Settings, check
from stolik.check.scenario import Quote, Suite, Topic
from stolik.check.stage import MULTIPLIED, NOT_INSIDE, Stage
from stolik.check.starting import start
from stolik.check.verdicts import Fault, FaultKind, Phrase, Result, Verdict, phrase
from stolik.tournament.plan.assignment import MEMORY
from stolik.tournament.sandbox.bubblewrap import find_sandbox

KILLS_ITSELF = "import os; os.kill(os.getpid(), 9)"
QUOTE = Quote("A document.", "Its heading", {"en": "A document."})
QUICK = Settings(patience=0.2, confirm=False)
# Starts many processes, which wait.
FORKS = "import os, time\nfor _ in range(20):\n  if not os.fork(): time.sleep(100)\ntime.sleep(100)"
HANGS = "import time; time.sleep(100)"
# Waits for a line, and answers it.
ANSWERS = "import time; print(input(), flush=True); time.sleep(100)"
# Ends when it has a parameter, and hangs otherwise.
CHECKS_PARAMETERS = "import sys, time; len(sys.argv) == 1 or sys.exit(1); time.sleep(100)"


class PipeStage(Stage):
    """A program on pipes, or one that is told parameters."""


async def goes_on(t: PipeStage) -> None:
    program = await t.start(["--wrong"], {})
    await program.expect_exit()


async def answers(t: PipeStage) -> None:
    peer = t.on_pipes("program", await t.start([], {}, piped=True))
    await peer.send("hello")
    await peer.expect("hello")


async def refuses(t: PipeStage) -> None:
    program = await t.start(["--wrong"], {})
    await program.expect_exit(1)


def suite() -> Suite:
    """Five topics of three scenarios, and one about parameters."""
    topics = []
    for name in ("one", "two", "arguments", "four", "five", "six"):
        topic = Topic(name)
        for number in range(3):
            script = refuses if name == "arguments" else answers
            topic.add(f"{name}-{number}", "A title.", script, QUOTE, slow=number == 0)
        topics.append(topic)
    return Suite("suite", "A suite", "The document", "en", topics, PipeStage, "stdio", "", ())


def verdicts(program: str, settings: Settings = QUICK) -> dict[str, Result]:
    told: list[str] = []
    subject = Subject((sys.executable, "-c", program))
    results = asyncio.run(
        check(suite(), suite().scenarios(), subject, settings, lambda result: told.append(result.scenario))
    )
    assert sorted(told) == sorted(result.scenario for result in results)
    return {result.scenario: result for result in results}


@pytest.mark.parametrize(
    ("program", "came"),
    [(HANGS, "it is still running"), (KILLS_ITSELF, "it ended: signal SIGKILL")],
)
def test_a_program_that_may_end_with_any_exit_code_is_told_only_to_end(program: str, came: str) -> None:
    topic = Topic("ending")
    topic.add("goes-on", "A title.", goes_on, QUOTE)
    ending = Suite("suite", "A suite", "The document", "en", [topic], PipeStage, "stdio", "", ())
    subject = Subject((sys.executable, "-c", program))
    (result,) = asyncio.run(check(ending, ending.scenarios(), subject, QUICK, lambda _: None))
    assert (str(result.expected), str(result.came)) == ("the program ends", came)


def test_one_scenario_of_each_topic_is_a_probe_and_it_is_a_quick_one() -> None:
    assert [probe.name for probe in probes(list(suite().scenarios()))][:2] == ["one-1", "two-1"]


@pytest.mark.parametrize("confirm", [False, True])
def test_a_program_that_hangs_is_not_asked_for_the_rest(confirm: bool) -> None:
    results = verdicts(HANGS, Settings(patience=0.2, confirm=confirm))
    tried = [name for name, result in results.items() if result.verdict is Verdict.FAIL]
    assert tried == ["one-1", "two-1", "arguments-1"]
    assert {result.verdict for name, result in results.items() if name not in tried} == {Verdict.NOT_REACHED}
    assert str(results["six-0"].remarks[0]).startswith("the program did nothing at all in 3 other scenarios")


@pytest.mark.parametrize("confirm", [False, True])
def test_a_program_that_forks_without_an_end_is_ended_and_not_asked_for_the_rest(
    monkeypatch: pytest.MonkeyPatch, confirm: bool
) -> None:
    monkeypatch.setattr(program_module, "MOST_PROCESSES", 10)
    results = verdicts(FORKS, Settings(patience=20.0, confirm=confirm))
    assert str(results["one-1"].came).startswith("it started more than ")
    assert results["one-1"].cause == MULTIPLIED
    assert results["six-0"].verdict is Verdict.NOT_REACHED
    assert str(results["six-0"].remarks[0]).startswith("the program forks or sends without an end in 3 other")


def test_of_a_flood_in_one_piece_no_more_is_kept_than_of_one_in_many() -> None:
    async def entries() -> tuple[int, int]:
        async with Pace(1.0) as pace:
            peer = Peer("N", b"\n", pace, Exchange())
            peer.data_received(b"x\n" * 3 * MOST_WAITING)
            peer.data_received(b"x\n")
            number = len(peer.waiting)
            peer.forget()
            with pytest.raises(Fault, match="the checker has stopped reading"):
                await peer.hear(phrase("a line"), 1000.0)
            return number, len(peer.exchange.entries())

    assert asyncio.run(entries()) == (MOST_WAITING + 1, KEPT_FIRST + 1 + KEPT_LAST)


def test_what_a_program_that_hangs_can_do_is_asked_for_all_the_same() -> None:
    results = verdicts(CHECKS_PARAMETERS)
    assert {results[f"arguments-{number}"].verdict for number in range(3)} == {Verdict.PASS}
    assert results["six-0"].verdict is Verdict.NOT_REACHED


def test_a_program_that_answers_is_asked_for_everything() -> None:
    results = verdicts(ANSWERS)
    assert {result.verdict for name, result in results.items() if "arguments" not in name} == {Verdict.PASS}
    assert {results[f"arguments-{number}"].verdict for number in range(3)} == {Verdict.FAIL}


def test_who_was_mute_by_accident_is_asked_for_everything(tmp_path: Path) -> None:
    counter = tmp_path / "starts"
    counter.touch()
    counts = f"open({str(counter)!r}, 'a').write('.'); import os; late = os.stat({str(counter)!r}).st_size > 3"
    program = f"{counts}\nif not late: import time; time.sleep(100)\n{ANSWERS}"
    results = verdicts(program, Settings(patience=0.3))
    assert results["six-0"].verdict is Verdict.PASS
    assert results["two-1"].verdict in (Verdict.UNSTEADY, Verdict.PASS)


def test_what_the_machine_lacks_is_no_silence_of_the_program() -> None:
    lacking = Result(scenario="one", verdict=Verdict.NOT_REACHED, blames_program=False)
    assert not is_mute(lacking)
    assert is_mute(Result(scenario="one", verdict=Verdict.NOT_REACHED))


def test_a_program_that_floods_is_read_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_module, "MOST_OUTPUT", 1 << 20)

    async def read() -> tuple[int, list[str]]:
        exchange = Exchange()
        async with Pace(0.2) as pace:
            floods = Subject((sys.executable, "-c", "while True: print('x' * 10000)"))
            program = await start(floods.command, floods, pace, exchange)
            try:
                while not any("MiB" in entry.text for entry in exchange.entries()):  # however long it takes to start
                    await asyncio.sleep(0.01)
                with pytest.raises(Fault) as fault:
                    await program.printed("y", Phrase("y"))
                assert fault.value.kind is FaultKind.REPORT
                return len(program.stdout), [entry.text for entry in exchange.entries()]
            finally:
                await program.end()

    size, notes = asyncio.run(read())
    assert size < 2 << 20
    assert "the program has printed 1 MiB: the checker reads no more of it" in notes


def test_of_a_flood_of_lines_a_megabyte_is_read() -> None:
    async def read() -> tuple[bool, str]:
        async with Pace(1.0) as pace:
            peer = Peer("N", b"\n", pace, Exchange())
            stopped: list[bool] = []
            peer.stop_reading = lambda: stopped.append(True)  # type: ignore[method-assign]
            peer.data_received(b"x" * (MOST_WAITING_BYTES - 2) + b"\n")
            first = await peer.hear(phrase("a line"))
            peer.data_received(b"xx\n" + first.encode() + b"\n")
            assert not stopped
            peer.data_received(b"xx\nx")
            return bool(stopped), await peer.hear(phrase("a line"))

    assert asyncio.run(read()) == (True, "xx")


def test_an_answer_of_the_sandbox_that_nobody_waits_for_any_more_is_forgotten() -> None:
    async def gives_up() -> list[object]:
        told: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
        async with Pace(1.0) as pace:
            program = await start(["sleep", "100"], Subject(("sleep",)), pace, Exchange())
            ours, theirs = socket.socketpair()
            program._porter = ours
            waiting = asyncio.create_task(program.open_socket("127.0.0.1", 1))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            theirs.close()
            await program.end()
            await asyncio.sleep(0.1)
        del program, waiting
        gc.collect()
        return told

    assert asyncio.run(gives_up()) == []


def test_a_program_that_the_sandbox_does_not_have_is_told_as_such(tmp_path: Path) -> None:
    needs_sandbox()
    script = tmp_path / "program"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    tmp_path.chmod(0o755)
    topic = Topic("one")
    topic.add("answers", "A title.", answers, QUOTE)
    alone = Suite("suite", "A suite", "The document", "en", [topic], PipeStage, "stdio", "", ())
    subject = Subject((str(script),), sandbox=find_sandbox(MEMORY, True), cwd=str(tmp_path), own=(str(tmp_path),))
    (result,) = asyncio.run(check(alone, alone.scenarios(), subject, QUICK, lambda _: None))
    assert (str(result.came), result.cause) == ("it ended: exit code 127", NOT_INSIDE)
