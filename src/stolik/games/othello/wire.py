"""Othello's messages: `~`-separated lines ended by LF, as the course's document defines them.

A line begins with the sender's letter, `C` for a client and `S` for a server. A line that begins with anything else is
no message and is dropped; after the right letter everything must be correct.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Final, TypeVar

from msgspec import Struct

from stolik.contract import NotationError
from stolik.games.othello.rules import BLACK, SQUARES, WHITE, Position
from stolik.lobby.names import LONGEST_NAME, read_name
from stolik.wire.lines import Overlong

END: Final = b"\n"
# A name has up to 128 bytes, so every correct message of a client is shorter; notices are cut to fit.
LIMIT: Final = 256

CANCELLED: Final = "GameHasBeenCanceled"


class UnknownPrefix(NotationError):
    """The line does not begin with the sender's letter: it must be ignored."""


class _Plain(Struct, frozen=True, gc=False):
    """A message that is its type and nothing more."""

    word: ClassVar[str]

    def text(self) -> str:
        """The message without its end."""
        return self.word


class _Naming(_Plain, frozen=True, gc=False):
    """A message that names a player."""

    name: str

    def text(self) -> str:
        """The message without its end."""
        return f"{self.word}~{self.name}"


class _Disc(_Plain, frozen=True, gc=False):
    """A message that says where a disc is put."""

    column: int
    row: int

    def text(self) -> str:
        """The message without its end."""
        return f"{self.word}~{self.column}~{self.row}"


class Login(_Naming, frozen=True, gc=False):
    """A client says under which name it plays."""

    word = "CNAME"


class Ping(_Plain, frozen=True, gc=False):
    """A client asks whether the server is there."""

    word = "CPING"


class Move(_Disc, frozen=True, gc=False):
    """A client puts a disc; the column is counted from the left, the row from the top, both from 0."""

    word = "CMOV"


class Invite(_Naming, frozen=True, gc=False):
    """A client invites a player to a game."""

    word = "CREQ"


class Answer(Struct, frozen=True, gc=False):
    """A client accepts or declines a player's invitation."""

    name: str
    accepted: bool

    def text(self) -> str:
        """The message without its end."""
        return f"CRES~{self.name}~{'ACCEPT' if self.accepted else 'DECLINE'}"


class CancelInvitation(_Naming, frozen=True, gc=False):
    """A client takes back its invitation."""

    word = "CREQC"


class EndGame(_Plain, frozen=True, gc=False):
    """A client ends its game before its end."""

    word = "CENDGAME"


class Exit(_Plain, frozen=True, gc=False):
    """A client goes."""

    word = "CEXIT"


class AddPlayer(_Naming, frozen=True, gc=False):
    """A player is in the lobby."""

    word = "SADDP"


class DeletePlayer(_Naming, frozen=True, gc=False):
    """A player is not in the lobby any more."""

    word = "SDELP"


class SetStatus(Struct, frozen=True, gc=False):
    """A player can be invited, or is busy."""

    name: str
    busy: bool

    def text(self) -> str:
        """The message without its end."""
        return f"SUPS~{self.name}~{'BUSY' if self.busy else 'READY'}"


class Invitation(_Naming, frozen=True, gc=False):
    """A player invites the client."""

    word = "SREQ"


class InvitationOver(_Naming, frozen=True, gc=False):
    """There is no invitation between the client and that player: it was cancelled, declined, or impossible."""

    word = "SREQC"


class Pong(_Plain, frozen=True, gc=False):
    """The server is there."""

    word = "SPONG"


class StartGame(_Naming, frozen=True, gc=False):
    """The client is in a game with that player."""

    word = "SSTARTG"


class Moved(_Disc, frozen=True, gc=False):
    """The opponent has put a disc."""

    word = "SMOV"


class GameOver(Struct, frozen=True, gc=False):
    """The game is closed, and the client is in the lobby again."""

    words: str = CANCELLED

    def text(self) -> str:
        """The message without its end."""
        return f"SGAMEEC~{self.words}"


class Notice(Struct, frozen=True, gc=False):
    """Something to show to the person who plays."""

    words: str

    def text(self) -> str:
        """The message without its end."""
        return f"SGAMEI~{self.words}"


class Recover(Struct, frozen=True):
    """The current game, for a player who comes back to it; `host` if this player was the inviter."""

    position: Position
    host: bool

    def text(self) -> str:
        """The message without its end."""
        black, white = self.position.black, self.position.white
        board = "".join("1" if black >> i & 1 else "2" if white >> i & 1 else "0" for i in range(SQUARES))
        return f"SRECOV~{board}~{self.position.turn == WHITE:d}~{self.host:d}"


ClientMessage = Login | Ping | Move | Invite | Answer | CancelInvitation | EndGame | Exit
_LobbyNews = AddPlayer | DeletePlayer | SetStatus | Invitation | InvitationOver
ServerMessage = _LobbyNews | Pong | StartGame | Moved | GameOver | Notice | Recover

