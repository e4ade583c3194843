"""Operations for the Othello kernels that Numba cannot express in Python, written for LLVM.

A board is an unsigned 64-bit word and a square a signed one. Numba turns a mixture of them into floats or signed words,
so every conversion from one to the other is one of these functions. The vectors are independent of the processor: LLVM
translates them to what the machine has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_I64: Final = ir.IntType(64)
_BIT: Final = ir.IntType(1)
_FOUR: Final = ir.VectorType(_I64, 4)
_EIGHT: Final = ir.VectorType(_I64, 8)
_MASK: Final = (1 << 64) - 1
_FILE_A: Final = 0x0101010101010101

_STEPS: Final = (1, 8, 9, 7)
"""How far a disc is from its neighbour, in the four directions towards h8; the other four go back."""

_INNER: Final = (0x7E7E7E7E7E7E7E7E, 0x00FFFFFFFFFFFF00, 0x007E7E7E7E7E7E00, 0x007E7E7E7E7E7E00)
"""Where a disc can be enclosed in each of those directions: never on the edge where the line ends."""


int64 = cast("Callable[[object], int]", types.int64)
uint64 = cast("Callable[[object], int]", types.uint64)
"""Numba's conversions, with types for mypy."""


def op(generator: Callable[..., Any]) -> Callable[..., int]:
    """A function for kernels to call, whose code is generated here."""
    return cast("Callable[..., int]", intrinsic(generator))


def _ray(square: int, column_step: int, row_step: int) -> int:
    """The squares that lie beyond this one in a direction."""
    column, row, ray = square % 8 + column_step, square // 8 + row_step, 0
    while 0 <= column < 8 and 0 <= row < 8:
        ray |= 1 << column + 8 * row
        column, row = column + column_step, row + row_step
    return ray


_AHEAD: Final = [[_ray(square, *step) for step in ((1, 0), (0, 1), (1, 1), (-1, 1))] for square in range(64)]
_BEHIND: Final = [[_ray(square, *step) for step in ((-1, 0), (0, -1), (-1, -1), (1, -1))] for square in range(64)]


def _vector(values: tuple[int, ...] | list[int]) -> Any:  # noqa: ANN401 - llvmlite has no types
    return ir.Constant(ir.VectorType(_I64, len(values)), [value & _MASK for value in values])


def _splat(builder: Any, word: Any, lanes: Any) -> Any:  # noqa: ANN401
    """A vector with the word in every lane."""
    one = builder.insert_element(ir.Constant(lanes, ir.Undefined), word, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), lanes.count), None)
    return builder.shuffle_vector(one, ir.Constant(lanes, ir.Undefined), zeros)


def _call(builder: Any, name: str, result: Any, *arguments: Any) -> Any:  # noqa: ANN401
    """A call of one of LLVM's own functions."""
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), arguments)


@op
def popcount(context: Any, board: Any) -> Any:  # noqa: ANN401
    """How many squares are in the set."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        return _call(builder, "llvm.ctpop.i64", _I64, args[0])

    return types.int64(types.uint64), generate


def count_zeros(builder: Any, word: Any) -> Any:  # noqa: ANN401
    """How many zeros come before the lowest one of a word that is not zero."""
    return _call(builder, "llvm.cttz.i64", _I64, word, ir.Constant(_BIT, 1))


@op
def first_square(context: Any, board: Any) -> Any:  # noqa: ANN401
    """The lowest square of a set that is not empty."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        return count_zeros(builder, args[0])

    return types.int64(types.uint64), generate


@op
def bit(context: Any, square: Any) -> Any:  # noqa: ANN401
    """The set of one square."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        return builder.shl(ir.Constant(_I64, 1), args[0])

    return types.uint64(types.int64), generate


@op
def as_signed(context: Any, word: Any) -> Any:  # noqa: ANN401
    """The same 64 bits as a signed number, for arithmetic."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        return args[0]

    return types.int64(types.uint64), generate


@op
def as_word(context: Any, number: Any) -> Any:  # noqa: ANN401
    """The same 64 bits as a set of squares."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        return args[0]

    return types.uint64(types.int64), generate


@op
def targets(context: Any, own: Any, other: Any) -> Any:  # noqa: ANN401
    """The empty squares where a disc of `own` would enclose some: all eight directions at once.

    A step back is a rotation by 64 minus the step. The squares that are rotated over the end are never inner squares,
    so they do no harm.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        steps = [*_STEPS, *(64 - step for step in _STEPS)]
        once, twice = _vector(steps), _vector([2 * step % 64 for step in steps])

        def turn(word: Any, by: Any) -> Any:  # noqa: ANN401
            return _call(builder, "llvm.fshl.v8i64", _EIGHT, word, word, by)

        mine = _splat(builder, args[0], _EIGHT)
        inner = builder.and_(_splat(builder, args[1], _EIGHT), _vector(_INNER + _INNER))
        run = builder.and_(turn(mine, once), inner)
        run = builder.or_(run, builder.and_(turn(run, once), inner))
        pairs = builder.and_(inner, turn(inner, once))
        run = builder.or_(run, builder.and_(turn(run, twice), pairs))
        run = builder.or_(run, builder.and_(turn(run, twice), pairs))
        found = _call(builder, "llvm.vector.reduce.or.v8i64", _I64, turn(run, once))
        return builder.and_(found, builder.not_(builder.or_(args[0], args[1])))

    return types.uint64(types.uint64, types.uint64), generate


def _rays(builder: Any, name: str, rays: list[list[int]], square: Any) -> Any:  # noqa: ANN401
    """The square's rays in four directions, from a table in the code."""
    table = ir.Constant(ir.ArrayType(_FOUR, 64), [_vector(four) for four in rays])
    place = cgutils.global_constant(builder, name, table)
    place.align = 32
    return builder.load(builder.gep(place, [ir.Constant(_I64, 0), square], inbounds=True))


