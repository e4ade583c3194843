#!/usr/bin/env python3
"""An honest player of every game, and what a villain needs to look like one for a while.

It imports nothing of ours: a sandbox may hide the folder that we are installed from.

honest.py                   on pipes: Krążki or the graph game, as it is asked
honest.py HOST PORT SEAT    over the network: Kierki or Othello, as its seat is called
"""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Iterator
from itertools import product


class Codes:
    """Follows a game of Krążki or of the graph game line by line, whichever of the two it is."""

    END = b"\n"
    EARLY = "210 10 b"
    ILLEGAL = "210 99"

    def __init__(self, seat: str) -> None:
        self.asked = False
        self.colour = ""
        self.stacks: list[str] = []
        self.edges: list[set[str]] = []
        self.token = ""

    def greet(self) -> None:
        """Nobody has to."""

    def command(self, what: str) -> str:
        """A message that looks like a move."""
        return f"210 {what}".strip()

    def hear(self, line: str) -> None:
        """Takes in a line of the server."""
        code, *words = line.split()
        if code == "200" and words[0] in "bc":
            self.colour, self.stacks = words[0], words[1].split("|")[1:-1]
        elif code == "200":
            self.token = words[1]
            self.edges = [{u, v} for u, v in zip(words[3::2], words[4::2], strict=True)]
        elif code == "220":
            self.apply(words)
        else:
            sys.exit(0)
        self.asked = True

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
        self.asked = False
        return self.command(move)


class Kierki:
    """Follows a match of Kierki."""

    END = b"\r\n"
    EARLY = "TRICK12C"
    ILLEGAL = "TRICK12X"
    CARD = re.compile(r"(?:10|[2-9JQKA])[CDHS]")

    def __init__(self, seat: str) -> None:
        self.asked = False
        self.seat = seat
        self.hand: list[str] = []
        self.question = ""

    def greet(self) -> None:
        """Takes its seat."""
        say(f"IAM{self.seat}")

    def command(self, what: str) -> str:
        """A message that looks like a card."""
        return f"TRICK{what}"

    def hear(self, line: str) -> None:
        """Takes in a line of the server."""
        if line.startswith("DEAL"):
            self.hand = self.CARD.findall(line[6:])
        elif line.startswith("TAKEN"):
            self.hand = [card for card in self.hand if card not in self.CARD.findall(line)]
        elif line.startswith("TRICK"):
            self.asked, self.question = True, line[5:]

    def answer(self) -> str:
        """A legal answer."""
        number, cards = re.fullmatch(rf"(1[0-3]|[1-9])((?:{self.CARD.pattern})*)", self.question).groups()
        suit = self.CARD.findall(cards)[0][-1] if cards else ""
        self.asked = False
        return self.command(number + ([card for card in self.hand if card.endswith(suit)] or self.hand)[0])


class Othello:
    """Follows a game of Othello, from the lobby on."""

    END = b"\n"
    EARLY = ILLEGAL = "CMOV~0~0"

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.discs = {27: "white", 28: "black", 35: "black", 36: "white"}
        self.turn = "black"
        self.asked = False

    def greet(self) -> None:
        """Logs in."""
        say(f"CNAME~{self.seat}")

    def command(self, what: str) -> str:
        """A message that looks like a move."""
        return f"CMOV~{what}"

    def hear(self, line: str) -> None:
        """Takes in a line of the server; black invites, and white accepts."""
        word, *rest = line.split("~")
        if word == "SADDP" and self.seat == "black":
            say("CREQ~white")
        elif word == "SREQ":
            say(f"CRES~{rest[0]}~ACCEPT")
        elif word == "SSTARTG":
            self.asked = self.turn == self.seat
        elif word == "SMOV":
            self.play(int(rest[0]) + 8 * int(rest[1]))

    def turned(self, square: int, side: str) -> list[int]:
        """The discs that a move of that side would turn over; none: it may not be made."""
        turned: list[int] = []
        if square in self.discs:
            return turned
        for right, down in product((-1, 0, 1), repeat=2):
            x, y = square % 8 + right, square // 8 + down
            line = []
            while 0 <= x < 8 and 0 <= y < 8 and self.discs.get(x + 8 * y, side) != side:
                line.append(x + 8 * y)
                x, y = x + right, y + down
            if 0 <= x < 8 and 0 <= y < 8 and x + 8 * y in self.discs:
                turned += line
        return turned

    def moves(self, side: str) -> list[int]:
        """The squares where that side may move."""
        return [square for square in range(64) if self.turned(square, side)]

    def play(self, square: int) -> None:
        """A move was made; whoever cannot move after it passes."""
        self.discs |= dict.fromkeys([square, *self.turned(square, self.turn)], self.turn)
        other = "white" if self.turn == "black" else "black"
        if self.moves(other):
            self.turn = other
        elif not self.moves(self.turn):
            self.turn = ""
        self.asked = self.turn == self.seat

    def answer(self) -> str:
        """A legal answer, made."""
        square = self.moves(self.seat)[0]
        self.play(square)
        return self.command(f"{square % 8}~{square // 8}")


SEATS = {**dict.fromkeys("NESW", Kierki), "black": Othello, "white": Othello}
own_seat = sys.argv[3] if len(sys.argv) > 3 else ""
player: Codes | Kierki | Othello = SEATS.get(own_seat, Codes)(own_seat)


def say(what: str | bytes) -> None:
    """Writes a line."""
    left = (what.encode() if isinstance(what, str) else what) + player.END
    while left:
        left = left[os.write(1, left) :]


def come() -> None:
    """Comes to the table: over the network its connection takes the place of standard input and output."""
    if len(sys.argv) > 3:
        connection = socket.create_connection((sys.argv[1], int(sys.argv[2])))
        os.dup2(connection.fileno(), 0)
        os.dup2(connection.fileno(), 1)
        connection.close()
        player.greet()


def hear() -> None:
    """Takes in the next line; when there is none, the game is over."""
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    player.hear(line.rstrip("\r\n"))


def begin(moves: int = int(os.environ.get("VILLAIN_HONEST_MOVES", "0"))) -> None:
    """Comes, plays that many moves honestly, and hears the next question."""
    come()
    while True:
        while not player.asked:
            hear()
        if moves == 0:
            return
        say(player.answer())
        moves -= 1


def wait() -> None:
    """Hears everything, and says nothing more."""
    sys.stdin.read()


if __name__ == "__main__":
    begin(moves=-1)
