"""Teaches a small network to value the cards of Kierki as the large one does, but quickly: for playouts.

    python -m training.kierki_tables > kierki_tables.h
    python -m training.kierki_instinct kierki_tables.h --teacher kierki.npz --out kierki_instinct.npz

It plays itself, and at each choice the large one says what it thinks of all the cards.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from training.kierki import DEVICE, KINDS, Deals, Network, Tensor, load, options_of, train

Array = np.ndarray[Any, Any]

LAYERS = (128, 32)
RATE, STRAY = 2e-3, 0.1
PLANES = 19
HAND, TABLE, NOT_DUCK, MAY, UNSEEN = 0, 6, 12, 15, 18
SEEN = (HAND, *range(TABLE, TABLE + 3), *range(NOT_DUCK, NOT_DUCK + 3), *range(MAY, MAY + 3), UNSEEN)
"""The planes of cards that it looks at."""
LEVEL = 0.2
"""How much the level of a position's values weighs against their differences, by which a card is chosen."""


class Instinct(Network):
    """A network that looks at less."""

    def __init__(self) -> None:
        super().__init__(LAYERS)
        sees = torch.ones(self.layers[0].in_features)
        for plane in set(range(PLANES)) - set(SEEN):
            sees[52 * plane : 52 * (plane + 1)] = 0
        self.register_buffer("sees", sees)

    def forward(self, sights: Tensor, kinds: Tensor) -> Tensor:
        """[position, card]: what is still to come, if that card is played."""
        return super().forward(sights * self.sees.to(sights.dtype), kinds)


class Lesson:
    """What the large network thinks of the small one's values."""

    def __init__(self, teacher: Network) -> None:
        self._teacher = teacher

    def __call__(self, net: Network, sights: Tensor, kinds: Tensor, *_: Tensor) -> Tensor:
        """How far the values of all playable cards are from the teacher's, in their differences above all."""
        legal = (sights[:, 52:104] > 0).float()
        with torch.no_grad():
            taught = self._teacher(sights, kinds)
        many = legal.sum(1)
        off = (net(sights, kinds) - taught) * legal
        level = off.sum(1) / many
        apart = (off - level[:, None] * legal).square().sum(1) / many
        return (apart + LEVEL * level.square()).mean()


def arrays(first: Array, biases: list[Array], second: Array, last: Array, last_bias: Array) -> dict[str, Array]:
    """The weights as stolik/players/kierki_instinct.py reads them.

    Those of the cards that a seat may have are turned round into those that it cannot, for they are fewer. The first
    layer is whole numbers, in units in which no sum of what can be seen at once is too large for 16 bits.
    """

    def planes(at: int, many: int = 1) -> Array:
        return first[52 * at : 52 * (at + many)].reshape(many, 52, -1)

    may, numbers = planes(MAY, 3), first[52 * PLANES :]
    unseen = planes(UNSEEN) + may.sum(0, keepdims=True)
    cards = np.concatenate([planes(HAND), unseen, planes(TABLE, 3), planes(NOT_DUCK, 3), -may])
    size = np.abs(cards)
    most = np.maximum(size[0], size[1] + size[5:].sum(0)).sum(0) + size[2:5].max(1).sum(0)
    most = np.maximum(most + 4 * np.abs(numbers[:72]).max(0), np.abs(numbers).max(0))
    units = most / np.iinfo(np.int16).max
    rows = np.concatenate([cards.reshape(-1, first.shape[1]), numbers])
    halves = {"first_bias": biases[0], "second": second, "second_bias": biases[1], "last": last, "last_bias": last_bias}
    return {
        "first": np.ascontiguousarray(np.round(rows / units)).astype(np.int16),
        "units": units.astype(np.float32),
        **{name: np.ascontiguousarray(value).astype(np.float16) for name, value in halves.items()},
    }


def save(net: Instinct, path: Path) -> None:
    """The network as it is played with."""
    held = {name: value.double().cpu().numpy() for name, value in net.state_dict().items()}
    written = arrays(
        held["layers.0.weight"].T * held["sees"][:, None],
        [held["biases.0"], held["biases.1"]],
        held["layers.1.weight"].T,
        held["last.weight"].reshape(KINDS, 52, -1),
        held["last.bias"].reshape(KINDS, 52),
    )
    np.savez_compressed(path, **written)  # type: ignore[arg-type]


def main() -> None:
    """The command."""
    parser = options_of(__doc__, 300, RATE)
    parser.add_argument("--teacher", type=Path, required=True, help="the large network, as training/kierki.py saved it")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    deals, lesson = Deals(options.tables), Lesson(load(options.teacher))
    save(train(deals, Instinct().to(DEVICE), lesson, options, STRAY), options.out)


if __name__ == "__main__":
    main()
