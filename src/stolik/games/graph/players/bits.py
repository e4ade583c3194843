"""The basis of the graph game's kernels: sets of vertices as 64-bit words.

A kernel has an explicit signature, because a Python int would become a signed word and break the sets. Only modules
with kernels import this one, because it imports Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

MOST_KERNEL_VERTICES: Final = 64

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

NONE: Final = np.uint64(0)
ONE: Final = np.uint64(1)

F = TypeVar("F", bound=Callable[..., Any])


def family_stamp(folder: Path) -> bytes:
    """A hash of all modules in the folder of the kernels."""
    together = sha256()
    for module in sorted(folder.glob("*.py")):
        together.update(sha256(module.read_bytes()).digest())
    return together.digest()


_STAMP: Final = family_stamp(Path(__file__).parent)


def kernel(signature: str) -> Callable[[F], F]:
    """Compiles a function to machine code that runs without the GIL, and caches it on disk."""

    def compiled(function: F) -> F:
        dispatcher: Any = njit(nogil=True)(function)
        dispatcher.enable_caching()
        # Numba compiles called kernels into their caller, but its cache checks only the caller's own module. It has no
        # public way to say that other modules count too.
        dispatcher._cache._cache_file._source_stamp = _STAMP
        dispatcher.compile(signature)
        dispatcher.disable_compile()
        return cast(F, dispatcher)

    return compiled


def _word_instruction(name: str) -> Callable[..., Any]:
    """One of the processor's instructions from a word to a number."""

    def typed(context: Any, word: Any) -> Any:  # noqa: ANN401  Numba's own types have no stubs
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401  likewise
            return getattr(builder, name)(*arguments, *_EXTRA[name])

        return types.int64(types.uint64), generate

    return cast(Callable[..., Any], intrinsic(typed))


# LLVM asks whether the result for an empty set is undefined; it is 64.
_EXTRA: Final = {"ctpop": (), "cttz": (ir.Constant(ir.IntType(1), 0),)}

size = _word_instruction("ctpop")
"""How many vertices a set has."""

lowest = _word_instruction("cttz")
"""The lowest vertex of a set; 64 when it is empty."""


@kernel("int64(uint64)")
def number(word: np.uint64) -> int:
    """The word as a signed number, for arithmetic."""
    return int(word)


@kernel("uint64(int64)")
def only(vertex: int) -> np.uint64:
    """The set of one vertex."""
    return ONE << np.uint64(vertex)
