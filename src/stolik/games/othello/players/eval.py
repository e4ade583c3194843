"""The evaluation of an undecided position of Othello: the sum of its patterns' trained weights."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numpy.typing import NDArray

from stolik.games.othello.players.bits import kernel
from stolik.games.othello.players.intrinsics import count_zeros, int64, op, popcount, targets
from stolik.games.othello.players.memory import ROWS, SQUARES, WEIGHTS, load_signed
from stolik.games.othello.players.patterns import (
    BRIEF,
    COUNTS,
    DISC,
    LANES,
    PHASE_SQUARES,
    PHASES,
    classes,
    counts_offset,
    lane_offsets,
    phase_size,
)

_LARGEST: Final = 63 * DISC
"""The largest estimate: one disc less than the largest score."""

_OFFSETS: Final = lane_offsets()
_COUNTS_OFFSET: Final = counts_offset()
_PHASE_SIZE: Final = phase_size()
_I16: Final = ir.IntType(16)
_I32: Final = ir.IntType(32)
_I64: Final = ir.IntType(64)
_VECTOR: Final = ir.VectorType(_I16, 16)
_PARTS: Final = LANES // 16


def _read_board(builder: Any, rows: Any, board: Any, parts: int) -> list[Any]:  # noqa: ANN401 - llvmlite has no types
    """The sum of the row table's vectors over the board's eight rows."""
    total: list[Any] = []
    for row in range(8):
        bits = builder.and_(builder.lshr(board, ir.Constant(_I64, 8 * row)), ir.Constant(_I64, 255))
        line = builder.add(builder.mul(bits, ir.Constant(_I64, _PARTS)), ir.Constant(_I64, row * 256 * _PARTS))
        words = _load_states(builder, rows, line, parts)
        total = _add(builder, total, words) if total else words
    return total


def _load_states(builder: Any, vectors: Any, at: Any, parts: int) -> list[Any]:  # noqa: ANN401
    places = [builder.gep(vectors, [builder.add(at, ir.Constant(_I64, part))]) for part in range(parts)]
    return [builder.load(place, align=2) for place in places]


def _store_states(builder: Any, states: list[Any], vectors: Any) -> None:  # noqa: ANN401
    for part, state in enumerate(states):
        builder.store(state, builder.gep(vectors, [ir.Constant(_I64, part)]), align=2)


def _add(builder: Any, some: list[Any], more: list[Any]) -> list[Any]:  # noqa: ANN401
    return [builder.add(*both) for both in zip(some, more, strict=True)]


def _read_states(builder: Any, rows: Any, own: Any, other: Any, parts: int) -> list[Any]:  # noqa: ANN401
    """The state of every place, in 16 bits each: own discs count once, the opponent's twice."""
    rows = builder.inttoptr(rows, _VECTOR.as_pointer())
    theirs = _read_board(builder, rows, other, parts)
    return _add(builder, _read_board(builder, rows, own, parts), _add(builder, theirs, theirs))


def _sum_weights(builder: Any, weights: Any, states: list[Any], places: int) -> Any:  # noqa: ANN401
    """The sum of the weights of the places' states."""
    weights = builder.inttoptr(weights, _I16.as_pointer())
    paper = cgutils.alloca_once(builder, ir.ArrayType(_VECTOR, _PARTS))
    _store_states(builder, states, builder.bitcast(paper, _VECTOR.as_pointer()))
    numbers = builder.bitcast(paper, _I16.as_pointer())
    total = ir.Constant(_I32, 0)
    for lane, offset in enumerate(_OFFSETS[:places]):
        state = builder.zext(builder.load(builder.gep(numbers, [ir.Constant(_I64, lane)])), _I64)
        weight = builder.load(builder.gep(weights, [builder.add(state, ir.Constant(_I64, offset))]))
        total = builder.add(total, builder.sext(weight, _I32))
    return builder.sext(total, _I64)


def _turn_over(builder: Any, squares: Any, states: list[Any], square: Any, turned: Any) -> list[Any]:  # noqa: ANN401
    """The states after a move, for the opponent, from those before it: one more disc, and some flipped."""
    squares, parts = builder.inttoptr(squares, _VECTOR.as_pointer()), len(states)

    def disc(at: Any) -> list[Any]:  # noqa: ANN401
        return _load_states(builder, squares, builder.mul(at, ir.Constant(_I64, _PARTS)), parts)

    placed = disc(square)
    states = _add(builder, states, _add(builder, placed, placed))
    before, loop, after = builder.block, builder.append_basic_block("turn"), builder.append_basic_block("turned")
    # A move flips at least one disc, so the loop tests at its end.
    builder.branch(loop)
    builder.position_at_end(loop)
    rest, sums = builder.phi(_I64), [builder.phi(_VECTOR) for _ in states]
    at = count_zeros(builder, rest)
    more = _add(builder, sums, disc(at))
    left = builder.and_(rest, builder.sub(rest, ir.Constant(_I64, 1)))
    for phi, first, next_ in zip([rest, *sums], [turned, *states], [left, *more], strict=True):
        phi.add_incoming(first, before)
        phi.add_incoming(next_, loop)
    builder.cbranch(builder.icmp_unsigned("!=", left, ir.Constant(_I64, 0)), loop, after)
    builder.position_at_end(after)
    return more


