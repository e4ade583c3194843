"""The perfect player of Krążki, against brute force on every small position."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from stolik.games.krazki import GAME
from stolik.games.krazki.players.perfect import Perfect, value
from stolik.games.krazki.rules import SEATS, Position, opponent, read_position

UNIT = 1 << 30
DISCS = 10
HEIGHT = 5


def small_positions() -> Iterator[Position]:
    """Up to four short stacks, and one tall one, in every way and for both movers."""
    stacks = ["".join(discs) for height in range(1, HEIGHT + 1) for discs in product(SEATS, repeat=height)]
    for count in (1, 2, 3, 4):
        for some in combinations_with_replacement(stacks, count):
            if sum(map(len, some)) <= DISCS:
                yield from (Position(mover, some) for mover in SEATS)
    for height in range(HEIGHT + 1, DISCS + 1):
        for discs in product(SEATS, repeat=height):
            yield from (Position(mover, ("".join(discs),)) for mover in SEATS)


POSITIONS = [position for position in small_positions() if position.turn is not None]


@lru_cache(None)
def is_won(mover: str, stacks: tuple[str, ...]) -> bool:
    """Whether the mover wins with best play, by trying everything."""
    position = Position(mover, stacks)
    return any(not won(position.play(move)) for move in position.moves())


def won(position: Position) -> bool:
    return is_won(position.mover, tuple(sorted(stack for stack in position.stacks if stack)))


def test_the_mover_wins_if_and_only_if_the_position_is_worth_more_than_nothing() -> None:
    assert len(POSITIONS) > 20_000
    for position in POSITIONS:
        assert won(position) == (value(position, UNIT) > 0), position


def test_every_won_position_is_played_to_one_that_is_lost_for_the_opponent() -> None:
    player = Perfect()
    for position in POSITIONS:
        if won(position):
            assert not won(position.play(player.choose(position))), position


def test_a_lost_position_gives_away_as_little_as_can_be() -> None:
    player = Perfect()
    for position in POSITIONS:
        if not won(position):
            # The opponent moves next: what the position is then worth to the opponent is what was given away.
            least = min(value(position.play(move), UNIT) for move in position.moves())
            assert value(position.play(player.choose(position)), UNIT) == least, position


@pytest.mark.parametrize(
    ("stacks", "worth"),
    [
        ("|b|", 1),
        ("|bbb|", 3),
        ("|c|", -1),
        ("|bc|", Fraction(1, 2)),
        ("|bbcb|", Fraction(7, 4)),
        ("|cbbcb|", Fraction(-5, 16)),
        ("|bcc|", Fraction(1, 4)),
        ("||", 0),
    ],
)
def test_a_stack_has_the_value_that_the_theory_gives_it(stacks: str, worth: Fraction) -> None:
    assert Fraction(value(read_position(f"b {stacks}"), UNIT), UNIT) == worth
    assert Fraction(value(read_position(f"c {stacks}"), UNIT), UNIT) == -worth


def test_stacks_taller_than_any_of_the_contest_are_played_exactly() -> None:
    # The top disc of the tall stack is worth 1/2 ** 39, and everything else is dearer.
    tall = "b" + "cb" * 19 + "c"
    assert GAME.write_move(Perfect().choose(read_position(f"c |{tall}|c|"))) == f"0 {tall[:-1]}"


def test_a_won_contest_start_is_won_against_a_perfect_and_against_a_random_player() -> None:
    rng = Random(7)
    player = Perfect()
    for game in range(40):
        position = GAME.start(rng)
        winner = position.mover if value(position, UNIT) > 0 else opponent(position.mover)
        while position.turn is not None:
            careless = game % 2 and position.turn != winner
            position = position.play(rng.choice(position.moves()) if careless else player.choose(position))
        assert position.winners == (winner,)
