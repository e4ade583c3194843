"""`stolik play`: what it says of wrong arguments, and games through a pipe."""

from __future__ import annotations

import re
from random import Random

import pytest
from click.testing import CliRunner
from tests.support.programs import run

from stolik.cli.main import command
from stolik.contract import Seat
from stolik.games.kierki.cards import write_card
from stolik.games.othello.rules import START, write_square


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "no game is called 'chess'; there are "),
        (["othello", "--against", "nobody"], "no player of othello is called 'nobody'; there are random, easy"),
        (["othello", "--against", "random", "--you", "red"], "'red' is not a seat of othello: black or white"),
        (["othello", "--you", "black"], "'--you' needs '--against'"),
    ],
)
def test_a_wrong_argument_is_quoted(arguments: list[str], words: str) -> None:
    result = CliRunner().invoke(command, ["play", *arguments])
    assert result.exit_code == 2
    assert words in result.output


def some_game() -> list[str]:
    """The moves of a whole game."""
    rng, position, moves = Random(7), START, []
    while position.turn is not None:
        square = rng.choice(position.moves())
        moves.append(write_square(square))
        position = position.play(square)
    return moves


def test_two_people_play_to_the_end_at_one_screen() -> None:
    result = run("stolik", "play", "othello", input_="".join(f"{move}\n" for move in some_game()))
    assert (result.returncode, result.stderr) == (0, "")
    assert " wins: black " in result.stdout
    assert "\x1b" not in result.stdout


def test_the_input_that_ends_first_is_a_failure_and_quitting_is_not() -> None:
    assert run("stolik", "play", "othello", input_="f5\n").returncode == 1
    assert run("stolik", "play", "othello", input_="f5\nquit\n").returncode == 0


@pytest.mark.parametrize("you", ["black", "white"])
def test_a_game_against_a_bot_is_played_to_the_end_through_a_pipe(you: Seat) -> None:
    # Every square again and again: what cannot be played is refused in words, and the game goes on.
    squares = "".join(f"{write_square(square)}\n" for square in range(64))
    result = run("stolik", "play", "othello", "--against", "random", "--you", you, "--seed", "1", input_=squares * 60)
    assert result.returncode == 0
    assert "(random) plays " in result.stdout
    assert "Not played: a1 turns no disc." in result.stdout
    assert result.stdout.splitlines()[-4].split(" | ")[-1].startswith(("Black wins: ", "White wins: ", "A draw: "))


@pytest.mark.parametrize("game", ["krazki", "graph"])
def test_the_same_seed_draws_the_same_start(game: str) -> None:
    one, two = (run("stolik", "play", game, "--seed", "1", input_="quit\n").stdout for _ in range(2))
    assert one == two


def test_a_game_with_hidden_cards_is_played_to_the_end_against_bots() -> None:
    deck = "".join(f"{write_card(card)}\n" for card in range(52))
    result = run("stolik", "play", "kierki", "--against", "random", "--you", "E", "--seed", "1", input_=deck * 120)
    assert (result.returncode, result.stderr) == (0, "")
    assert "South (random) plays " in result.stdout
    assert "Your cards: " in result.stdout
    seat = "(North|East|South|West)"
    won = rf"^{seat}( and {seat})* wins?, with the fewest points: N \d+, E \d+, S \d+, W \d+\.$"
    assert re.search(won, result.stdout, re.MULTILINE)


def test_a_game_with_hidden_cards_is_played_against_bots_unless_others_are_named() -> None:
    result = run("stolik", "play", "kierki", "--seed", "1", input_="quit\n")
    assert result.returncode == 0
    assert result.stderr == "You play against bots (--against steady), because this game hides something.\n"
    assert "(steady) plays" in result.stdout or "Your cards: " in result.stdout