_OCTAL: Final = {str(number): number for number in range(8)}
_BOARD: Final = re.compile("[012]{64}")


def _read_board(text: str) -> tuple[int, int]:
    if not _BOARD.fullmatch(text):
        raise ValueError(text)
    black, white = (sum(1 << i for i, digit in enumerate(text) if digit == disc) for disc in "12")
    return black, white


# What each field may be, and the words for it in error messages.
_FIELDS: Final[Mapping[str, tuple[Callable[[str], Any], str]]] = {
    "name": (read_name, f"a word of 1 to {LONGEST_NAME} printable characters"),
    "number": (_OCTAL.__getitem__, "a number from 0 to 7"),
    "answer": ({"ACCEPT": True, "YES": True, "DECLINE": False, "NO": False}.__getitem__, "ACCEPT or DECLINE"),
    "status": ({"BUSY": True, "READY": False}.__getitem__, "READY or BUSY"),
    "flag": ({"0": False, "1": True}.__getitem__, "0 or 1"),
    "board": (_read_board, "64 digits from 0 to 2"),
    "end": ({CANCELLED: CANCELLED}.__getitem__, CANCELLED),
}


def _recover(board: tuple[int, int], white_moves: bool, host: bool) -> Recover:
    return Recover(Position(*board, WHITE if white_moves else BLACK), host)


_CLIENT: Final[Mapping[str, tuple[Callable[..., ClientMessage], tuple[str, ...]]]] = {
    "CNAME": (Login, ("name",)),
    "CPING": (Ping, ()),
    "CMOV": (Move, ("number", "number")),
    "CREQ": (Invite, ("name",)),
    "CRES": (Answer, ("name", "answer")),
    "CREQC": (CancelInvitation, ("name",)),
    "CENDGAME": (EndGame, ()),
    "CGAMEC": (EndGame, ()),
    "CEXIT": (Exit, ()),
}
_SERVER: Final[Mapping[str, tuple[Callable[..., ServerMessage], tuple[str, ...]]]] = {
    "SADDP": (AddPlayer, ("name",)),
    "SDELP": (DeletePlayer, ("name",)),
    "SUPS": (SetStatus, ("name", "status")),
    "SREQ": (Invitation, ("name",)),
    "SREQC": (InvitationOver, ("name",)),
    "SPONG": (Pong, ()),
    "SSTARTG": (StartGame, ("name",)),
    "SMOV": (Moved, ("number", "number")),
    "SGAMEEC": (GameOver, ("end",)),
    "SGAMEC": (GameOver, ("end",)),  # the original programs say that
    "SRECOV": (_recover, ("board", "flag", "flag")),
}

M = TypeVar("M")


def list_players(names: Iterable[str], busy: Iterable[str]) -> list[str]:
    """The lines of AddPlayer and SetStatus for all players in the lobby.

    Written directly: every new player gets them all, and message objects for thousands of players would be slow.
    """
    return [f"SADDP~{name}" for name in names] + [f"SUPS~{name}~BUSY" for name in busy]


# Nearly all messages of clients are one of 64 moves, or a ping.
@lru_cache(maxsize=256, typed=True)
def read_client_message(line: bytes) -> ClientMessage:
    """Reads a client's message; raises UnknownPrefix, or NotationError with a text that can be sent to the client."""
    return _read(_text(line, b"C"), _CLIENT)


def read_server_message(line: bytes) -> ServerMessage:
    """Reads a server's message; raises UnknownPrefix or NotationError."""
    text = _text(line, b"S")
    if text.startswith("SGAMEI~"):  # free text, which may have tildes
        return Notice(text.removeprefix("SGAMEI~"))
    return _read(text, _SERVER)


def _text(line: bytes, prefix: bytes) -> str:
    if not line.startswith(prefix):
        raise UnknownPrefix(f"a message begins with {prefix.decode()}")
    if isinstance(line, Overlong):
        raise NotationError(f"the line is longer than {LIMIT} bytes")
    try:
        return line.removesuffix(b"\r").decode()
    except UnicodeDecodeError:
        raise NotationError("the line is not UTF-8") from None


def _read(text: str, types: Mapping[str, tuple[Callable[..., M], tuple[str, ...]]]) -> M:
    word, *fields = text.split("~")
    if word not in types:
        raise NotationError("there is no such type of message")
    build, kinds = types[word]
    if len(fields) != len(kinds):
        raise NotationError(f"wrong number of fields after {word}: {len(fields)} instead of {len(kinds)}")
    return build(*[_read_field(word, kind, field) for kind, field in zip(kinds, fields, strict=True)])


def _read_field(word: str, kind: str, field: str) -> Any:  # noqa: ANN401 - a field is whatever its kind says
    read, words = _FIELDS[kind]
    try:
        return read(field)
    except (KeyError, ValueError):
        raise NotationError(f"{word} needs {words}") from None
