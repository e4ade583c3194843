"""The NBoard protocol, version 2: how Othello boards on a screen talk to a program behind them.

Both sides send lines of text. This module reads the board's commands and writes the program's answers.
A game is sent as GGF, `(;GM[Othello]…BO[8 … *]B[F5]W[F6];)`, where `*` is black.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from stolik.contract import IllegalMove, NotationError, PlayedGame
from stolik.games.othello import GAME
from stolik.games.othello.rules import BLACK, START, WHITE, Position, read_position, read_square, write_square

_PROPERTY = re.compile(r"([A-Z]+)\[([^\]]*)\]")
_PASSES: Final = ("PA", "PASS")
# A word of a transcript: the number of a move, a square, or a pass.
_WORD: Final = re.compile(
    r"\s*(?:(?P<number>\d+(?:\s*[.)]+|(?=\s|$)))|(?P<square>[a-h][1-8])|(?P<pass>pass|pa|ps|--))", re.IGNORECASE
)
_LIKE_A_TRANSCRIPT: Final = re.compile(r"\s*(?:\d+\s*[.)]+\s*)?(?:[a-h][1-8]|pa)[\sa-h\d.)ps-]*", re.IGNORECASE)


@dataclass(frozen=True)
class SetGame:
    """Replaces the current game; `positions` are all positions of the new one, the last is on the board."""

    positions: tuple[Position, ...]
    must_pass: bool = False
    """Whether the player to move on the board has no move; in our positions the turn has gone to the other already."""


@dataclass(frozen=True)
class SetDepth:
    """Search so many plies from now on."""

    depth: int


@dataclass(frozen=True)
class PlayMove:
    """This move has been made; None is a pass."""

    square: int | None


@dataclass(frozen=True)
class Hint:
    """Give so many of the best moves."""

    count: int


@dataclass(frozen=True)
class Go:
    """Say which move you would make."""


@dataclass(frozen=True)
class Ping:
    """Answer with the same number once everything before it is done."""

    number: int


@dataclass(frozen=True)
class Learn:
    """Remember the game for later, and say when that is done."""


@dataclass(frozen=True)
class Analyze:
    """Give the value of every position of the game."""


@dataclass(frozen=True)
class Other:
    """A command that needs no answer: a greeting, or one of a later version."""

    line: str


Command = SetGame | SetDepth | PlayMove | Hint | Go | Ping | Learn | Analyze | Other


def read_command(line: str) -> Command:
    """Reads a command; raises NotationError for a known command with wrong arguments."""
    word, _, rest = line.strip().partition(" ")
    if word == "set":
        what, _, value = rest.partition(" ")
        if what == "game":
            positions, must_pass = read_ggf(value)
            return SetGame(positions, must_pass)
        if what == "depth":
            return SetDepth(_number(value))
    if word == "move":
        return PlayMove(_read_move(rest))
    if word == "hint":
        return Hint(_number(rest))
    if word == "go":
        return Go()
    if word == "ping":
        return Ping(_number(rest))
    if word == "learn":
        return Learn()
    if word == "analyze":
        return Analyze()
    return Other(line.strip())


def read_ggf(text: str) -> tuple[tuple[Position, ...], bool]:
    """The positions of a GGF game, from its start to its end, and whether the player to move now must pass."""
    board, moves = _read_ggf(text)
    start = read_position(board)
    must_pass = start.turn not in (None, BLACK if board[-1] in "*Xx" else WHITE)
    positions = [start]
    for square in moves:
        if square is None:
            must_pass = False
            continue
        try:
            positions.append(positions[-1].play(square))
        except IllegalMove as error:
            raise NotationError(f"a game with an illegal move {write_move(square)!r}: {error}") from None
        must_pass = has_to_pass(*positions[-2:])
    return tuple(positions), must_pass


def has_to_pass(before: Position, after: Position) -> bool:
    """Whether the opponent of the player who moved has no move, so that the same player moves again."""
    return after.turn is not None and after.turn == before.turn


def read_file(text: str) -> PlayedGame | None:
    """A game as GGF, or as a transcript; None when the text is neither. Raises NotationError.

    A transcript is `f5d6c3`, also with blanks, numbers (`1. f5 d6 2. c3`) and passes (`pa`).
    """
    if text.lstrip().startswith("(;"):
        board, moves = _read_ggf(text)
        start = read_position(board)
    elif _LIKE_A_TRANSCRIPT.fullmatch(text) or "".join(text.split()).isalnum():
        start, moves = START, _read_transcript(text)
    else:
        return None
    return PlayedGame(GAME, start, tuple(write_square(square) for square in moves if square is not None))


def _read_transcript(text: str) -> tuple[int | None, ...]:
    """The moves of a transcript, None for a pass."""
    moves: list[int | None] = []
    at = 0
    while text[at:].strip():
        found = _WORD.match(text, at)
        if found is None:
            rest = text[at:].split()[0]
            raise NotationError(f"not a square from a1 to h8, nor a pass: {rest[:20]!r}")
        at = found.end()
        if found["square"]:
            moves.append(read_square(found["square"].lower()))
        elif found["pass"]:
            moves.append(None)
    return tuple(moves)


def _read_ggf(text: str) -> tuple[str, tuple[int | None, ...]]:
    """The board of a GGF game in our notation, and the moves, None for a pass; the moves are not checked."""
    properties = _PROPERTY.findall(text)
    boards = [value for name, value in properties if name == "BO"]
    if len(boards) != 1 or not boards[0].startswith("8 "):
        raise NotationError(f"not a GGF game on a board of eight by eight: {text!r}")
    board = " ".join(("".join(boards[0][2:-1].split()), boards[0][-1:]))
    read_position(board)
    return board, tuple(_read_move(value) for name, value in properties if name in ("B", "W"))


def _read_move(text: str) -> int | None:
    """A move such as `F5`, `F5/1.2/3` or `PA`."""
    move = text.split("/")[0].strip()
    return None if move.upper() in _PASSES else read_square(move)


def _number(text: str) -> int:
    if not text.strip().isascii() or not text.strip().isdigit():
        raise NotationError(f"not a number: {text!r}")
    return int(text)


def write_move(square: int | None) -> str:
    """A move as NBoard writes it."""
    return "PA" if square is None else write_square(square).upper()


def write_name(name: str) -> str:
    """Who we are."""
    return f"set myname {name}"


def write_pong(number: int) -> str:
    """Everything before the ping is done."""
    return f"pong {number}"


def write_learned() -> str:
    """Acknowledges `learn`, which is ignored."""
    return "learned"


def write_status(text: str) -> str:
    """What we are doing, for people to read; empty when nothing."""
    return f"status {text}".rstrip()


def write_answer(square: int | None, score: float, seconds: float) -> str:
    """Our move, its value and the time that it took."""
    return f"=== {write_move(square)}/{score:.2f}/{seconds:.2f}"


def write_hint(square: int | None, score: float, depth: int, *, exact: bool) -> str:
    """A good move and its value."""
    return f"search {write_move(square)} {score:.2f} 0 {'100%' if exact else depth}"


def write_analysis(moves_made: int, score: float) -> str:
    """The value of the position after so many moves, including passes, for the player to move."""
    return f"analysis {moves_made} {score:.2f}"


def write_nodes(nodes: int, seconds: float) -> str:
    """How much was searched for the answer."""
    return f"nodestats {nodes} {seconds:.2f}"
