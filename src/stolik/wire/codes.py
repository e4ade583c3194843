"""The code protocol, for any game that has none of its own: lines that begin with a code of three digits.

    server: 200 220 230 231 240 241 999        client: 210

Messages have moves and positions as texts in the game's notation; only this notation differs between games. Lines
end in LF, and a CR before it is ignored. We write exactly what the document says, but read other servers' messages
tolerantly: extra white space, and words after the code that ends a game, are ignored.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from stolik.contract import AnyGame, NotationError, Position, View
from stolik.wire.lines import Overlong

END: Final = b"\n"
# A client's line with the longest move that a game has unless it says otherwise.
CLIENT_LIMIT: Final = 64
# The seed's graph of 72 edges takes 398 bytes, ten full stacks of Krążki 317. This is room for a graph of some
# 4,000 edges, and half of what a connection may leave unread before it is dropped.
SERVER_LIMIT: Final = 32 * 1024


class MakeMove(Struct, frozen=True, gc=False):
    """A client makes a move."""

    move: str

    def text(self) -> str:
        """The message without its end."""
        return f"210 {self.move}"


class Begin(Struct, frozen=True, gc=False):
    """The game begins, this is the position, and it is your turn."""

    position: str

    def text(self) -> str:
        """The message without its end."""
        return f"200 {self.position}"


class Moved(Struct, frozen=True, gc=False):
    """Your opponent has made this move, and it is your turn."""

    move: str

    def text(self) -> str:
        """The message without its end."""
        return f"220 {self.move}"


class Won(Struct, frozen=True, gc=False):
    """You have won: your opponent cannot move, did something wrong, or is gone."""

    def text(self) -> str:
        """The message without its end."""
        return "230"


class WonOnTime(Struct, frozen=True, gc=False):
    """You have won: your opponent was silent for too long."""

    def text(self) -> str:
        """The message without its end."""
        return "231"


class Lost(Struct, frozen=True, gc=False):
    """You have lost: you cannot move."""

    def text(self) -> str:
        """The message without its end."""
        return "240"


class LostOnTime(Struct, frozen=True, gc=False):
    """You have lost: you were silent for too long."""

    def text(self) -> str:
        """The message without its end."""
        return "241"


class Wrong(Struct, frozen=True, gc=False):
    """What you sent was wrong; `why` says why."""

    why: str

    def text(self) -> str:
        """The message without its end."""
        return f"999 {self.why}"


Verdict = Won | WonOnTime | Lost | LostOnTime | Wrong
"""The messages that end a game for a client."""
ServerMessage = Begin | Moved | Verdict

_VERDICTS: Final[dict[str, Verdict]] = {
    verdict.text(): verdict for verdict in (Won(), WonOnTime(), Lost(), LostOnTime())
}
# "Po otrzymaniu odpowiedzi 230 lub wyższej, klient powinien zakończyć działanie."
_LOWEST_VERDICT: Final = "230"


def read_line(line: bytes) -> str:
    """The text of a line without its end; raises NotationError for a line that is too long."""
    if isinstance(line, Overlong):
        raise NotationError(f"the line is longer than {len(line)} bytes")
    return line.removesuffix(b"\r").decode("ascii", "backslashreplace")


def read_client_message(text: str) -> MakeMove:
    """Reads a client's message; raises NotationError. It does not read the move's text: only the game can."""
    code, _, move = text.partition(" ")
    if code != "210" or not move:
        raise NotationError(f"not 210 and a move: {text!r}")
    return MakeMove(move)


def read_server_message(text: str) -> ServerMessage:
    """Reads a server's message; raises NotationError. An unknown code from 230 up is read as Wrong."""
    code, _, rest = " ".join(text.split()).partition(" ")
    if code in _VERDICTS:
        return _VERDICTS[code]
    if code == "999":
        return Wrong(rest)
    if code == "200" and rest:
        return Begin(rest)
    if code == "220" and rest:
        return Moved(rest)
    if len(code) == 3 and code.isascii() and code.isdecimal() and code > _LOWEST_VERDICT:
        return Wrong(text)
    raise NotationError(f"not a message of a server: {text!r}")


def client_limit(game: AnyGame) -> int:
    """The longest right line of a client in bytes: the code, a space, the longest move, and a CR."""
    return len("210 ") + game.longest_move + len("\r")


def read_move(game: AnyGame, line: bytes) -> str:
    """The move in a client's line, in the game's own spelling; raises NotationError."""
    text: str = game.write_move(game.read_move(read_client_message(read_line(line)).move))
    return text


def write_position(game: AnyGame, view: View[Any]) -> str:
    """A position as one seat may see it, in one line. What hides nothing can be read with the game's `read`."""
    if game.hidden and game.text is not None:
        return " ".join(game.text(view).splitlines())
    text: str = game.write(view)
    return text


class ClientSide:
    """A client's side of one game: the position as the client knows it, in which the client is the first player."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.position: Position[Any] | None = None

    def hear(self, message: ServerMessage) -> Position[Any] | None:
        """The position if the server asks for a move, else None; raises NotationError or IllegalMove if it is wrong."""
        if isinstance(message, Begin):
            self.position = self._game.read(message.position)
        elif isinstance(message, Moved):
            if self.position is None:
                raise NotationError("the opponent moved before the game began")
            self.position = self.position.play(self._game.read_move(message.move))
        else:
            return None
        return self.position

    def answer(self, move: object) -> MakeMove:
        """Makes a move in the current position and returns the message to send; raises IllegalMove."""
        if self.position is None:
            raise NotationError("the game has not begun")
        self.position = self.position.play(move)
        return MakeMove(self._game.write_move(move))
