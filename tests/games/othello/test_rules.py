"""Othello: perft, passes, both ways to count, notation, and a naive board beside the bitboards."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik.contract import IllegalMove, NotationError, Seat
from stolik.games.othello.rules import (
    BLACK,
    SEATS,
    START,
    WHITE,
    Position,
    opponent,
    read_position,
    read_square,
    read_transcript,
    squares_in,
    write_position,
    write_square,
    write_transcript,
)


def after(transcript: str) -> Position:
    position = START
    for move in read_transcript(transcript):
        position = position.play(move)
    return position


def board(top_rows: str, mover: str) -> Position:
    """A position whose lower rows are empty."""
    return read_position(f"{top_rows.ljust(64, '-')} {mover}")


def perft(position: Position, next_: Seat, depth: int) -> int:
    """The leaves of the tree of games; a pass counts as a ply, and a finished game as a leaf."""
    if depth == 0 or position.turn is None:
        return 1
    if position.turn != next_:
        return perft(position, position.turn, depth - 1)
    return sum(perft(position.play(move), opponent(next_), depth - 1) for move in position.moves())


@pytest.mark.parametrize(("depth", "leaves"), [(1, 4), (2, 12), (3, 56), (4, 244), (5, 1396), (6, 8200), (7, 55092)])
def test_the_tree_of_games_has_the_known_number_of_leaves(depth: int, leaves: int) -> None:
    assert perft(START, BLACK, depth) == leaves


def test_black_begins_with_one_of_four_moves() -> None:
    assert START.turn == BLACK
    assert {write_square(move) for move in START.moves()} == {"d3", "c4", "f5", "e6"}


def test_a_player_without_a_move_passes_and_the_turn_stays() -> None:
    before = after("d3c3e6d2d1e1b2")
    assert before.turn == WHITE
    passed = before.play(read_square("c1"))
    assert passed.turn == WHITE
    assert passed == read_position("--OOO----X-O------XX-------XX------XX-------X------------------- X")


def test_a_wipe_out_ends_the_game_and_the_empty_squares_go_to_the_winner() -> None:
    over = after("e6f4e3f6g5d6e7f5c5")
    assert over.turn is None
    assert over.moves() == ()
    assert over.winners == (BLACK,)
    assert over.discs == {BLACK: 13, WHITE: 0}
    assert over.scores == {BLACK: 64, WHITE: 0}


def test_the_empty_squares_go_to_nobody_while_the_game_is_on_or_when_it_is_drawn() -> None:
    assert after("f5").scores == after("f5").discs == {BLACK: 4, WHITE: 1}
    assert after("f5").winners == (BLACK,)
    drawn = board("X-O", "X")
    assert drawn.turn is None
    assert drawn.winners == SEATS
    assert drawn.scores == drawn.discs == {BLACK: 1, WHITE: 1}


LINES = {"row": range(8), "column": range(0, 64, 8), "diagonal": range(0, 64, 9), "other diagonal": range(7, 63, 7)}


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_run_of_six_is_turned_from_edge_to_edge_in_every_direction(line: range, way: int) -> None:
    discs = dict(zip(line[::way], "XOOOOOO-", strict=True))
    position = read_position("".join(discs.get(square, "-") for square in range(64)) + " X")
    assert position.moves() == (line[::way][-1],)
    assert set(squares_in(position.play(line[::way][-1]).black)) == set(line)


@pytest.mark.parametrize(
    ("position", "square", "reason"),
    [
        (START, 27, "d4 is taken"),
        (START, 0, "a1 turns no disc"),
        (START, read_square("d6"), "d6 turns no disc"),
        (START, 64, "there is no square 64: squares are numbered 0 to 63"),
        (START, -1, "there is no square -1: squares are numbered 0 to 63"),
        (board("X-O", "X"), 1, "the game is over"),
    ],
)
def test_an_illegal_move_is_refused_for_its_own_reason(position: Position, square: int, reason: str) -> None:
    with pytest.raises(IllegalMove) as error:
        position.play(square)
    assert str(error.value) == reason


@pytest.mark.parametrize(
    ("text", "x", "y"), [("a1", 0, 0), ("h1", 7, 0), ("d4", 3, 3), ("F5", 5, 4), ("a8", 0, 7), ("h8", 7, 7)]
)
def test_a_square_is_a_column_from_the_left_and_a_row_from_the_top(text: str, x: int, y: int) -> None:
    assert read_square(text) == x + 8 * y
    assert write_square(x + 8 * y) == text.lower()


@pytest.mark.parametrize("text", ["", "a", "a0", "a9", "i1", "11", "1a", "a1 ", "a1\n", "PA", "a１"])
def test_what_is_not_a_square_is_quoted_in_the_refusal(text: str) -> None:
    with pytest.raises(NotationError) as error:
        read_square(text)
    assert str(error.value) == f"not a square from a1 to h8: {text!r}"


@given(st.lists(st.integers(0, 63)))
def test_a_transcript_is_read_back(moves: list[int]) -> None:
    assert read_transcript(write_transcript(moves)) == tuple(moves)


@pytest.mark.parametrize(("text", "reason"), [("f5d", "ends in 'd'"), ("f5x9", "not a square from a1 to h8: 'x9'")])
def test_a_transcript_that_is_not_all_squares_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        read_transcript(text)


FFO = [
    ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", BLACK, 20, ["a2"]),
    ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", BLACK, 22, ["h4"]),
    ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", BLACK, 22, ["g2"]),
    ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", WHITE, 23, ["g3", "c7"]),
    ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", WHITE, 23, ["d2", "b8"]),
    ("---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X", BLACK, 24, ["b2"]),
]
"""The endgame test positions 40 to 45: who moves, how many squares are empty, and the best moves."""


@pytest.mark.parametrize(("text", "turn", "empty", "best"), FFO, ids=range(40, 46))
def test_the_ffo_positions_are_read_and_written_by_rows_from_a1(
    text: str, turn: Seat, empty: int, best: list[str]
) -> None:
    position = read_position(text)
    assert write_position(position) == text
    assert position.turn == turn
    assert 64 - sum(position.discs.values()) == empty
    assert set(map(read_square, best)) <= set(position.moves())


def test_the_board_of_a_ggf_record_is_read() -> None:
    assert read_position("---------------------------O*------*O--------------------------- *") == START


def test_reading_a_board_passes_for_a_mover_who_cannot_move() -> None:
    assert board("XO", "O").turn == BLACK
    assert board("XO", "O") == board("xo", "x")


@pytest.mark.parametrize("text", ["", 64 * "-", f"{63 * '-'} X", f"{65 * '-'} X", f"{64 * '?'} X", f"{64 * '-'} -"])
def test_what_is_not_a_board_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a board of 64 characters"):
        read_position(text)


def naive_turned(cells: str, square: int, disc: str) -> set[int]:
    """The squares that a disc put on a square turns, found by walking over an array in the eight directions."""
    turned: set[int] = set()
    if cells[square] != "-":
        return turned
    for dx, dy in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]:
        x, y, run = square % 8 + dx, square // 8 + dy, set()
        while 0 <= x < 8 and 0 <= y < 8 and cells[x + 8 * y] not in ("-", disc):
            run.add(x + 8 * y)
            x, y = x + dx, y + dy
        if 0 <= x < 8 and 0 <= y < 8 and cells[x + 8 * y] == disc:
            turned |= run
    return turned


cells_strategy = st.text("XO-", min_size=64, max_size=64)


@given(cells_strategy | st.sampled_from([text[:64] for text, *_ in FFO]), st.sampled_from("XO"))
def test_moves_and_turned_discs_are_those_of_a_naive_board(cells: str, mover: str) -> None:
    position = read_position(f"{cells} {mover}")
    disc = "O" if position.turn == WHITE else "X"
    assert list(position.moves()) == [square for square in range(64) if naive_turned(cells, square, disc)]
    for square in position.moves():
        changed = {square} | naive_turned(cells, square, disc)
        naive = "".join(disc if at in changed else cell for at, cell in enumerate(cells))
        assert write_position(position.play(square))[:64] == naive


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_discs_never_share_a_square_and_each_move_adds_one(seed: int) -> None:
    rng = Random(seed)
    position = START
    while position.turn is not None:
        before = position
        position = before.play(rng.choice(before.moves()))
        assert not position.black & position.white
        assert sum(position.discs.values()) == sum(before.discs.values()) + 1
        assert len(squares_in(position.black)) == position.discs[BLACK]
