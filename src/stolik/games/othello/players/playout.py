"""Plays fast random games of Othello."""

from __future__ import annotations

from typing import Final

from stolik.games.othello.players.bits import kernel
from stolik.games.othello.players.intrinsics import bit, first_square, flips, int64, popcount, targets, uint64

_NONE: Final = uint64(0)


@kernel("uint64(uint64)")
def _mixed(state: int) -> int:
    """A number that looks random, from a counter."""
    state = (state ^ state >> uint64(30)) * uint64(0xBF58476D1CE4E5B9)
    state = (state ^ state >> uint64(27)) * uint64(0x94D049BB133111EB)
    return state ^ state >> uint64(31)


@kernel("int64(uint64, uint64, uint64, int64)")
def play_out(own: int, other: int, seed: int, games: int) -> int:
    """Plays random games; returns wins minus losses of the player to move. The same seed gives the same games."""
    balance = int64(0)
    state = seed
    for _ in range(games):
        mine, theirs = own, other
        swapped = passed = False
        while True:
            open_ = targets(mine, theirs)
            if open_ == _NONE:
                if passed:
                    break
                passed = True
            else:
                passed = False
                state += uint64(0x9E3779B97F4A7C15)
                skip = int64((_mixed(state) >> uint64(32)) * uint64(popcount(open_)) >> uint64(32))
                for _ in range(skip):
                    open_ &= open_ - uint64(1)
                square = first_square(open_)
                turned = flips(mine, theirs, square)
                mine ^= turned | bit(square)
                theirs ^= turned
            mine, theirs = theirs, mine
            swapped = not swapped
        lead = popcount(mine) - popcount(theirs)
        if swapped:
            lead = -lead
        balance += int64(1) if lead > 0 else int64(-1) if lead < 0 else int64(0)
    return balance
