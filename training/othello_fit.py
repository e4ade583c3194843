"""Fits the weights of Othello's patterns to positions whose score is known: ridge regression, phase by phase.

The normal equations are far too many to write down, so they are solved by conjugate gradients, each step of which is one
pass over the positions. One thread and a fixed number of steps: the same positions give the same weights.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import int64
from numpy.typing import NDArray

from stolik.players.othello_bits import kernel
from stolik.players.othello_eval import pattern_states
from stolik.players.othello_intrinsics import popcount, targets
from stolik.players.othello_patterns import (
    COUNTS,
    DISC,
    LANES,
    PHASE_SQUARES,
    classes,
    counts_offset,
    lane_offsets,
    row_table,
)

STEPS = 40
"""Conjugate gradient steps: the error on positions left out stops falling well before."""

RIDGE = 12.0
"""As if each weight had been seen to be zero so many times: what keeps rare patterns modest."""

MARGIN = 3
"""A phase also learns from positions so many discs before and after it, which smooths the change to the next."""

LEFT_OUT = 50
"""One position in so many is kept back to measure the error."""

_FEATURES = len(lane_offsets()) + 3


@dataclass(frozen=True)
class Sample:
    """Positions from the mover's side and their scores."""

    own: NDArray[np.uint64]
    other: NDArray[np.uint64]
    score: NDArray[np.int8]

    def empties(self) -> NDArray[np.int64]:
        """How many squares are empty in each."""
        return 64 - np.bitwise_count(self.own | self.other).astype(np.int64)

    def where(self, chosen: NDArray[np.bool_]) -> Sample:
        """Those that are chosen."""
        return Sample(self.own[chosen], self.other[chosen], self.score[chosen])


def joined(samples: list[Sample]) -> Sample:
    """All of them. A position met twice counts twice: early ones are met often, and their scores differ."""
    return Sample(
        np.concatenate([sample.own for sample in samples]),
        np.concatenate([sample.other for sample in samples]),
        np.concatenate([sample.score for sample in samples]),
    )


@kernel("void(uint64[::1], uint64[::1], int64, int32[::1], int64[::1], int64, uint16[::1], int32[:, ::1])")
def _features(
    own: NDArray[np.uint64],
    other: NDArray[np.uint64],
    rows: int,
    class_of: NDArray[np.int32],
    offsets: NDArray[np.int64],
    counts: int,
    paper: NDArray[np.uint16],
    features: NDArray[np.int32],
) -> None:
    """[position, place]: the class of its weight; the last three are the counts'."""
    address = int64(paper.ctypes.data)
    lanes = len(offsets)
    for i in range(len(own)):
        pattern_states(rows, own[i], other[i], address)
        for lane in range(lanes):
            features[i, lane] = class_of[offsets[lane] + int64(paper[lane])]
        features[i, lanes] = class_of[counts + popcount(targets(own[i], other[i]))]
        features[i, lanes + 1] = class_of[counts + COUNTS + popcount(targets(other[i], own[i]))]
        features[i, lanes + 2] = class_of[counts + 2 * COUNTS + popcount(~(own[i] | other[i]))]


@kernel("void(int32[:, ::1], float64[::1], float64[::1])")
def _forward(features: NDArray[np.int32], weights: NDArray[np.float64], to: NDArray[np.float64]) -> None:
    for i in range(features.shape[0]):
        total = 0.0
        for j in range(features.shape[1]):
            total += weights[features[i, j]]
        to[i] = total


@kernel("void(int32[:, ::1], float64[::1], float64[::1])")
def _backward(features: NDArray[np.int32], errors: NDArray[np.float64], to: NDArray[np.float64]) -> None:
    to[:] = 0.0
    for i in range(features.shape[0]):
        for j in range(features.shape[1]):
            to[features[i, j]] += errors[i]


def features_of(sample: Sample) -> NDArray[np.int32]:
    """The classes of the weights that make up each position's evaluation."""
    features = np.empty((len(sample.own), _FEATURES), np.int32)
    offsets = np.array(lane_offsets(), np.int64)
    paper = np.zeros(LANES, np.uint16)
    rows = row_table().ctypes.data
    _features(sample.own, sample.other, rows, classes()[0], offsets, counts_offset(), paper, features)
    return features


def fit_phase(sample: Sample, phase: int, start: NDArray[np.float64]) -> tuple[NDArray[np.float64], str]:
    """The phase's weights by class, in parts of a disc, and a line that says how well they fit."""
    most = 60 - PHASE_SQUARES * phase
    empties = sample.empties()
    chosen = (empties <= most + MARGIN) & (empties > most - PHASE_SQUARES - MARGIN)
    held = np.arange(len(empties)) % LEFT_OUT == 0
    inside = (empties <= most) & (empties > most - PHASE_SQUARES)
    taught, asked = sample.where(chosen & ~held), sample.where(inside & held)
    weights = _solve(features_of(taught), taught.score.astype(np.float64) * DISC, start) if len(taught.own) else start
    guesses = np.empty(len(asked.own))
    _forward(features_of(asked), weights, guesses)
    scores = asked.score.astype(np.float64)
    error = np.sqrt(np.mean((guesses / DISC - scores) ** 2)) if len(scores) else 0.0
    plain = np.sqrt(np.mean(scores**2)) if len(scores) else 0.0
    return weights, f"phase {phase:2}: {len(taught.own):8} positions, error {error:.2f} discs of {plain:.2f}"


def _solve(
    features: NDArray[np.int32], scores: NDArray[np.float64], start: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Conjugate gradients, each weight scaled by how often it was seen."""
    weights, guesses, step_guesses = start.copy(), np.empty(len(scores)), np.empty(len(scores))
    gradient, seen = np.empty_like(start), np.empty_like(start)
    _backward(features, np.ones(len(scores)), seen)
    scale = 1.0 / (seen + RIDGE)
    _forward(features, weights, guesses)
    _backward(features, scores - guesses, gradient)
    gradient -= RIDGE * weights
    direction = scale * gradient
    slope = gradient @ direction
    change = np.empty_like(start)
    for _ in range(STEPS):
        if slope <= 0:
            break
        _forward(features, direction, step_guesses)
        _backward(features, step_guesses, change)
        change += RIDGE * direction
        length = slope / (direction @ change)
        weights += length * direction
        gradient -= length * change
        scaled = scale * gradient
        last, slope = slope, gradient @ scaled
        direction = scaled + slope / last * direction
    return weights
