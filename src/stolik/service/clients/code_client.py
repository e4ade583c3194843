"""A player as a client of the code protocol, on any pair of byte streams: a program's own pipes, or a socket."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO, Final

from stolik.contract import AnyGame, NotationError
from stolik.players.registry import AnyPlayer
from stolik.wire.codes import (
    END,
    SERVER_LIMIT,
    Begin,
    ClientSide,
    Lost,
    LostOnTime,
    MakeMove,
    Moved,
    ServerMessage,
    Verdict,
    Won,
    WonOnTime,
    Wrong,
    read_line,
    read_server_message,
)
from stolik.wire.lines import Overlong

Tell = Callable[[str], None]

# The words of the seed's transcript, and its explanations of the codes in the same voice.
_WORDS: Final[dict[type[Verdict], str]] = {
    Won: "Wygrałem wg zasad.",
    WonOnTime: "Wygrałem przez przekroczenie czasu przeciwnika.",
    Lost: "Przegrałem wg zasad.",
    LostOnTime: "Przegrałem przez przekroczenie czasu.",
}


def play_game(game: AnyGame, player: AnyPlayer, inward: BinaryIO, outward: BinaryIO, tell: Tell) -> Verdict | None:
    """Plays one game and tells it line by line; None when the stream was cut before a verdict.

    Raises NotationError or IllegalMove when the server is wrong about the game, and OSError for a broken stream.
    """
    side = ClientSide(game)
    while line := inward.readline(SERVER_LIMIT + 2):
        message = _read(line, tell)
        if isinstance(message, Begin | Moved):
            answer = _answer(side, player, message)
            if answer is not None:
                outward.write(answer.text().encode() + END)
                outward.flush()
                tell(f"Sent: {answer.text()}")
        elif message is not None:
            tell(f"Błąd komendy: {message.why}" if isinstance(message, Wrong) else _WORDS[type(message)])
            return message
    return None


def _read(line: bytes, tell: Tell) -> ServerMessage | None:
    """The message of a line; None for what is not one, which is told and otherwise ignored."""
    line = line.removesuffix(END)
    text = read_line(line if len(line) <= SERVER_LIMIT + 1 else Overlong(line[:SERVER_LIMIT]))
    tell(f"Received: {text}")
    try:
        return read_server_message(text)
    except NotationError:
        return None


def _answer(side: ClientSide, player: AnyPlayer, message: Begin | Moved) -> MakeMove | None:
    """The player's move; None when it has none, and must wait for the server to say so."""
    position = side.hear(message)
    if position is None or position.turn is None:
        return None
    return side.answer(player.choose(position.view(position.turn)))
