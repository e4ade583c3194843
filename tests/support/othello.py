"""Othello positions for tests: met in play, however odd the play."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from stolik.games.othello.rules import BLACK, START, Position


def played(seed: int, plies: int) -> Position:
    """The position after so many random moves, or the last one in which somebody could still move."""
    rng, position = Random(seed), START
    for _ in range(plies):
        after = position.play(rng.choice(position.moves()))
        if after.turn is None:
            break
        position = after
    return position


def positions(least: int = 0, most: int = 60) -> st.SearchStrategy[Position]:
    """Positions in which somebody can move, after between so many random moves."""
    drawn = st.builds(played, st.integers(0, 2**32), st.integers(least, most))
    # A game may end early, with most of the board empty: whoever asks for late positions must not get that one.
    return drawn.filter(lambda position: empties(position) <= 60 - least)


def sides(position: Position) -> tuple[int, int]:
    """The discs of the one who moves, and the other's."""
    return (position.black, position.white) if position.turn == BLACK else (position.white, position.black)


def boards() -> st.SearchStrategy[tuple[int, int]]:
    """Any two sets of discs that do not overlap, whether play leads to them or not."""
    words = st.integers(0, 2**64 - 1)
    return st.tuples(words, words, words).map(lambda drawn: (drawn[0] & drawn[2], drawn[1] & ~drawn[0] & drawn[2]))


def empties(position: Position) -> int:
    """How many squares are empty."""
    return 64 - (position.black | position.white).bit_count()


def turned_board(board: int, way: int) -> int:
    """The board in one of its eight symmetries."""
    turned = 0
    for square in range(64):
        if board >> square & 1:
            column, row = square % 8, square // 8
            column = 7 - column if way & 1 else column
            row = 7 - row if way & 2 else row
            column, row = (row, column) if way & 4 else (column, row)
            turned |= 1 << column + 8 * row
    return turned


def best_score(position: Position) -> int:
    """The score that best play leads to for the one who moves, by trying everything."""
    assert position.turn is not None
    best = -64
    for move in position.moves():
        after = position.play(move)
        if after.turn is None:
            mine, theirs = (after.scores[seat] for seat in (position.turn, _other(position.turn)))
            score = mine - theirs
        else:
            score = best_score(after) if after.turn == position.turn else -best_score(after)
        best = max(best, score)
    return best


def _other(seat: str) -> str:
    return "white" if seat == "black" else "black"
