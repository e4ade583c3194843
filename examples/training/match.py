"""A network as a player, and what it scores against a built-in player."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from examples.training.network import TALLEST, Floats, Network

import stolik


class NetworkPlayer:
    """Makes the move after which the position is worth most to it."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def choose(self, position: Any) -> str:  # noqa: ANN401 - a position of the library
        """A move in the game's notation."""
        stacks: tuple[str, ...] = position.value.stacks
        moves = position.value.moves()
        before = self._network.worth(_discs([stacks[move.stack] for move in moves]))
        after = self._network.worth(_discs([move.left for move in moves]))
        gain = (after - before) * (1 if position.turn == "b" else -1)
        return position.rules.write_move(moves[int(gain.argmax())])  # type: ignore[no-any-return]


def _discs(stacks: list[str]) -> Floats:
    discs = np.zeros((len(stacks), TALLEST), dtype=np.float32)
    for row, stack in zip(discs, stacks, strict=True):
        row[: len(stack)] = [1 if disc == "b" else -1 for disc in stack]
    return discs


class Result(NamedTuple):
    """The share of games won, with the half-width of its 95 % interval."""

    games: int
    share: float
    margin: float

    def __str__(self) -> str:
        return f"{self.share:.1%} ± {self.margin:.1%} of {self.games} games"


def play_pairs(network: Network, opponent: str, pairs: int, seed: int) -> Result:
    """Pairs of games from the same start with the colours swapped: a start alone decides much, a pair is fair."""
    krazki, learned = stolik.game("krazki"), NetworkPlayer(network)
    won = np.zeros(pairs)
    for pair in range(pairs):
        for colour in krazki.seats:
            other = stolik.player("krazki", opponent, seed=f"{seed} {pair} {colour}")
            seated: dict[str, Any] = {seat: learned if seat == colour else other for seat in krazki.seats}
            won[pair] += colour in krazki.play_out(seated, seed=f"{seed} {pair}").winners
    shares = won / 2
    return Result(2 * pairs, float(shares.mean()), float(1.96 * shares.std(ddof=1) / np.sqrt(pairs)))
