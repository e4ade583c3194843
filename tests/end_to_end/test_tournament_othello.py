"""Othello in tournaments: network clients that log in under their seats' names; black invites white."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.support import tournaments

from stolik.games.othello import GAME
from stolik.games.othello.rules import START
from stolik.tournament.plan.assignment import Assignment, Result, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.referee.play import play

CLIENT = Path(tournaments.__file__).parent / "othello_client.py"


def client(name: str, kind: str = "honest") -> Entrant:
    command = (sys.executable, str(CLIENT), "{host}", "{port}", "{seat}", kind)
    # It is made of our own rules, which a program sees only where the players file shows them.
    ours = tuple(path for path in (sys.prefix, *sys.path) if Path(path).is_dir())
    return Entrant(name, command, str(CLIENT.parent), own=(str(CLIENT.parent),), paths=ours)


def game(black: Entrant, white: Entrant) -> Result:
    seats = {"black": black, "white": white}
    return play(Assignment(1, 1, "othello", GAME.write(START), seats, "1", Terms(start_time=3.0, move_time=0.5)))


def test_two_programs_play_to_the_end() -> None:
    result = game(client("Ann"), client("Bob"))
    assert result.ending == "rules", result.reason
    assert len(result.moves) >= 50
    assert {said.text for said in result.transcript} >= {"CREQ~white", "SREQ~black", "SSTARTG~black"}


@pytest.mark.parametrize("seat", ["black", "white"])
def test_a_program_plays_one_of_our_own_players_from_either_seat(seat: str) -> None:
    house = Entrant("House", builtin="random")
    result = game(client("Ann"), house) if seat == "black" else game(house, client("Ann"))
    assert result.ending == "rules", result.reason


@pytest.mark.parametrize(
    ("kind", "ending", "words"),
    [
        ("hangs", "overtime", "gave no answer"),
        ("illegal", "foul", "sent away"),
        ("leaves", "gone", "left its table"),
        ("gives up", "foul", "given up"),
        ("wrong name", "foul", "log in as black"),
        ("never invites", "start", "did not invite white"),
    ],
)
def test_a_villain_loses_its_own_game_for_the_right_reason(kind: str, ending: str, words: str) -> None:
    result = game(client("villain", kind), Entrant("House", builtin="random"))
    assert (result.ending, result.winner, result.by) == (ending, "House", "black"), result.reason
    assert words in result.reason