def _noter(parts: int) -> Callable[..., int]:
    """Writes down the states of so many vectors of places."""

    def note(context: Any, rows: Any, own: Any, other: Any, to: Any) -> Any:  # noqa: ANN401
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
            states = _read_states(builder, args[0], args[1], args[2], parts)
            _store_states(builder, states, builder.inttoptr(args[3], _VECTOR.as_pointer()))
            return context.get_dummy_value()

        return types.void(types.int64, types.uint64, types.uint64, types.int64), generate

    return op(note)


def _summer_after(places: int) -> Callable[..., int]:
    """The sum of the weights of so many places after a move, from the states written down before it."""

    def total(context: Any, before: Any, squares: Any, weights: Any, square: Any, turned: Any) -> Any:  # noqa: ANN401
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
            before = builder.inttoptr(args[0], _VECTOR.as_pointer())
            states = _load_states(builder, before, ir.Constant(_I64, 0), (places + 15) // 16)
            return _sum_weights(builder, args[2], _turn_over(builder, args[1], states, *args[3:]), places)

        word = types.int64
        return types.int64(word, word, word, word, types.uint64), generate

    return op(total)


_note_all, _note_brief = _noter(_PARTS), _noter(BRIEF // 16)
_all_after, _brief_after = _summer_after(len(_OFFSETS)), _summer_after(BRIEF)


@op
def _sum_now(context: Any, rows: Any, weights: Any, own: Any, other: Any) -> Any:  # noqa: ANN401
    """The sum of the weights of all places' states, from a phase's weights."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        states = _read_states(builder, args[0], args[2], args[3], _PARTS)
        return _sum_weights(builder, args[1], states, len(_OFFSETS))

    return types.int64(types.int64, types.int64, types.uint64, types.uint64), generate


@op
def _weight(context: Any, weights: Any, at: Any) -> Any:  # noqa: ANN401
    """One weight."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        place = builder.gep(builder.inttoptr(args[0], _I16.as_pointer()), [args[1]])
        return builder.sext(builder.load(place), _I64)

    return types.int64(types.int64, types.int64), generate


@kernel("int64(int64, int64)")
def _phase_weights(memory: int, empties: int) -> int:
    phase = max(int64(0), min((int64(60) - empties) // int64(PHASE_SQUARES), int64(PHASES - 1)))
    return load_signed(memory + WEIGHTS) + phase * int64(_PHASE_SIZE * 2)


@kernel("int64(int64, int64, uint64, uint64, uint64, int64)")
def _with_counts(score: int, weights: int, own: int, other: int, moves: int, empties: int) -> int:
    score += _weight(weights, int64(_COUNTS_OFFSET) + popcount(moves))
    score += _weight(weights, int64(_COUNTS_OFFSET + COUNTS) + popcount(targets(other, own)))
    score += _weight(weights, int64(_COUNTS_OFFSET + 2 * COUNTS) + empties)
    return max(min(score, int64(_LARGEST)), int64(-_LARGEST))


@kernel("int64(int64, uint64, uint64)")
def evaluate(memory: int, own: int, other: int) -> int:
    """The expected final score for the player to move, in parts of a disc."""
    empties = popcount(~(own | other))
    weights = _phase_weights(memory, empties)
    score = _sum_now(load_signed(memory + ROWS), weights, own, other)
    return _with_counts(score, weights, own, other, targets(own, other), empties)


@kernel("void(int64, uint64, uint64, int64)")
def note_states(memory: int, own: int, other: int, to: int) -> None:
    """Writes the opponent's states before a move, for `evaluate_after`."""
    _note_all(load_signed(memory + ROWS), other, own, to)


@kernel("void(int64, uint64, uint64, int64)")
def note_brief_states(memory: int, own: int, other: int, to: int) -> None:
    """The same for `evaluate_briefly_after`."""
    _note_brief(load_signed(memory + ROWS), other, own, to)


@kernel("int64(int64, int64, uint64, int64, uint64, uint64, uint64)")
def evaluate_after(memory: int, before: int, turned: int, square: int, own: int, other: int, moves: int) -> int:
    """`evaluate` of the board after a move, when its legal moves are known: faster, because little has changed."""
    empties = popcount(~(own | other))
    weights = _phase_weights(memory, empties)
    score = _all_after(before, load_signed(memory + SQUARES), weights, square, turned)
    return _with_counts(score, weights, own, other, moves, empties)


@kernel("int64(int64, int64, uint64, int64, uint64, uint64, uint64)")
def evaluate_briefly_after(memory: int, before: int, turned: int, square: int, own: int, other: int, moves: int) -> int:
    """The same from the edge patterns and the number of moves alone: a poor estimate, but it sorts moves as well."""
    weights = _phase_weights(memory, popcount(~(own | other)))
    score = _brief_after(before, load_signed(memory + SQUARES), weights, square, turned)
    return score + _weight(weights, int64(_COUNTS_OFFSET) + popcount(moves))


def expand(class_weights: NDArray[np.int16]) -> NDArray[np.int16]:
    """[phase, weight] from [phase, class]: every weight in its own place, as the kernels need them."""
    class_of, _ = classes()
    return np.ascontiguousarray(class_weights[:, class_of])


@cache
def trained_weights() -> NDArray[np.int16]:
    """The weights of the package; zeros if there are none. They are read once."""
    file = files("stolik.games.othello.players") / "data" / "weights.npz"
    if not file.is_file():
        return np.zeros((PHASES, phase_size()), np.int16)
    with file.open("rb") as opened, np.load(opened) as data:
        weights = expand(data["weights"])
    weights.flags.writeable = False
    return weights
