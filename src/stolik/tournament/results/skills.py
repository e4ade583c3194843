"""Players' skills, updated game by game: openskill's Plackett-Luce, for two seats and for four."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from heapq import nsmallest
from statistics import fmean
from typing import Final, Generic, TypeVar

from openskill.models import PlackettLuce

K = TypeVar("K", bound=Hashable)

# 95 % of a normal distribution are within so many standard deviations of its mean.
_SPREAD: Final = 1.96


class Skills(Generic[K]):
    """Every player's skill, by the player's key."""

    def __init__(self, most: int | None = None) -> None:
        """`most` is how many players are kept: then those who have not played for longest are forgotten."""
        self._model = PlackettLuce()
        self._most = most
        self._of: dict[K, tuple[float, float]] = {}
        """The last to play last."""

    def play(self, points: Sequence[tuple[K, float]]) -> None:
        """Adds a game: who played, and the points of each seat. A player with several seats gets the mean."""
        teams = [[self._model.rating(*self._known(player))] for player, _ in points]
        after = self._model.rate(teams, scores=[got for _, got in points])
        found: dict[K, list[tuple[float, float]]] = {}
        for (player, _), (rating,) in zip(points, after, strict=True):
            found.setdefault(player, []).append((rating.mu, rating.sigma))
        for player, ratings in found.items():
            self.forget(player)
            self._of[player] = fmean(mu for mu, _ in ratings), fmean(sigma for _, sigma in ratings)
        while self._most is not None and len(self._of) > self._most:
            self.forget(next(iter(self._of)))

    def forget(self, player: K) -> None:
        """The player's next game is like a first one."""
        self._of.pop(player, None)

    def rating(self, player: K) -> float:
        """A player's estimated skill."""
        return self._known(player)[0]

    def interval(self, player: K) -> tuple[float, float]:
        """The 95 % interval of a player's skill, by the games so far."""
        mu, sigma = self._known(player)
        return mu - _SPREAD * sigma, mu + _SPREAD * sigma

    def best(self, most: int) -> list[K]:
        """The best players, by the lower end of their intervals."""
        return nsmallest(most, self._of, key=lambda player: -self.interval(player)[0])

    def _known(self, player: K) -> tuple[float, float]:
        known = self._of.get(player)
        if known is None:
            fresh = self._model.rating()
            known = fresh.mu, fresh.sigma
        return known
