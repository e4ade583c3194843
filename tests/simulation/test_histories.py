"""Random histories of the whole service in simulated time; a failure is printed as a seed and a short script.

What is played in each: games of people, wrong messages, disconnections; programs in the lobby, whose lines come in
pieces and late; a database that refuses, stalls, loses answers and commits, and whose clock is set; crashes of the
service, and rivals that take its store. What must hold: what was told is on disk, one service writes at a time, no
result is told that was not played, nobody is kept from the own seat, memory is bounded, and when the database works
again, everything that waited is written and play goes on.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from tests.support import simulated_histories
from tests.support.simulated import Broken
from tests.support.simulated_histories import draw, failure, main, run_history, run_seeds, shrink

from stolik.store.writing.writer import Writer

HISTORIES = 60
SOAK_SECONDS = 3600.0


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def test_every_history_keeps_what_was_told() -> None:
    run_seeds(iter(range(HISTORIES)))


@pytest.mark.soak
def test_an_hour_of_new_histories_keeps_what_was_told() -> None:
    first = random.Random().randrange(2**32)
    began, seed = time.monotonic(), first
    while time.monotonic() - began < SOAK_SECONDS:
        run_seeds(iter([seed]))
        seed += 1
    print(f"histories {first} to {seed}")


def test_a_commit_whose_answer_is_lost_is_not_made_again() -> None:
    """Found by the simulation: the log was folded while the receipt had to be looked for."""
    run_history([("open", "krazki", 2), ("lose", 1, 0), ("wait", 0.01)])


def test_an_entry_whose_answer_is_lost_is_not_made_again() -> None:
    """Found by the simulation: an error of the driver itself was taken for a wrong write."""
    run_history(
        [
            ("open", "krazki", 432),
            ("sit", 0, 1, 1),
            ("sit", 3, 0, 0),
            ("wait", 15.0),
            ("lose", 2, 1),
            ("play", 1, 26),
            ("wait", 15.0),
        ]
    )


def test_a_program_that_comes_back_is_told_of_no_game_that_is_not_on_disk() -> None:
    """Found by the simulation: the game would be gone after a crash."""
    run_history(
        [
            ("dial", 0),
            ("dial", 1),
            ("invite", 0, 1, 0),
            ("accept", 1, 0),
            ("fail", 3),
            ("hang_up", 1),
            ("wait", 5.0),
            ("dial", 1),
        ]
    )


@pytest.mark.fault(
    "the clock of the database is set back",
    sees="nothing",
    kept="everything; a dead service is still succeeded after 10 s",
)
def test_a_clock_of_the_database_that_is_set_back_locks_nobody_out() -> None:
    """Found by the simulation: the lease of a dead service ran out an hour later."""
    run_history([("shift", -3600.0), ("crash",)])


def test_a_fault_is_found_and_shrunk_to_a_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Writer, "_end_doubt", lambda writer: setattr(writer, "_in_doubt", None))
    seed = next(seed for seed in range(100) if failure(draw(seed)))
    with pytest.raises(Broken, match=f"seed {seed}: ") as broken:
        run_seeds(iter([seed]))
    assert "run_history([" in str(broken.value)
    shortest = shrink(draw(seed))
    assert len(shortest) <= 8
    assert failure(shortest)


def test_the_command_plays_as_many_histories_as_it_is_told_to() -> None:
    done = CliRunner().invoke(main, ["--histories", "3", "--seed", "5"])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("seeds 5 to 7\n3 histories, 0 failed, ")


def test_the_same_seed_gives_the_same_history() -> None:
    assert draw(7) == draw(7)
    assert {step[0] for seed in range(200) for step in draw(seed)} == simulated_histories._STEPS.keys()
