"""Krążki: the seed's example, what may not be played, the generator, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.contract import IllegalMove, NotationError
from stolik.games.krazki.rules import (
    BLACK,
    SEATS,
    WHITE,
    Move,
    Position,
    random_position,
    read_move,
    read_position,
    read_stacks,
    write_move,
    write_position,
    write_stacks,
)

EXAMPLE = Position(BLACK, ("cbbcb", "bcc"))


def test_the_seeds_example_is_played_to_the_letter() -> None:
    """„białe grają `0 cb`, czarne grają `0` […], białe grają `1` i czarne nie mają możliwości wykonania ruchu, więc
    przegrywają.”"""
    position = read_position("c |cbbcb|bcc|")
    assert position == EXAMPLE
    for seat, move, after in [
        ("c", "1 bc", "|cbbcb|bc|"),
        ("b", "0 cb", "|cb|bc|"),
        ("c", "0", "||bc|"),
        ("b", "1", "|||"),
    ]:
        assert position.turn == seat
        assert position.winners == ()
        position = position.play(read_move(move))
        assert write_stacks(position.stacks) == after
    assert position.turn is None
    assert position.winners == (WHITE,)
    assert position.scores == {WHITE: 1, BLACK: 0}


def test_the_seeds_description_of_a_game_is_read_and_written() -> None:
    text = "c |ccb|bcbc|bbbb|cbcccb|bbbccc|bcb|ccccb|bcbcbbccb|b|cbcbcccb|"
    assert len(read_position(text).stacks) == 10
    assert write_position(read_position(text)) == text


@pytest.mark.parametrize(
    ("text", "stacks"), [("||", ("",)), ("||b||", ("", "b", "")), ("|cbbcb|bcc|", ("cbbcb", "bcc"))]
)
def test_stacks_are_written_between_bars(text: str, stacks: tuple[str, ...]) -> None:
    assert read_stacks(text) == stacks
    assert write_stacks(stacks) == text


@pytest.mark.parametrize(
    "text", ["", "c", "c ", "c |", "c b|c|", "c |b|c", "x |b|", "|b|c|", "c  |b|", "c |B|", "c |b|\n"]
)
def test_what_is_not_a_position_is_quoted_in_the_refusal(text: str) -> None:
    with pytest.raises(NotationError) as error:
        read_position(text)
    assert str(error.value) == f"not a colour and stacks such as 'c |cbbcb|bcc|': {text!r}"


def test_every_stack_of_a_position_that_can_be_read_has_a_number_that_can_be_read() -> None:
    last = read_position(f"b |{999 * '|'}b|").moves()[-1]
    assert read_move(write_move(last)) == last == Move(999, "")
    with pytest.raises(NotationError, match="there are 1001 stacks, and 1000 is the most"):
        read_position(f"b |{1001 * 'b|'}")


@pytest.mark.parametrize(
    ("text", "move"),
    [("7 bbbccbcbcbccb", Move(7, "bbbccbcbcbccb")), ("7", Move(7, "")), ("7 ", Move(7, "")), ("0 c", Move(0, "c"))],
)
def test_a_move_is_a_stack_and_what_is_left_of_it(text: str, move: Move) -> None:
    assert read_move(text) == move
    assert write_move(move) == text.rstrip()


@pytest.mark.parametrize(
    "text", ["", " ", "b", "07", "-1", "+1", "7  b", " 7", "7 x", "7 B", "7 b ", "7\n", "1000", "٣"]
)
def test_what_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a stack's number"):
        read_move(text)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Move(2, ""), "there is no stack 2: stacks are numbered 0 to 1"),
        (Move(-1, ""), "there is no stack -1: stacks are numbered 0 to 1"),
        (Move(0, "cbbcb"), "'cbbcb' is not what can be left of stack 0, 'cbbcb'"),
        (Move(0, "cbbcbb"), "'cbbcbb' is not what can be left of stack 0, 'cbbcb'"),
        (Move(0, "b"), "'b' is not what can be left of stack 0, 'cbbcb'"),
        (Move(0, "c"), "the lowest disc taken must be your own (c), and it is b"),
    ],
)
def test_an_illegal_move_is_refused_for_its_own_reason(move: Move, reason: str) -> None:
    with pytest.raises(IllegalMove) as error:
        EXAMPLE.play(move)
    assert str(error.value) == reason


def test_an_emptied_stack_keeps_its_number_and_gives_no_more_moves() -> None:
    position = read_position("c |c|bc|").play(Move(0, ""))
    assert position == read_position("b ||bc|")
    assert position.moves() == [Move(1, "")]


@given(st.integers(0, 2**32))
def test_a_start_has_ten_stacks_of_up_to_thirty_discs_half_of_them_on_white(seed: int) -> None:
    start = random_position(Random(seed))
    assert start.mover == WHITE
    assert len(start.stacks) == 10
    assert all(1 <= len(stack) <= 30 for stack in start.stacks)
    assert sorted(stack[0] for stack in start.stacks) == 5 * [WHITE] + 5 * [BLACK]


def test_starts_use_every_height_from_one_to_thirty() -> None:
    assert {len(stack) for seed in range(100) for stack in random_position(Random(seed)).stacks} == set(range(1, 31))


def value(stack: str) -> Fraction:
    """What the stack is worth to white: ±1 a disc in the first run of one colour, then half as much each time."""
    worth, total = Fraction(1), Fraction(0)
    for disc in stack:
        if worth < 1 or disc != stack[0]:
            worth /= 2
        total += worth if disc == WHITE else -worth
    return total


def collections(discs: int, stacks: list[str]) -> Iterator[tuple[str, ...]]:
    """Every way to take some of the stacks, each as often as one likes, with so many discs at most."""
    yield ()
    for place, stack in enumerate(stacks):
        if len(stack) <= discs:
            for rest in collections(discs - len(stack), stacks[place:]):
                yield (stack, *rest)


@cache
def mover_wins(position: Position) -> bool:
    return any(not mover_wins(position.play(move)) for move in position.moves())


def test_the_mover_wins_exactly_when_the_sum_of_the_stacks_values_is_on_its_side() -> None:
    most = 8
    every_stack = ["".join(discs) for height in range(1, most + 1) for discs in product(SEATS, repeat=height)]
    positions = [Position(mover, stacks) for stacks in collections(most, every_stack) for mover in SEATS]
    assert len(positions) == 10_188
    for position in positions:
        worth = sum(map(value, position.stacks), Fraction(0))
        assert mover_wins(position) == ((worth if position.mover == WHITE else -worth) > 0), position
