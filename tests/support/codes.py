"""Hosts of the code protocol as processes, and clients that are scripted line by line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.support.peer import Peer
from tests.support.programs import Server

NO_CLOCK = ("--move-time", "100")
"""A time for a move that no test lives to see."""


class CodeHost(Server):
    """A running `stolik host` on a free port."""

    def __init__(self, folder: Path, game: str, *arguments: str) -> None:
        super().__init__(folder, "stolik", "host", game, "--port", "0", *arguments)

    def pair(self) -> tuple[Peer, Peer]:
        """Two clients, the earlier one first, once the game has begun and the first was asked."""
        first, second = self.client(), self.client()
        self.question = first.hear()
        return first, second

    def client(self) -> Peer:
        """One more client."""
        return Peer(self.port, end="\n")


def expect_verdicts(first: Peer, first_code: str, second: Peer, second_code: str) -> None:
    """Each is told its code, and then nothing more."""
    for peer, code in ((first, first_code), (second, second_code)):
        peer.expect(code)
        peer.expect_end()


def play_out(first: Peer, second: Peer, sends: Sequence[Sequence[str]], receives: Sequence[Sequence[str]]) -> None:
    """Both say and hear exactly these lines, in turn; the first has not been asked yet."""
    peers = (first, second)
    for turn in range(len(sends[0])):
        for peer, said, heard in zip(peers, sends, receives, strict=True):
            if turn < len(said):
                peer.expect(heard[turn])
                peer.say(said[turn])
    for peer, said, heard in zip(peers, sends, receives, strict=True):
        peer.expect(*heard[len(said) :])
        peer.expect_end()
