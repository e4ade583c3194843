#!/usr/bin/env python3
"""An honest player of Krążki and of the graph game, and what a villain needs to look like one for a while."""

from __future__ import annotations

import sys
from collections.abc import Iterator


class Player:
    """Follows a game line by line, whichever of the two it is, and knows a legal answer."""

    def __init__(self) -> None:
        self.colour = ""
        self.stacks: list[str] = []
        self.edges: list[set[str]] = []
        self.token = ""

    def hear(self, line: str) -> bool:
        """Takes in a line of the server; False when the game is over."""
        code, *words = line.split()
        if code == "200" and words[0] in "bc":
            self.colour, self.stacks = words[0], words[1].split("|")[1:-1]
        elif code == "200":
            self.token = words[1]
            self.edges = [{u, v} for u, v in zip(words[3::2], words[4::2], strict=True)]
        elif code == "220":
            self.apply(words)
        else:
            return False
        return True

    def apply(self, words: list[str]) -> None:
        """A move was made."""
        if self.colour:
            self.stacks[int(words[0])] = words[1] if len(words) > 1 else ""
        else:
            self.edges.remove({self.token, words[0]})
            self.token = words[0]

    def moves(self) -> Iterator[str]:
        """Every legal move."""
        for number, stack in enumerate(self.stacks):
            for height, disc in enumerate(stack):
                if disc == self.colour:
                    yield f"{number} {stack[:height]}".strip()
        for edge in self.edges:
            if self.token in edge:
                yield next(iter(edge - {self.token}))

    def answer(self) -> str:
        """A legal answer, made."""
        move = list(self.moves())[-1]
        self.apply(move.split())
        return f"210 {move}"


def begin(moves: int = 0) -> Player:
    """Plays that many moves honestly, and hears the next question."""
    player = Player()
    for _ in range(moves):
        player.hear(input())
        print(player.answer(), flush=True)
    player.hear(input())
    return player


if __name__ == "__main__":
    honest = Player()
    for said in sys.stdin:
        if not honest.hear(said):
            break
        print(honest.answer(), flush=True)
