"""What a position of Othello that is not yet decided is worth: the sum of its patterns' trained weights."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numpy.typing import NDArray

from stolik.players.othello_bits import kernel
from stolik.players.othello_intrinsics import as_signed, int64, load, op, popcount, targets
from stolik.players.othello_memory import ROWS, WEIGHTS
from stolik.players.othello_patterns import (
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

WORST: Final = 64 * DISC
"""No score is beyond it: all squares lost."""

_LARGEST: Final = 63 * DISC
"""The most that an estimate may say, short of a certainty."""

_OFFSETS: Final = lane_offsets()
_COUNTS_OFFSET: Final = counts_offset()
_PHASE_SIZE: Final = phase_size()
_I16: Final = ir.IntType(16)
_I32: Final = ir.IntType(32)
_I64: Final = ir.IntType(64)
_VECTOR: Final = ir.VectorType(_I16, 16)
_PARTS: Final = LANES // 16


def _read_board(builder: Any, rows: Any, board: Any) -> list[Any]:  # noqa: ANN401 - llvmlite has no types
    """The sum of the row table's vectors over the board's eight rows."""
    parts: list[Any] = []
    for row in range(8):
        bits = builder.and_(builder.lshr(board, ir.Constant(_I64, 8 * row)), ir.Constant(_I64, 255))
        line = builder.add(builder.mul(bits, ir.Constant(_I64, _PARTS)), ir.Constant(_I64, row * 256 * _PARTS))
        words = [
            builder.load(builder.gep(rows, [builder.add(line, ir.Constant(_I64, part))]), align=2)
            for part in range(_PARTS)
        ]
        parts = [builder.add(*both) for both in zip(parts, words, strict=True)] if parts else words
    return parts


@op
def pattern_states(context: Any, rows: Any, own: Any, other: Any, to: Any) -> Any:  # noqa: ANN401
    """Writes down the state of every place, in 16 bits each: one's own discs count once, the other's twice."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        rows = builder.inttoptr(args[0], _VECTOR.as_pointer())
        to = builder.inttoptr(args[3], _VECTOR.as_pointer())
        mine, theirs = _read_board(builder, rows, args[1]), _read_board(builder, rows, args[2])
        for part in range(_PARTS):
            state = builder.add(mine[part], builder.add(theirs[part], theirs[part]))
            builder.store(state, builder.gep(to, [ir.Constant(_I64, part)]), align=2)
        return context.get_dummy_value()

    return types.void(types.int64, types.uint64, types.uint64, types.int64), generate


@op
def _pattern_sum(context: Any, rows: Any, weights: Any, own: Any, other: Any) -> Any:  # noqa: ANN401
    """The sum of the weights of all places' states, from a phase's weights."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        rows = builder.inttoptr(args[0], _VECTOR.as_pointer())
        weights = builder.inttoptr(args[1], _I16.as_pointer())
        mine, theirs = _read_board(builder, rows, args[2]), _read_board(builder, rows, args[3])
        paper = cgutils.alloca_once(builder, ir.ArrayType(_VECTOR, _PARTS))
        vectors = builder.bitcast(paper, _VECTOR.as_pointer())
        for part in range(_PARTS):
            state = builder.add(mine[part], builder.add(theirs[part], theirs[part]))
            builder.store(state, builder.gep(vectors, [ir.Constant(_I64, part)]), align=2)
        states = builder.bitcast(paper, _I16.as_pointer())
        total = ir.Constant(_I32, 0)
        for lane, offset in enumerate(_OFFSETS):
            state = builder.zext(builder.load(builder.gep(states, [ir.Constant(_I64, lane)])), _I64)
            weight = builder.load(builder.gep(weights, [builder.add(state, ir.Constant(_I64, offset))]))
            total = builder.add(total, builder.sext(weight, _I32))
        return builder.sext(total, _I64)

    return types.int64(types.int64, types.int64, types.uint64, types.uint64), generate


@op
def _weight(context: Any, weights: Any, at: Any) -> Any:  # noqa: ANN401
    """One weight."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        place = builder.gep(builder.inttoptr(args[0], _I16.as_pointer()), [args[1]])
        return builder.sext(builder.load(place), _I64)

    return types.int64(types.int64, types.int64), generate


@kernel("int64(int64, uint64, uint64)")
def evaluate(memory: int, own: int, other: int) -> int:
    """How far ahead the one who moves is likely to end, in parts of a disc."""
    empties = popcount(~(own | other))
    phase = max(int64(0), min((int64(60) - empties) // int64(PHASE_SQUARES), int64(PHASES - 1)))
    weights = as_signed(load(memory + WEIGHTS)) + phase * int64(_PHASE_SIZE * 2)
    score = _pattern_sum(as_signed(load(memory + ROWS)), weights, own, other)
    score += _weight(weights, int64(_COUNTS_OFFSET) + popcount(targets(own, other)))
    score += _weight(weights, int64(_COUNTS_OFFSET + COUNTS) + popcount(targets(other, own)))
    score += _weight(weights, int64(_COUNTS_OFFSET + 2 * COUNTS) + empties)
    return max(min(score, int64(_LARGEST)), int64(-_LARGEST))


def expand(class_weights: NDArray[np.int16]) -> NDArray[np.int16]:
    """[phase, weight] from [phase, class]: every weight in its own place, as the kernels want them."""
    class_of, _ = classes()
    return np.ascontiguousarray(class_weights[:, class_of])


def trained_weights() -> NDArray[np.int16]:
    """The weights that come with the package; zeros where there are none."""
    file = files("stolik.players") / "data" / "othello.npz"
    if not file.is_file():
        return np.zeros((PHASES, phase_size()), np.int16)
    with file.open("rb") as opened, np.load(opened) as data:
        return expand(data["weights"])
