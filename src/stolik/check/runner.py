"""Plays scenarios side by side and gives verdicts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from stolik.check import probing
from stolik.check.pace import Pace
from stolik.check.program import Subject
from stolik.check.scenario import Scenario, Suite
from stolik.check.stage import END_TIME, Stage
from stolik.check.verdicts import (
    Fault,
    FaultKind,
    NotReached,
    Phrase,
    Result,
    Verdict,
    is_bad,
    is_machines_fault,
    phrase,
)
from stolik.contract.check import in_one_line
from stolik.system import usable_cores

# Seconds, times the patience, after which a scenario is stopped, whatever it does.
LONGEST_SCENARIO: Final = 20
# Scenarios at once, for each core: most of them wait most of the time.
AT_ONCE_PER_CORE: Final = 6
# Scenarios that are played once more with few others beside them, times those at once. Where more fail, the program is
# the reason, and it would take minutes.
MOST_CAREFUL: Final = 2
# How often a scenario that fails on a busy machine is played beside our own program.
MOST_TRIALS: Final = 3

# What can fail because others use the processor: None stands for a scenario that was not reached.
TIMED: Final = (None, FaultKind.SILENT, FaultKind.EARLY, FaultKind.LATE, FaultKind.EXIT)
# Seconds after which a scenario on a busy machine is no proof: servers are told to wait a minute for silent clients.
OVERLONG: Final = 60.0

Finished = Callable[[Result], None]


@dataclass(frozen=True)
class Settings:
    """How scenarios are run."""

    patience: float = 5.0
    """Seconds without an answer after which a program is taken to be silent."""
    repeat: int = 1
    """How often each scenario is played."""
    at_once: int = 0
    """Scenarios side by side; 0: as many as this machine can."""
    confirm: bool = True
    """Whether a scenario that fails is played once more, with few others beside it: a fail must not be an accident."""


async def play(suite: Suite, scenario: Scenario, subject: Subject, pace: Pace) -> Result:
    """Plays one scenario once, or twice if the stage has learned from the first time what the document leaves open."""
    stage = suite.stage(subject, pace)
    result = await _play_on(stage, scenario, pace)
    if is_bad(result) and await stage.learns():
        return await _play_on(suite.stage(subject, pace), scenario, pace)
    return result


async def _play_on(stage: Stage, scenario: Scenario, pace: Pace) -> Result:
    longest = LONGEST_SCENARIO * pace.patience
    was_busy = pace.measure()
    task = asyncio.ensure_future(_to_result(scenario, stage))
    wait = stage.pace.wait(longest)
    try:
        while not task.done() and not await wait.is_over():
            await asyncio.wait([task], timeout=max(0.0, wait.left))
        if task.done():
            return _changed(task.result(), busy=was_busy())
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        fault = Fault(FaultKind.LATE, Phrase("an end of the scenario"), phrase("none in {n} s", n=round(longest)))
        return _failed(scenario, stage, fault)
    finally:
        task.cancel()
        await stage.strike()


async def _to_result(scenario: Scenario, stage: Stage) -> Result:
    try:
        await scenario.script(stage)
        await asyncio.sleep(0)
        stage.raise_crash()
    except Fault as fault:
        if fault.kind is FaultKind.CLOSED:
            # A connection is closed a moment before the system tells of the crash that closed it.
            await stage.until(stage.all_ended, END_TIME)
            fault = stage.ended_badly(fault) if FaultKind.EXIT in scenario.causes else fault
        return _failed(scenario, stage, fault)
    except NotReached as error:
        return _result(
            scenario, stage, Verdict.NOT_REACHED, remarks=(error.why,), blames_program=error.program, full=error.program
        )
    except Exception as error:  # a mistake in one scenario must not cost the verdicts of all others
        why = phrase("the scenario itself has a fault: {why}", why=in_one_line(error))
        return _result(scenario, stage, Verdict.NOT_REACHED, remarks=(why,), full=True)
    verdicts = [verdict for verdict, _ in stage.remarks]
    verdict = next((one for one in (Verdict.ADVICE, Verdict.ALLOWED) if one in verdicts), Verdict.PASS)
    remarks = tuple(remark for _, remark in stage.remarks)
    return _result(scenario, stage, verdict, remarks=remarks, full=verdict is not Verdict.PASS)


def _failed(scenario: Scenario, stage: Stage, fault: Fault) -> Result:
    try:
        stage.raise_crash()
    except Fault as crash:
        fault = crash
    return _result(
        scenario,
        stage,
        Verdict.FAIL,
        kind=fault.kind,
        who=fault.who,
        expected=fault.expected,
        came=fault.came,
        cause=fault.cause or scenario.likely_cause(fault.kind),
        remarks=tuple(remark for _, remark in stage.remarks),
        full=True,
    )


def _result(scenario: Scenario, stage: Stage, verdict: Verdict, *, full: bool, **more: object) -> Result:
    """`full`: with the exchange, which nobody needs of a scenario that passed."""
    exchange = stage.exchange.entries() if full else ()
    seconds = round(stage.exchange.seconds, 3)
    stderr = stage.stderr if full else ""
    fields = {"scenario": scenario.name, "verdict": verdict, "seconds": seconds, "exchange": exchange, "stderr": stderr}
    signs = {"spoke": stage.exchange.spoke, "ended": stage.exchange.ended, "runaway": stage.is_runaway}
    return Result(**fields, **signs, **more)  # type: ignore[arg-type] # the fields of Result, by name


def merged(results: Sequence[Result]) -> Result:
    """One result for several runs of a scenario: unsteady when the verdicts differ."""
    worst = max(results, key=lambda result: _SEVERITY.index(result.verdict))
    verdicts = tuple(result.verdict for result in results)
    if len(results) == 1:
        return worst
    verdict = worst.verdict if len({*verdicts}) == 1 else Verdict.UNSTEADY
    return _changed(worst, verdict=verdict, runs=verdicts)


_SEVERITY: Final = (
    Verdict.PASS,
    Verdict.ALLOWED,
    Verdict.ADVICE,
    Verdict.NOT_REACHED,
    Verdict.UNSTEADY,
    Verdict.FAIL,
)


def _changed(result: Result, **fields: object) -> Result:
    from msgspec.structs import replace

    return replace(result, **fields)


async def check(
    suite: Suite, scenarios: Iterable[Scenario], subject: Subject, settings: Settings, finished: Finished
) -> tuple[Result, ...]:
    """Plays the scenarios; `finished` hears of each when its verdict is known. Returns them in the given order.

    The rest is left out when the program shows no sign of life in the first ones: see `probing`.
    """
    scenarios = list(scenarios)
    async with Pace(settings.patience) as pace:
        run = _Run(suite, subject, settings, pace, finished)
        left_out = await run.probe(scenarios)
        await run.play([scenario for scenario in scenarios if scenario not in left_out])
        await run.confirm()
    return tuple(run.results[scenario.name] for scenario in scenarios)


class _Run:
    """One run of the checker: the results so far, and how more of them come about."""

    def __init__(self, suite: Suite, subject: Subject, settings: Settings, pace: Pace, finished: Finished) -> None:
        self._suite, self._subject, self._settings, self._pace = suite, subject, settings, pace
        self._finished = finished
        self._at_once = settings.at_once or AT_ONCE_PER_CORE * usable_cores()
        self.results: dict[str, Result] = {}
        self._doubtful: list[Scenario] = []

    async def probe(self, scenarios: Sequence[Scenario]) -> list[Scenario]:
        """Plays one scenario of some topics; returns those that are left out, which have results then."""
        first = probing.probes(scenarios)
        mute: list[Scenario] = []
        for at in range(0, len(first) if len(first) < len(scenarios) else 0, probing.AT_ONCE):
            batch = first[at : at + probing.AT_ONCE]
            await self.play(batch)
            results = [self.results[scenario.name] for scenario in batch]
            if any(result.spoke and not result.runaway for result in results):
                return []
            mute += [scenario for scenario, result in zip(batch, results, strict=True) if probing.is_mute(result)]
            if len(mute) >= probing.MOST_MUTE:
                return await self._give_up(scenarios, mute)
        return []

    async def _give_up(self, scenarios: Sequence[Scenario], mute: Sequence[Scenario]) -> list[Scenario]:
        """Leaves out what a mute program cannot pass, if it is mute once more; returns that."""
        doubtful = [one for one in mute if one in self._doubtful]
        if doubtful:
            first = self.results[doubtful[0].name]
            again = await _confirmed(self._suite, doubtful[0], self._subject, self._pace, first)
            if not probing.is_mute(again):
                return []
            # They confirm one another.
            self._doubtful = [one for one in self._doubtful if one not in doubtful]
            for one in doubtful:
                self._finished(self.results[one.name])
        left_out = probing.left_out(scenarios, self.results)
        for one in left_out:
            self.results[one.name] = probing.not_tried(one, [self.results[known.name] for known in mute])
            self._finished(self.results[one.name])
        return left_out

    async def play(self, scenarios: Sequence[Scenario]) -> None:
        """Plays those that have no result yet, side by side."""
        left = [scenario for scenario in scenarios if scenario.name not in self.results]
        # Those that wait for timeouts take longest: they begin first.
        await _side_by_side(self._at_once, [partial(self._one, s) for s in sorted(left, key=lambda s: not s.slow)])

    async def _one(self, scenario: Scenario) -> None:
        times = range(self._settings.repeat)
        runs = [await play(self._suite, scenario, self._subject, self._pace) for _ in times]
        result = self.results[scenario.name] = merged(runs)
        if _is_doubtful(result, self._settings):
            self._doubtful.append(scenario)
        else:
            self._finished(result)

    async def confirm(self) -> None:
        """Plays what may have failed by accident once more."""
        few = len(self._doubtful) <= MOST_CAREFUL * self._at_once
        at_once = max(1, self._at_once // 3) if few else self._at_once
        await _side_by_side(at_once, [partial(self._confirm, s) for s in self._doubtful])

    async def _confirm(self, scenario: Scenario) -> None:
        first = self.results[scenario.name]
        result = await _confirmed(self._suite, scenario, self._subject, self._pace, first)
        self.results[scenario.name] = result
        self._finished(result)


async def _confirmed(suite: Suite, scenario: Scenario, subject: Subject, pace: Pace, first: Result) -> Result:
    """Plays a scenario that failed again; the verdict of both runs, or of those that were not disturbed by others.

    On a busy machine our own program plays the same scenario at the same time. Only if it passes, a fail counts.
    """
    again = await play(suite, scenario, subject, pace)
    if first.verdict is Verdict.ADVICE:
        return min(first, again, key=lambda result: _SEVERITY.index(result.verdict))
    if not is_bad(again):
        by_accident = first.busy and (first.kind in TIMED or first.seconds > OVERLONG)
        return again if by_accident else merged([first, again])
    if not again.busy:
        return merged([first, again])
    for _ in range(MOST_TRIALS):
        again, ours_passes = await _beside_ours(suite, scenario, subject, pace)
        if not is_bad(again):
            return again
        if ours_passes:
            return merged([first, again])
    why = Phrase("the machine is too busy: our own program fails here too")
    return _changed(again, verdict=Verdict.NOT_REACHED, remarks=(why,), blames_program=False)


async def _beside_ours(suite: Suite, scenario: Scenario, subject: Subject, pace: Pace) -> tuple[Result, bool]:
    """What comes of the scenario now, and whether our own program passes it at the same time."""
    if not suite.own:
        return await play(suite, scenario, subject, pace), True
    # A fault of the scenario itself shows with every program: then ours says nothing about the machine.
    again, ours = await asyncio.gather(
        play(suite, scenario, subject, pace), play(suite, scenario, Subject(suite.own), pace)
    )
    return again, not is_bad(ours) or not ours.busy


def _is_doubtful(result: Result, settings: Settings) -> bool:
    """Whether a scenario should be played once more before its verdict is told."""
    advice = result.verdict is Verdict.ADVICE and result.busy
    # What this machine cannot do, it cannot do a second time.
    bad = is_bad(result) and (result.busy or not is_machines_fault(result))
    return settings.confirm and settings.repeat == 1 and (bad or advice)


async def _side_by_side(at_once: int, jobs: Sequence[Callable[[], Awaitable[None]]]) -> None:
    room = asyncio.Semaphore(at_once)

    async def run(job: Callable[[], Awaitable[None]]) -> None:
        async with room:
            await job()

    async with asyncio.TaskGroup() as group:
        for job in jobs:
            group.create_task(run(job))
