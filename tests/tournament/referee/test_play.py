"""The referee's clock, its words and its transcript, with small programs in shell."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from stolik.tournament.plan.assignment import Assignment, Result, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.referee.play import play
from stolik.tournament.sandbox.stderr import KEPT_STDERR, Notes

# Black has one move, then White one, then Black none.
SETUP = "c |c|b|"
TERMS = Terms(move_time=0.3, start_time=2.0, sandbox=False)


def game(black: str, white: str, folder: Path, terms: Terms = TERMS, setup: str = SETUP) -> Result:
    """A game of two shell scripts; `read x` hears a line, `echo` says one."""
    seats = {}
    for seat, name, script in (("c", "Black", black), ("b", "White", white)):
        seats[seat] = Entrant(name, ("/bin/sh", "-c", script), str(folder))
    return play(Assignment(1, 1, "krazki", setup, seats, "seed", terms))


BLACK = "read x; echo 210 0; read x"
WHITE = "read x; echo 210 1; read x"


def test_a_game_is_played_by_the_rules_and_everyone_is_told(tmp_path: Path) -> None:
    result = game(BLACK, WHITE, tmp_path)
    assert (result.ending, result.winner, result.scores) == ("rules", "White", {"b": 1, "c": 0})
    assert (result.moves, result.movers) == (["0", "1"], ["c", "b"])
    assert len(result.times) == 2
    told = [(said.seat, said.way, said.text) for said in result.transcript]
    assert told == [
        ("c", "<", "200 c |c|b|"),
        ("c", ">", "210 0"),
        ("b", "<", "200 b ||b|"),
        ("b", ">", "210 1"),
        ("c", "<", "240"),
        ("b", "<", "230"),
    ]
    assert {conduct.exit for conduct in result.conduct.values()} == {"exit code 0"}


def test_a_slow_start_is_not_charged_to_the_first_move(tmp_path: Path) -> None:
    result = game("sleep 0.6; " + BLACK, WHITE, tmp_path)
    assert result.ending == "rules", result.reason
    assert result.times[0] < TERMS.move_time


def test_a_start_that_takes_too_long_is_overtime(tmp_path: Path) -> None:
    result = game("sleep 3; " + BLACK, WHITE, tmp_path, Terms(move_time=0.1, start_time=0.3, sandbox=False))
    assert (result.ending, result.winner) == ("overtime", "White")


def test_one_who_answers_late_is_told_by_how_much(tmp_path: Path) -> None:
    long = "c |c|c|b|b|"
    patient = "read x; echo 210 2; read x"
    result = game("read x; echo 210 0; read x; sleep 0.5; echo 210 1; read x", patient, tmp_path, setup=long)
    assert result.ending == "overtime"
    # Not by exactly how much: a busy machine adds to it.
    told = re.search(r"Black answered after ([0-9.]+) s, [0-9.]+ s too late: it had 0.3 s", result.reason)
    assert told, result.reason
    assert float(told[1]) > TERMS.move_time


def test_stderr_is_kept_beside_the_game(tmp_path: Path) -> None:
    result = game("echo thinking >&2; " + BLACK, WHITE, tmp_path)
    assert result.conduct["c"].stderr == "thinking\n"
    assert result.conduct["b"].stderr == ""


def test_of_a_long_stderr_the_beginning_and_the_end_are_kept() -> None:
    notes = Notes()
    for _ in range(100):
        notes.add(b"x" * 5000)
    notes.add(b"the end")
    text = notes.text()
    assert text.endswith("the end")
    assert f"{500_007 - KEPT_STDERR} bytes are left out" in text
    assert len(text) < KEPT_STDERR + 100


def test_a_program_that_is_no_program_loses_by_not_starting(tmp_path: Path) -> None:
    (tmp_path / "text").touch()
    seats = {"c": Entrant("Black", (str(tmp_path / "text"),), str(tmp_path)), "b": Entrant("White", builtin="random")}
    result = play(Assignment(1, 1, "krazki", SETUP, seats, "seed", TERMS))
    assert (result.ending, result.winner, result.by) == ("start", "White", "c")
    assert "could not be started" in result.reason


def test_two_who_cannot_be_started_both_lose(tmp_path: Path) -> None:
    missing = (str(tmp_path / "nothing"),)
    seats = {seat: Entrant(seat, missing, str(tmp_path)) for seat in "cb"}
    result = play(Assignment(1, 1, "krazki", SETUP, seats, "seed", TERMS))
    assert (result.ending, result.winner, result.winners) == ("start", None, ())


def test_a_network_client_that_never_connects_loses_by_not_starting(tmp_path: Path) -> None:
    seats = {
        "c": Entrant("Black", ("/bin/sh", "-c", "sleep 9"), str(tmp_path), network=True),
        "b": Entrant("White", builtin="random"),
    }
    result = play(Assignment(1, 1, "krazki", SETUP, seats, "seed", Terms(start_time=0.3, sandbox=False)))
    assert (result.ending, result.by) == ("start", "c")
    assert "did not connect" in result.reason


def test_nothing_stays_open(tmp_path: Path) -> None:
    game(BLACK, WHITE, tmp_path)
    before = os.listdir("/proc/self/fd")
    for script in (BLACK, "exit 3", "echo hello", "kill -9 $$"):
        game(script, WHITE, tmp_path)
    assert len(os.listdir("/proc/self/fd")) == len(before)


@pytest.mark.parametrize("name", ["perfect", "random"])
def test_our_own_players_need_no_program(name: str) -> None:
    seats = {seat: Entrant(seat, builtin=name) for seat in "bc"}
    one, again = (play(Assignment(1, 1, "krazki", "b |bcbc|cbcb|bb|c|", seats, "seed")) for _ in range(2))
    assert one.ending == "rules"
    assert one.moves == again.moves


def test_the_first_move_has_the_time_to_start_and_is_charged(tmp_path: Path) -> None:
    result = game("read x; sleep 0.6; echo 210 0; read x", WHITE, tmp_path)
    assert result.ending == "rules", result.reason
    assert result.times[0] > TERMS.move_time


def test_so_has_the_first_move_of_the_second_player(tmp_path: Path) -> None:
    result = game(BLACK, "read x; sleep 0.6; echo 210 1; read x", tmp_path)
    assert result.ending == "rules", result.reason
    assert result.times[1] > TERMS.move_time


def test_a_first_move_that_takes_longer_than_the_time_to_start_is_overtime(tmp_path: Path) -> None:
    terms = Terms(move_time=0.1, start_time=0.5, sandbox=False)
    result = game("read x; sleep 9; echo 210 0; read x", WHITE, tmp_path, terms)
    assert (result.ending, result.by, result.winner) == ("overtime", "c", "White")
    assert "0.5 s" in result.reason


def test_nobody_is_asked_before_both_have_started(tmp_path: Path) -> None:
    result = game(BLACK, "sleep 0.7; " + WHITE, tmp_path)
    assert result.ending == "rules", result.reason
    assert result.transcript[0].at > 0.6
    assert max(result.times) < TERMS.start_time


def test_one_that_never_waits_for_input_is_asked_when_its_time_to_start_is_over(tmp_path: Path) -> None:
    terms = Terms(move_time=0.1, start_time=0.3, sandbox=False)
    result = game("sleep 9", WHITE, tmp_path, terms)
    assert (result.ending, result.by) == ("overtime", "c")
    assert result.transcript[0].at >= 0.3


def test_a_first_move_counts_for_the_time_of_the_whole_game(tmp_path: Path) -> None:
    terms = Terms(move_time=0.1, start_time=5.0, game_time=0.4, sandbox=False)
    result = game("read x; sleep 9; echo 210 0; read x", WHITE, tmp_path, terms)
    assert (result.ending, result.by) == ("overtime", "c")
    assert "has used up its 0.4 s for the game" in result.reason
