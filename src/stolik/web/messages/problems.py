"""What can be wrong with a request or a word, as a short closed list: words are for people, codes for programs."""

from __future__ import annotations

from enum import StrEnum
from http import HTTPStatus
from typing import Final

from starlette.exceptions import HTTPException


class Code(StrEnum):
    """Why something was refused. A program can rely on these; the words beside them may change."""

    UNREADABLE = "unreadable"
    """It is not JSON, or not what it should be."""
    IMPOSSIBLE = "impossible"
    """It can be read, but what it asks for cannot be."""
    BAD_NAME = "bad_name"
    """That is no name."""
    NAME_TAKEN = "name_taken"
    """Somebody else has the name."""
    UNKNOWN_TOKEN = "unknown_token"  # noqa: S105 - a code, not a secret
    """The token is nobody's, or there is none: claim a name."""
    NOT_YOURS = "not_yours"
    """Only somebody else may do that."""
    NOT_OPERATOR = "not_operator"
    """Only the operator may do that."""
    STRANGE_ORIGIN = "strange_origin"
    """A page of another site asks."""
    NOT_FOUND = "not_found"
    """There is no such thing here."""
    WRONG_METHOD = "wrong_method"
    """There is such an address, but not for that method."""
    STILL_PLAYED = "still_played"
    """The game is not over: its record is told when it is."""
    NOT_JSON = "not_json"
    """What is sent must be application/json."""
    TOO_LONG = "too_long"
    """It is longer than anything that makes sense."""
    TOO_MANY = "too_many"
    """There are too many already, or too many at once."""
    SEAT_TAKEN = "seat_taken"
    """Somebody else has the seat, or it is kept for somebody."""
    REFUSED = "refused"
    """Not here, or not now; the words say why."""
    NO_STORE = "no_store"
    """The store does not answer."""
    STOPPING = "stopping"
    """The service stops; it may be back soon."""
    BROKEN = "broken"
    """Something is wrong here, and it is not you."""


class Reason(StrEnum):
    """What exactly was refused, where a code alone says too little for people: the page has words for each."""

    TABS = "tabs"
    """So many tabs of one person are open already."""
    SPECTATORS = "spectators"
    """Too many watch without a name."""
    TABLES = "tables"
    """So many tables that one person made are not finished."""
    BOT_TABLES = "bot_tables"
    """So many tables of bots alone are in play."""
    PORTS = "ports"
    """Programs use every port."""
    WATCHED = "watched"
    """One tab watches so many tables already."""
    GUESSES = "guesses"
    """Too many wrong tokens or codes came from an address."""
    JUDGED = "judged"
    """So many games wait to be judged already."""
    RECORDS = "records"
    """Too many finished games are asked for from an address."""
    NAMES = "names"
    """Too many names are asked for from an address."""
    MESSAGES = "messages"
    """More than so many messages came in a second."""
    DRAW_PEOPLE = "draw_people"
    """Only people agree on a draw."""
    DRAW_PROGRAM = "draw_program"
    """A program cannot agree on a draw."""
    DRAW_TWICE = "draw_twice"
    """A draw was offered since the last move."""
    DRAW_NONE = "draw_none"
    """Nobody offers a draw."""
    CLAIM_EARLY = "claim_early"
    """The opponent is here, or still has time to come back."""
    NOT_BEGUN = "not_begun"
    """The game has not begun: a seat is left, nothing is resigned."""
    BEGUN = "begun"
    """The game has begun: the table cannot be put away."""
    NOT_YOUR_TURN = "not_your_turn"
    """It is somebody else's turn."""
    HINTS = "hints"
    """Hints are given in practice against bots only."""
    SEATED = "seated"
    """One has a seat at that table already."""


class MoveCode(StrEnum):
    """Why a move was refused, which has no HTTP status: it is only ever told at a table."""

    NOT_BEGUN = "not_begun"
    """Not everybody is there yet."""
    SUSPENDED = "suspended"
    """The game waits for somebody to come back."""
    OVER = "over"
    """The game is over."""
    NOT_YOUR_TURN = "not_your_turn"
    """It is somebody else's turn."""
    BAD_MOVE = "bad_move"
    """The rules do not allow it, or it is no move; the words say why."""


STATUS: Final = {
    Code.UNREADABLE: HTTPStatus.BAD_REQUEST,
    Code.IMPOSSIBLE: HTTPStatus.BAD_REQUEST,
    Code.BAD_NAME: HTTPStatus.BAD_REQUEST,
    Code.NAME_TAKEN: HTTPStatus.CONFLICT,
    Code.UNKNOWN_TOKEN: HTTPStatus.UNAUTHORIZED,
    Code.NOT_YOURS: HTTPStatus.FORBIDDEN,
    Code.NOT_OPERATOR: HTTPStatus.FORBIDDEN,
    Code.STRANGE_ORIGIN: HTTPStatus.FORBIDDEN,
    Code.NOT_FOUND: HTTPStatus.NOT_FOUND,
    Code.WRONG_METHOD: HTTPStatus.METHOD_NOT_ALLOWED,
    Code.STILL_PLAYED: HTTPStatus.CONFLICT,
    Code.NOT_JSON: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    Code.TOO_LONG: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Code.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    Code.SEAT_TAKEN: HTTPStatus.CONFLICT,
    Code.REFUSED: HTTPStatus.FORBIDDEN,
    Code.NO_STORE: HTTPStatus.SERVICE_UNAVAILABLE,
    Code.STOPPING: HTTPStatus.SERVICE_UNAVAILABLE,
    Code.BROKEN: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""The HTTP status that goes with each code."""


class Problem(HTTPException):
    """A request that is refused, in words and with a code."""

    def __init__(self, code: Code, why: str, reason: Reason | None = None, most: int | None = None) -> None:
        """`most` is the number that the reason mentions, if it mentions one."""
        super().__init__(STATUS[code], why)
        self.code = code
        self.reason = reason
        self.most = most


def code_of(error: HTTPException) -> Code:
    """The code of a refusal of ours, or of the web framework's own, which has only a status."""
    if isinstance(error, Problem):
        return error.code
    return next((code for code, status in STATUS.items() if status == error.status_code), Code.REFUSED)
