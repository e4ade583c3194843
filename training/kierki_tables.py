"""Writes the numbers that Kierki's rules and players have, as C: python -m training.kierki_tables > kierki_tables.h

The trainer reads the file. So it can run where nothing but PyTorch and CUDA's compiler is installed.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from stolik.games.kierki.players import estimate, heuristic, playout
from stolik.games.kierki.rules import CARD_POINTS, DEAL_POINTS, TRICK_POINTS


def array(name: str, values: NDArray[np.int64] | NDArray[np.float64]) -> str:
    """One table, as a definition in C."""
    kind = "double" if values.dtype == np.float64 else "long long"
    shape = "".join(f"[{size}]" for size in values.shape)
    return f"TABLE {kind} {name}{shape} = {_braces(values)};"


def _braces(values: NDArray[np.int64] | NDArray[np.float64]) -> str:
    if values.ndim == 0:
        return repr(values.item())
    return "{" + ",".join(map(_braces, values)) + "}"


def text() -> str:
    """All of them."""
    numbers = {name: getattr(heuristic, name) for name in ("LATER", "NEXT_ROUND", "LONG_CARD", "THROWN", "VOID")}
    numbers |= {"LOST_A_ROUND": heuristic.LOST_A_ROUND, "LEVELS": estimate.LEVELS}
    numbers |= {"AGREES": playout.AGREES[0], "STRAYS": playout.STRAYS[0]}
    tables = {
        "POINTS": np.array(CARD_POINTS, np.int64),
        "OWN_POINTS": np.array(TRICK_POINTS, np.int64),
        "DEAL_POINTS": np.array(DEAL_POINTS, np.int64),
        "LEVEL_COSTS": estimate._LEVEL_COSTS,
        "LEVEL_CARDS": estimate._LEVEL_CARDS,
        "LATER_TRICKS": estimate._LATER_TRICKS,
        "UNDER": estimate._UNDER,
        "NOT_HELD": estimate._NOT_HELD,
        "RAN_OUT": estimate._RAN_OUT,
        "SCALES": playout._SCALES,
    }
    head = [
        "#ifdef __CUDACC__",
        "#define TABLE __device__ static const",
        "#else",
        "#define TABLE static const",
        "#endif",
    ]
    defined = [f"#define {name} {value}" for name, value in numbers.items()]
    return "\n".join([*head, *defined, *(array(name, values) for name, values in tables.items())]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