@op
def flips(context: Any, own: Any, other: Any, square: Any) -> Any:  # noqa: ANN401
    """The discs of `other` that a disc of `own` on the empty square would flip.

    Ahead, adding one makes a carry run through discs of `other` to the first square that is not theirs; behind,
    counting leading zeros finds it. The discs between are flipped if that square is `own`.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        mine, theirs = (_splat(builder, board, _FOUR) for board in args[:2])
        one, none = _vector([1] * 4), _vector([0] * 4)

        ray = _rays(builder, "othello_ahead", _AHEAD, args[2])
        reached = builder.add(builder.or_(theirs, builder.not_(ray)), one)
        end = builder.and_(builder.and_(reached, ray), mine)
        closed = builder.sext(builder.icmp_unsigned("!=", end, none), _FOUR)
        ahead = builder.and_(builder.add(end, closed), ray)

        ray = _rays(builder, "othello_behind", _BEHIND, args[2])
        stops = builder.or_(builder.and_(builder.not_(theirs), ray), one)
        zeros = _call(builder, "llvm.ctlz.v4i64", _FOUR, stops, ir.Constant(_BIT, 1))
        reached = builder.lshr(_vector([1 << 63] * 4), zeros)
        end = builder.and_(builder.and_(reached, ray), mine)
        behind = builder.and_(builder.shl(builder.sub(none, end), one), ray)

        return _call(builder, "llvm.vector.reduce.or.v4i64", _I64, builder.or_(ahead, behind))

    return types.uint64(types.uint64, types.uint64, types.int64), generate


def _line_flips(at: int, own: int) -> int:
    """How many discs a disc at this place of a full line of eight flips; `own` are the player's discs."""
    before, beyond = [k for k in range(at) if own >> k & 1], [k for k in range(at + 1, 8) if own >> k & 1]
    return (at - 1 - before[-1] if before else 0) + (beyond[0] - at - 1 if beyond else 0)


_LINE_FLIPS: Final = [_line_flips(at, own) for at in range(8) for own in range(256)]
_DIAGONALS: Final = [
    [_AHEAD[square][way] | 1 << square | _BEHIND[square][way] for way in (2, 3)] for square in range(64)
]


def _pick(builder: Any, name: str, table: Any, at: Any) -> Any:  # noqa: ANN401
    """One element of a table in the code."""
    place = cgutils.global_constant(builder, name, table)
    return builder.load(builder.gep(place, [ir.Constant(_I64, 0), at], inbounds=True))


@op
def count_last(context: Any, own: Any, square: Any) -> Any:  # noqa: ANN401
    """How many discs a disc on the only empty square would flip; all discs that are not `own` are the opponent's.

    Each of the four lines is gathered into eight bits and looked up in a table.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        own, square = args

        def number(value: int) -> Any:  # noqa: ANN401
            return ir.Constant(_I64, value)

        def fold(line: Any, by: int) -> Any:  # noqa: ANN401
            return builder.lshr(builder.mul(line, number(by)), number(56))

        def look_up(at: Any, line: Any) -> Any:  # noqa: ANN401
            place = builder.or_(builder.shl(at, number(8)), line)
            return builder.zext(_pick(builder, "othello_lines", lines, place), _I64)

        eight = ir.IntType(8)
        lines = ir.Constant(ir.ArrayType(eight, 2048), bytearray(_LINE_FLIPS))
        column, row = builder.and_(square, number(7)), builder.lshr(square, number(3))
        across = builder.and_(builder.lshr(own, builder.and_(square, number(56))), number(255))
        down = fold(builder.and_(builder.lshr(own, column), number(_FILE_A)), 0x0102040810204080)
        total = builder.add(look_up(column, across), look_up(row, down))
        for way, name in enumerate(("othello_falling", "othello_rising")):
            masks = ir.Constant(ir.ArrayType(_I64, 64), [pair[way] for pair in _DIAGONALS])
            diagonal = builder.and_(own, _pick(builder, name, masks, square))
            total = builder.add(total, look_up(column, fold(diagonal, _FILE_A)))
        return total

    return types.int64(types.uint64, types.int64), generate


def _at(builder: Any, address: Any, width: int) -> Any:  # noqa: ANN401
    return builder.inttoptr(address, ir.IntType(width).as_pointer())


@op
def load(context: Any, address: Any) -> Any:  # noqa: ANN401
    """The word at an address. Numba's arrays cost seven arguments per call, too many for a recursive kernel."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        return builder.load(_at(builder, args[0], 64))

    return types.uint64(types.int64), generate


@op
def store(context: Any, address: Any, word: Any) -> Any:  # noqa: ANN401
    """Writes the word at the address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        builder.store(args[1], _at(builder, args[0], 64))
        return context.get_dummy_value()

    return types.void(types.int64, types.uint64), generate


@op
def load_byte(context: Any, address: Any) -> Any:  # noqa: ANN401
    """The unsigned 8-bit number at an address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        return builder.zext(builder.load(_at(builder, args[0], 8)), _I64)

    return types.int64(types.int64), generate


@op
def prefetch(context: Any, address: Any) -> Any:  # noqa: ANN401
    """Prefetches the cache line at an address that will be read soon."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ANN401
        int32 = ir.IntType(32)
        hints = [ir.Constant(int32, hint) for hint in (0, 3, 1)]
        _call(builder, "llvm.prefetch.p0", ir.VoidType(), _at(builder, args[0], 8), *hints)
        return context.get_dummy_value()

    return types.void(types.int64), generate
