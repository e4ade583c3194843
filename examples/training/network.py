"""A small network that gives every stack of discs a number: what the stack is worth to white."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

TALLEST = 30
"""The most discs of a stack: a network's inputs are 1 for a white disc, -1 for a black one, 0 for none."""
HIDDEN = (64, 32)
# How Adam, the usual way of training, remembers gradients and their squares.
KEEP_GRADIENT, KEEP_SQUARE = 0.9, 0.999


class Network:
    """Layers of weights with tanh between them.

    No layer has a constant, so a stack with its colours swapped gets the same number with the opposite sign.
    """

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        sizes = (TALLEST, *HIDDEN, 1)
        self.weights: list[Floats] = [
            (rng.standard_normal((rows, columns)) / np.sqrt(rows)).astype(np.float32)
            for rows, columns in pairwise(sizes)
        ]
        self._gradients = [np.zeros_like(layer) for layer in self.weights]
        self._squares = [np.zeros_like(layer) for layer in self.weights]
        self._steps = 0

    def worth(self, discs: Floats) -> Floats:
        """[…, disc] to […]: what each stack is worth to white."""
        return self._layers(discs.reshape(-1, TALLEST))[-1].reshape(discs.shape[:-1])

    def _layers(self, discs: Floats) -> list[Floats]:
        """The input of every layer, then the output."""
        values = [discs]
        for layer in self.weights[:-1]:
            values.append(np.tanh(values[-1] @ layer))
        values.append(values[-1] @ self.weights[-1])
        return values

    def learn(self, discs: Floats, white_won: Floats, rate: float) -> float:
        """One step towards who won: `discs` are positions, [position, stack, disc]. Returns the loss before it.

        The network's chance that white wins is the logistic function of the sum of the stacks.
        """
        positions, stacks, _ = discs.shape
        values = self._layers(discs.reshape(-1, TALLEST))
        chance = 1 / (1 + np.exp(-values[-1].reshape(positions, stacks).sum(axis=1)))
        wrong = (chance - white_won) / positions
        self._descend(values, np.repeat(wrong, stacks)[:, None].astype(np.float32), rate)
        right = np.where(white_won > 0, chance, 1 - chance)
        return float(-np.log(np.maximum(right, 1e-6)).mean())

    def _descend(self, values: list[Floats], wrong: Floats, rate: float) -> None:
        """Changes every layer against its gradient, which is found from the last layer to the first."""
        self._steps += 1
        for place in reversed(range(len(self.weights))):
            gradient = values[place].T @ wrong
            wrong = (wrong @ self.weights[place].T) * (1 - values[place] ** 2)
            self._adam(place, gradient, rate)

    def _adam(self, place: int, gradient: Any, rate: float) -> None:  # noqa: ANN401 - an array
        mean, square = self._gradients[place], self._squares[place]
        mean += (1 - KEEP_GRADIENT) * (gradient - mean)
        square += (1 - KEEP_SQUARE) * (gradient**2 - square)
        unbiased = mean / (1 - KEEP_GRADIENT**self._steps)
        size = np.sqrt(square / (1 - KEEP_SQUARE**self._steps)) + 1e-8
        self.weights[place] -= np.float32(rate) * unbiased / size

    def save(self, path: Path) -> None:
        """Writes the weights to an .npz file."""
        np.savez(path, *self.weights)

    @classmethod
    def load(cls, path: Path) -> Network:
        """A network that `save` wrote; it can play, and goes on learning from there."""
        network = cls(seed=0)
        with np.load(path) as saved:
            network.weights = [saved[name] for name in saved.files]
        return network
