"""A player as a client of the code protocol, on streams in memory."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from tests.support.seed_game import FIRST_RECEIVES, FIRST_SENDS, SECOND_RECEIVES, SECOND_SENDS

from stolik.contract import AnyGame, IllegalMove, NotationError
from stolik.games.graph import GAME as GRAPH
from stolik.games.graph.rules import Position
from stolik.games.krazki import GAME as KRAZKI
from stolik.players.chance import RandomPlayer
from stolik.service.clients.code_client import play_game
from stolik.wire.codes import SERVER_LIMIT, Lost, LostOnTime, Verdict, Won, WonOnTime, Wrong


class Scripted:
    """Plays the moves that it was given."""

    def __init__(self, lines: list[str]) -> None:
        self._moves = [int(line.removeprefix("210 ")) for line in lines]

    def choose(self, view: Position) -> int:
        move = self._moves.pop(0)
        assert move in view.moves()
        return move


def play(game: AnyGame, said: bytes) -> tuple[Verdict | None, bytes, list[str]]:
    """The verdict, what was sent, and what was told, when the server says all that."""
    sent, told = BytesIO(), list[str]()
    verdict = play_game(game, RandomPlayer(Random(1)), BytesIO(said), sent, told.append)
    return verdict, sent.getvalue(), told


@pytest.mark.parametrize(
    ("sends", "receives", "words"),
    [
        (FIRST_SENDS, FIRST_RECEIVES, "I have won by the rules."),
        (SECOND_SENDS, SECOND_RECEIVES, "I have lost by the rules."),
    ],
)
def test_the_seeds_transcript_is_told_line_for_line(sends: list[str], receives: list[str], words: str) -> None:
    said = "".join(f"{line}\n" for line in receives).encode()
    sent, told = BytesIO(), list[str]()
    play_game(GRAPH, Scripted(sends), BytesIO(said), sent, told.append)
    assert sent.getvalue().decode() == "".join(f"{line}\n" for line in sends)
    turns = [line for pair in zip(receives, sends, strict=False) for line in pair]
    ways = ["Received: ", "Sent: "] * len(sends)
    told_turns = [way + line for way, line in zip(ways, turns, strict=True)]
    assert told == [*told_turns, f"Received: {receives[-1]}", words]


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (b"230", Won()),
        (b"231\n", WonOnTime()),
        (b"240\r\n", Lost()),
        (b"241 za wolno\n", LostOnTime()),
        (b"999 why\n", Wrong("why")),
        (b"\n\n???\n210 1\n230\n", Won()),
        (b"", None),
        (b"hello\n", None),
    ],
)
def test_a_verdict_ends_the_game_whatever_came_before(line: bytes, verdict: Verdict | None) -> None:
    assert play(KRAZKI, line)[:2] == (verdict, b"")


def test_nothing_is_read_after_the_verdict() -> None:
    assert play(KRAZKI, b"200 c |c|\n230\n200 c |c|\n")[1] == b"210 0\n"


def test_one_who_cannot_move_says_nothing() -> None:
    assert play(KRAZKI, b"200 c |b|\n240\n")[:2] == (Lost(), b"")


def test_a_line_may_be_as_long_as_the_limit_and_no_longer() -> None:
    assert play(KRAZKI, b"999 " + b"x" * (SERVER_LIMIT - 4) + b"\n")[0] is not None
    for end in (b"\n", b"x" * 10):
        with pytest.raises(NotationError, match="longer than"):
            play(KRAZKI, b"999 " + b"x" * SERVER_LIMIT + end)


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (b"200 c c\n", NotationError),
        (b"220 0\n", NotationError),
        (b"200 c |c|\n220 x\n", NotationError),
        (b"200 c |c|\n220 0\n", IllegalMove),
    ],
)
def test_a_server_that_is_wrong_about_the_game_is_not_followed(said: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        play(KRAZKI, said)
