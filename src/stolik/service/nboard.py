"""An Othello program for NBoard and other boards that speak its protocol, over standard input and output."""

from __future__ import annotations

import time
from typing import Protocol, TextIO

from stolik.games.contract import IllegalMove, NotationError
from stolik.games.othello import START, Position
from stolik.wire.nboard import (
    Command,
    Go,
    Hint,
    Ping,
    PlayMove,
    SetDepth,
    SetGame,
    read_command,
    write_answer,
    write_hint,
    write_name,
    write_nodes,
    write_pong,
    write_status,
)

NAME = "Stolik"
DEFAULT_DEPTH = 12


class Found(Protocol):
    """What a search of a position says."""

    @property
    def move(self) -> int:
        """The best square."""

    @property
    def score(self) -> float:
        """The difference of discs that it leads to."""

    @property
    def exact(self) -> bool:
        """Whether that is certain."""

    @property
    def depth(self) -> int:
        """How many plies were looked ahead."""

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""


class Thinker(Protocol):
    """Whoever searches for us."""

    def think(self, view: Position, depth: int | None = None) -> Found:
        """The best move, looking so many plies ahead at most."""


def run_nboard(stdin: TextIO, stdout: TextIO, thinker: Thinker) -> None:
    """Answers the board's commands until it closes our input or says quit."""
    program = Program(thinker)
    for line in stdin:
        if line.strip() == "quit":
            return
        for answer in program.answer(line):
            stdout.write(answer + "\n")
        stdout.flush()


class Program:
    """The game that the board shows, and what we answer about it."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._position = START
        self._depth = DEFAULT_DEPTH

    def answer(self, line: str) -> list[str]:
        """The lines that answer this one; a line that makes no sense is answered with a status that says so."""
        if line.startswith("nboard"):
            return [write_name(NAME)]
        try:
            return self._obey(read_command(line))
        except (NotationError, IllegalMove) as error:
            return [write_status(f"cannot do {line.strip()!r}: {error}")]

    def _obey(self, command: Command) -> list[str]:
        match command:
            case SetGame(position):
                self._position = position
            case SetDepth(depth):
                self._depth = max(depth, 1)
            case PlayMove(square):
                # A pass is no move in our rules: the turn has already gone to the one who can move.
                self._position = self._position if square is None else self._position.play(square)
            case Ping(number):
                return [write_pong(number)]
            case Go():
                return self._go()
            case Hint():
                return self._hint()
        return []

    def _go(self) -> list[str]:
        if self._position.turn is None:
            return [write_answer(None, 0.0, 0.0)]
        found, seconds = self._think()
        return [
            write_answer(found.move, found.score, seconds),
            write_nodes(found.nodes, seconds),
            write_status(""),
        ]

    def _hint(self) -> list[str]:
        if self._position.turn is None:
            return [write_status("the game is over")]
        found, seconds = self._think()
        return [
            write_hint(found.move, found.score, found.depth, exact=found.exact),
            write_nodes(found.nodes, seconds),
            write_status(""),
        ]

    def _think(self) -> tuple[Found, float]:
        began = time.monotonic()
        found = self._thinker.think(self._position, self._depth)
        return found, time.monotonic() - began
