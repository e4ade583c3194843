"""An Othello program for NBoard and other boards that speak its protocol, over standard input and output."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from queue import SimpleQueue
from threading import Thread
from typing import Final, Protocol, TextIO

from stolik.contract import IllegalMove, NotationError
from stolik.games.othello.nboard_wire import (
    Analyze,
    Command,
    Go,
    Hint,
    Learn,
    Ping,
    PlayMove,
    SetDepth,
    SetGame,
    has_to_pass,
    read_command,
    write_analysis,
    write_answer,
    write_hint,
    write_learned,
    write_name,
    write_nodes,
    write_pong,
    write_status,
)
from stolik.games.othello.rules import START, Position, opponent

NAME = "Stolik"
DEFAULT_DEPTH = 12
# The most nodes for one question: some tens of seconds.
MOST_NODES: Final = 300_000_000

_QUIT: Final = "quit"
# These commands change the board: a search of the old position is cancelled.
_INTERRUPTING: Final = ("ping", "move", "set game", _QUIT)


class Found(Protocol):
    """The result of a search."""

    @property
    def move(self) -> int:
        """The best square."""

    @property
    def score(self) -> float:
        """The difference of discs at the end."""

    @property
    def exact(self) -> bool:
        """Whether the score is certain."""

    @property
    def depth(self) -> int:
        """How many plies were looked ahead."""

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""


class Thinker(Protocol):
    """A player that can search."""

    def think(self, view: Position, depth: int | None = None) -> Found:
        """The best move, with a search of at most `depth` plies."""

    def cancel(self) -> None:
        """Stops the current search, which then returns at once; may be called from any thread."""


def serve_best() -> None:
    """Runs the strongest player as an engine; the depth that the board sets limits the search."""
    from stolik.games.othello.players.player import OthelloStrong

    run_nboard(sys.stdin, sys.stdout, OthelloStrong(MOST_NODES))


def run_nboard(stdin: TextIO, stdout: TextIO, thinker: Thinker) -> None:
    """Answers the board's commands until the input ends or the board sends quit."""
    program = Program(thinker)
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(stdin, lines, program), daemon=True).start()
    while (line := lines.get()) and line.strip() != _QUIT:
        for answer in program.answer(line):
            stdout.write(answer + "\n")
            stdout.flush()


def _listen(stdin: TextIO, lines: SimpleQueue[str], program: Program) -> None:
    """Puts lines into the queue, at the end an empty one, and cancels a search that a line makes useless."""
    for line in stdin:
        if line.startswith(_INTERRUPTING):
            program.interrupt()
        lines.put(line)
        if line.strip() == _QUIT:
            # Nobody reads on: a thread that waits for input could not be ended cleanly.
            return
    program.end()
    lines.put("")


class Program:
    """The game that the board shows, and what we answer about it."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._game = [START]
        self._must_pass = False
        """Whether the player to move on the board must pass; in `_game` the turn has gone to the other already."""
        self._depth = DEFAULT_DEPTH
        self._ended = False
        # Each counter is changed by one thread only, so neither needs a lock.
        self._interruptions = self._obeyed = 0

    def interrupt(self) -> None:
        """Cancels the search: a line that changes the board has come; may be called from any thread."""
        self._interruptions += 1
        self._thinker.cancel()

    def end(self) -> None:
        """Stops all thinking: there is no board any more; may be called from any thread."""
        self._ended = True
        self._thinker.cancel()

    def _think(self, position: Position, depth: int) -> Found:
        return self._thinker.think(position, 1 if self._ended else depth)

    @property
    def _position(self) -> Position:
        return self._game[-1]

    @property
    def _is_late(self) -> bool:
        """Whether the board has changed since the current question."""
        return self._ended or self._interruptions > self._obeyed

    def answer(self, line: str) -> Iterator[str]:
        """The answers to a line; the answer to a wrong line is a status that says so."""
        if line.startswith(_INTERRUPTING):
            self._obeyed = min(self._obeyed + 1, self._interruptions)
        if line.startswith("nboard"):
            yield write_name(NAME)
            return
        try:
            yield from self._obey(read_command(line))
        except (NotationError, IllegalMove) as error:
            yield write_status(f"cannot do {line.strip()!r}: {error}")

    def _obey(self, command: Command) -> Iterator[str]:
        match command:
            case SetGame(positions, must_pass):
                self._game, self._must_pass = list(positions), must_pass
            case SetDepth(depth):
                self._depth = max(depth, 1)
            case PlayMove(square):
                # A pass is no move in our rules: the turn has already gone to the player who can move.
                if square is not None:
                    self._game.append(self._position.play(square))
                self._must_pass = square is not None and has_to_pass(*self._game[-2:])
            case Ping(number):
                yield write_pong(number)
            case Go():
                yield from self._go()
            case Hint(count):
                yield from self._hint(count)
            case Learn():
                yield write_learned()
            case Analyze():
                yield from self._analyze()

    def _go(self) -> Iterator[str]:
        if self._position.turn is None or self._must_pass:
            yield write_answer(None, 0.0, 0.0)
            return
        yield write_status("thinking")
        began = time.monotonic()
        found = self._think(self._position, self._depth)
        seconds = time.monotonic() - began
        yield write_answer(found.move, found.score, seconds)
        yield write_nodes(found.nodes, seconds)
        yield write_status("")

    def _hint(self, count: int) -> Iterator[str]:
        """Gives the best move as soon as it is found; then, if more are wanted, the next best ones."""
        if self._position.turn is None:
            yield write_status("the game is over")
            return
        yield write_status("thinking")
        began = time.monotonic()
        found = self._think(self._position, 1 if self._is_late else self._depth)
        if self._must_pass:
            yield write_hint(None, -found.score, found.depth, exact=found.exact)
            yield write_status("")
            return
        yield write_hint(found.move, found.score, found.depth, exact=found.exact)
        nodes = found.nodes
        others = [move for move in self._position.moves() if move != found.move] if count > 1 else []
        hints = []
        for move in others:
            if self._is_late:
                break
            score, depth, exact, more = self._weigh(move)
            hints.append((score, write_hint(move, score, depth, exact=exact)))
            nodes += more
        hints.sort(key=lambda hint: -hint[0])
        yield from (hint for _, hint in hints[: count - 1])
        yield write_nodes(nodes, time.monotonic() - began)
        yield write_status("")

    def _analyze(self) -> Iterator[str]:
        """Judges every position from the last to the first, so that the table already knows the later ones."""
        yield write_status("analyzing")
        for made, position in reversed(_numbered(self._game)):
            if position.turn is None:
                continue
            found = self._think(position, 1 if self._is_late else self._depth)
            if self._is_late:
                break
            yield write_analysis(made, found.score)
        yield write_status("")

    def _weigh(self, move: int) -> tuple[float, int, bool, int]:
        """A move's score, the depth of its search, whether it is certain, and the number of nodes."""
        after, mover = self._position.play(move), str(self._position.turn)
        if after.turn is None:
            return float(after.scores[mover] - after.scores[opponent(mover)]), 1, True, 0
        found = self._think(after, max(self._depth - 1, 1))
        return found.score if after.turn == mover else -found.score, found.depth + 1, found.exact, found.nodes


def _numbered(game: list[Position]) -> list[tuple[int, Position]]:
    """Each position with the number of moves before it; a pass counts: one player then moves twice in a row."""
    numbered = [(0, game[0])]
    for before, after in pairwise(game):
        numbered.append((numbered[-1][0] + (2 if after.turn == before.turn else 1), after))
    return numbered
