"""A dry run: every program is started and asked for one move of a real game. It finds faults before a contest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from stolik.contract.registry import find_game
from stolik.tournament.lost_referees import not_played
from stolik.tournament.plan.assignment import Assignment, Ending, Result, Terms
from stolik.tournament.plan.causes import cause
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.tournament import draw_position
from stolik.tournament.runner import local_pool, play_here

# Most of the time of a dry run is spent on waiting for programs that hang, which costs no processor.
AT_ONCE: Final = 24
# Many programs start at the same time, so each has more time than in a game. One that is slow is tried again alone.
MORE_TIME: Final = 2.0


class Trial(Struct, frozen=True):
    """How one program did."""

    name: str
    ready: bool
    why: str = ""
    """What is wrong, if it is not ready."""
    seconds: float | None = None
    """How long its move took."""
    stderr: str = ""
    """What it wrote on stderr."""


def try_out(
    game: str, entrants: Sequence[Entrant], terms: Terms, seed: str, tried: Callable[[], None] = lambda: None
) -> list[Trial]:
    """Tries the programs among some players, in their order; `tried` is called after each."""
    programs = [entrant for entrant in entrants if entrant.builtin is None]
    patient = replace(terms, move_time=terms.move_time + MORE_TIME)
    found: dict[str, Trial] = {}
    for entrant, result in _played(game, programs, patient, seed, AT_ONCE):
        found[entrant.name] = _trial(entrant, result, terms)
        tried()
    slow = [entrant for entrant in programs if found[entrant.name].seconds and not found[entrant.name].ready]
    for entrant, result in _played(game, slow, patient, seed, 1):
        found[entrant.name] = _trial(entrant, result, terms)
    return [found[entrant.name] for entrant in programs]


def _played(
    game: str, entrants: Sequence[Entrant], terms: Terms, seed: str, at_once: int
) -> Iterator[tuple[Entrant, Result]]:
    """How each program did. If a referee is killed, those that were not over are tried again, one at a time."""
    left = {
        number: (entrant, _assignment(game, entrant, number, terms, seed)) for number, entrant in enumerate(entrants, 1)
    }
    if not left:
        return
    with suppress(BrokenProcessPool), local_pool(min(at_once, len(left))) as pool:
        futures = {pool.executor.submit(play_here, trial): number for number, (_, trial) in left.items()}
        for future in as_completed(futures):
            result = future.result()
            entrant, _ = left.pop(futures[future])
            yield entrant, result
    for entrant, trial in left.values():
        yield entrant, _played_alone(entrant, trial)


def _played_alone(entrant: Entrant, trial: Assignment) -> Result:
    try:
        with local_pool(1) as pool:
            return pool.executor.submit(play_here, trial).result()
    except BrokenProcessPool:
        return not_played(trial, Ending.ANNULLED, cause("referee.trial", name=entrant.name), None)


def _assignment(game: str, entrant: Entrant, number: int, terms: Terms, seed: str) -> Assignment:
    """A game that is stopped after the first move, which is the program's."""
    rules = find_game(game)
    position = draw_position(rules, Random(f"{seed}/{number}"))
    # A name that no program has: it is looked for in the result.
    seats = {seat: Entrant("", builtin="random") for seat in rules.seats}
    first = position.turn or rules.seats[0]
    return Assignment(number, 1, game, rules.write(position), {**seats, first: entrant}, seed, terms, most_moves=1)


def _trial(entrant: Entrant, result: Result, terms: Terms) -> Trial:
    seat = next(seat for seat, name in result.seats.items() if name == entrant.name)
    stderr = result.conduct[seat].stderr if seat in result.conduct else ""
    if seat not in result.movers:
        return Trial(entrant.name, False, result.reason, None, stderr)
    took = result.times[result.movers.index(seat)]
    if took > terms.move_time:
        why = f"{entrant.name} answered after {took:.3f} s, and has {terms.move_time:g} s for a move"
        return Trial(entrant.name, False, why, took, stderr)
    return Trial(entrant.name, True, "", took, stderr)
