"""Signs of life: a program that shows none in several topics is not asked for the rest.

A program that hangs would cost its whole patience in every scenario: minutes, to learn one thing. One that forks or
sends without an end costs as much, so it counts as mute as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from stolik.check.scenario import Scenario
from stolik.check.verdicts import Result, Verdict, is_bad, is_machines_fault, phrase

# Topics in which the program is mute before the rest is left out.
MOST_MUTE: Final = 3
# Probes side by side: few, since a program that hangs may use a whole core in each.
AT_ONCE: Final = 3


def probes(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """One scenario of each topic: the first that does not wait for a timeout, if there is one."""
    found: dict[str, Scenario] = {}
    for scenario in scenarios:
        known = found.get(scenario.topic)
        if known is None or (known.slow and not scenario.slow):
            found[scenario.topic] = scenario
    return list(found.values())


def is_mute(result: Result) -> bool:
    """Whether the program fails, and has sent, closed and ended nothing, or has forked or sent without an end."""
    if not is_bad(result) or is_machines_fault(result):
        return False
    return result.runaway or not (result.spoke or result.ended)


def left_out(scenarios: Sequence[Scenario], results: Mapping[str, Result]) -> list[Scenario]:
    """What a mute program is not asked for: all that was not played, but for topics where it has done something."""
    played = [scenario for scenario in scenarios if scenario.name in results]
    known = {scenario.topic for scenario in played if not is_mute(results[scenario.name])}
    return [scenario for scenario in scenarios if scenario not in played and scenario.topic not in known]


def not_tried(scenario: Scenario, mute: Sequence[Result]) -> Result:
    """The result of a scenario that was left out, after these."""
    text = "the program did nothing at all in {n} other scenarios, so this one was not tried"
    if all(result.runaway for result in mute):
        text = "the program forks or sends without an end in {n} other scenarios, so this one was not tried"
    why = phrase(text, n=len(mute))
    return Result(scenario=scenario.name, verdict=Verdict.NOT_REACHED, remarks=(why,))
