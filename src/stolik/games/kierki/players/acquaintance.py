"""Estimates from the finished deals of a match how each seat plays Kierki.

After a deal everyone knows which cards each seat had at each of its choices, so the plays show its way of playing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from stolik.games.kierki.players.belief import MEMO, credit
from stolik.games.kierki.players.estimate import PAPER
from stolik.games.kierki.players.kernels import Floats
from stolik.games.kierki.players.playout import MANNERS, WAYS
from stolik.games.kierki.players.seen import Plays
from stolik.games.kierki.rules import TRICKS, Finished

STRANGER: Final = np.array([0.03, 0.28, 0.28, 0.23, 0.1, 0.03, 0.05])
"""[way]: how likely an unknown player is to play in this way: random, duck, heuristic, sensible, or with slips."""
LEAST: Final = 1e-9
"""The least probability of every other way: another player may have taken the seat."""


def acquaintance(finished: Sequence[Finished]) -> Floats:
    """[seat, way]: how likely the seat is to play in this way, by all its plays in those deals."""
    logs = np.log(np.tile(STRANGER, (4, 1)))
    for deal in finished:
        if len(deal.tricks) == TRICKS:
            logs += _deal_logs(deal)
    likely = np.exp(logs - logs.max(axis=1, keepdims=True))
    likely = np.maximum(likely / likely.sum(axis=1, keepdims=True), LEAST)
    return likely / likely.sum(axis=1, keepdims=True)  # type: ignore[no-any-return]


@lru_cache(256)
def _deal_logs(deal: Finished) -> Floats:
    """[seat, way]: the logarithm of the likelihood of the seat's plays in a deal, if it plays in this way."""
    plays, paper, even = Plays(deal.kind, deal.tricks[0].leader, deal.tricks), np.zeros(PAPER), np.full(WAYS, 1 / WAYS)
    keys, memo, credits = np.zeros(MEMO, dtype=np.int64), np.zeros((MEMO, MANNERS)), np.zeros((4, WAYS))
    for seat in range(4):
        credit(plays.rows, plays.order, seat, 0, even, 0.0, keys, memo, paper, credits[seat])
    return np.log(np.maximum(credits, np.finfo(np.float64).tiny))
