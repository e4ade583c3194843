"""Lets a player play as a client of the code protocol, over a pair of byte streams: pipes or a socket."""

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

_WORDS: Final[dict[type[Verdict], str]] = {
    Won: "I have won by the rules.",
    WonOnTime: "I have won: the opponent's time was up.",
    Lost: "I have lost by the rules.",
    LostOnTime: "I have lost: my time was up.",
}


def play_game(game: AnyGame, player: AnyPlayer, inward: BinaryIO, outward: BinaryIO, tell: Tell) -> Verdict | None:
    """Plays one game, and reports each line to `tell`. Returns the verdict; None when the stream ended before it.

    Raises NotationError or IllegalMove when the server breaks the rules of the game, and OSError for a broken stream.
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
            tell(f"I have lost: {message.why}" if isinstance(message, Wrong) else _WORDS[type(message)])
            return message
    return None


def _read(line: bytes, tell: Tell) -> ServerMessage | None:
    """Reads a line; returns None for a line that is not a message, which is reported and otherwise ignored."""
    line = line.removesuffix(END)
    text = read_line(line if len(line) <= SERVER_LIMIT + 1 else Overlong(line[:SERVER_LIMIT]))
    tell(f"Received: {text}")
    try:
        return read_server_message(text)
    except NotationError:
        return None


def _answer(side: ClientSide, player: AnyPlayer, message: Begin | Moved) -> MakeMove | None:
    """The player's move; None when the position is the end of the game, and the server's verdict will follow."""
    position = side.hear(message)
    if position is None or position.turn is None:
        return None
    return side.answer(player.choose(position.view(position.turn)))
