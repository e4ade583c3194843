#!/usr/bin/env python3
"""A complete Krążki client in plain Python: it plays at random on standard input and output.

    python3 krazki_random.py

The server writes lines to our input and reads our answers from our output. Print nothing else there: notes for
yourself go to sys.stderr.
"""

from __future__ import annotations

import random
import sys

Move = tuple[int, str]


def moves(stacks: list[str], colour: str) -> list[Move]:
    """Every legal move: a stack's number, and what is left of it. One for each disc of our own colour."""
    return [
        (number, stack[:height])  # the disc at this height goes, with all that lies above it
        for number, stack in enumerate(stacks)
        for height, disc in enumerate(stack)  # discs are written from the bottom up
        if disc == colour
    ]


def choose(stacks: list[str], colour: str) -> Move:
    """Any legal move. This is where your own idea goes."""
    return random.choice(moves(stacks, colour))


def main() -> int:
    """Plays one game; returns 0 when the server has said how it ended."""
    colour = ""
    stacks: list[str] = []
    for line in sys.stdin:
        code, *words = line.split()
        if code == "200":  # the game begins: our colour (b or c) and the stacks, such as |cbbcb|bcc|
            colour = words[0]
            stacks = words[1].split("|")[1:-1]  # nothing between two bars is an empty stack
        elif code == "220":  # the opponent's move: a stack, and what is left of it; no second word: nothing is left
            stacks[int(words[0])] = words[1] if len(words) > 1 else ""
        else:  # 230 and above: the game is over
            return 0
        number, left = choose(stacks, colour)
        stacks[number] = left
        # Without the flush the answer would stay in our own buffer while our time runs out.
        print(f"210 {number} {left}".rstrip(), flush=True)
    return 1


if __name__ == "__main__":
    sys.exit(main())
