"""The pings of the checker's clients: the answer to one must not be taken for the answer to the next."""

from __future__ import annotations

from collections import Counter
from typing import Final

from stolik.check.peers import Peer

PING: Final = "CPING"
PONG: Final = "SPONG"


class Pings:
    """How many pings each client has sent, and how many of them were answered, in that order."""

    def __init__(self) -> None:
        self._sent: Counter[Peer] = Counter()
        self._answered: Counter[Peer] = Counter()

    def note_sent(self, peer: Peer) -> int:
        """The client sends a ping; returns its number."""
        self._sent[peer] += 1
        return self._sent[peer]

    def note_came(self, peer: Peer, line: str) -> None:
        """The client has heard this line."""
        if line == PONG and self._answered[peer] < self._sent[peer]:
            self._answered[peer] += 1

    def answered(self, peer: Peer) -> int:
        """The number of the last ping that was answered."""
        return self._answered[peer]

    def note_lost(self, peer: Peer, number: int) -> None:
        """The pings up to this number are not answered any more."""
        self._sent[peer] -= max(0, number - self._answered[peer])
