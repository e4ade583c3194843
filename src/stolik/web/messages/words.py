"""What is said over the WebSocket, both ways. Messages are objects with a `type`; docs/api.md explains them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from stolik.contract import Ending, Seat
from stolik.lobby.words import USUAL, Terms, Why
from stolik.web.messages.looks import Look, PlayersLook, TablesLook
from stolik.web.messages.problems import Code, MoveCode, Reason
from stolik.web.messages.shapes import ContestShape, TableShape


class Said(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What somebody says to us."""


class Hello(Said, frozen=True, tag="hello"):
    """Who somebody is; without a token, nobody in particular, who may only watch."""

    token: str | None = None
    look: Look | None = None
    """What the screen shows of the lobby; None: the client does not say, and hears of the beginning of each list."""


class LookAt(Said, frozen=True, tag="look"):
    """Says what the screen shows of the lobby from now on; the fields are those of Look."""

    tables: TablesLook | None = None
    players: PlayersLook | None = None
    contests: bool = False


class Invite(Said, frozen=True, tag="invite"):
    """Invites somebody to a game."""

    to: str
    game: str
    terms: Terms = USUAL


class Cancel(Said, frozen=True, tag="cancel"):
    """Takes an invitation back."""

    to: str


class Answer(Said, frozen=True, tag="answer"):
    """Answers an invitation."""

    to: str
    accept: bool


class Sit(Said, frozen=True, tag="sit"):
    """Takes a seat, or takes it back."""

    table: str
    seat: str


class Watch(Said, frozen=True, tag="watch"):
    """Wants to hear what everyone may know of a table."""

    table: str


class Unwatch(Said, frozen=True, tag="unwatch"):
    """Wants to hear no more of it."""

    table: str


class Play(Said, frozen=True, tag="play"):
    """Makes a move, in the game's notation."""

    table: str
    move: str


class Leave(Said, frozen=True, tag="leave"):
    """Gives a seat up; in a game, that is to resign."""

    table: str


class Resign(Said, frozen=True, tag="resign"):
    """Gives the game up."""

    table: str


class OfferDraw(Said, frozen=True, tag="offer_draw"):
    """Offers a draw."""

    table: str


class AnswerDraw(Said, frozen=True, tag="answer_draw"):
    """Accepts or declines a draw."""

    table: str
    accept: bool


class Claim(Said, frozen=True, tag="claim"):
    """Claims the win: the opponent has not come back in time."""

    table: str


class Rematch(Said, frozen=True, tag="rematch"):
    """Wants the same game again."""

    table: str


class Ping(Said, frozen=True, tag="ping"):
    """Asks whether we are there."""


LobbyWord = Hello | LookAt | Invite | Cancel | Answer | Ping
TableWord = Sit | Watch | Unwatch | Play | Leave | Resign | OfferDraw | AnswerDraw | Claim | Rematch
ClientWord = LobbyWord | TableWord


class Told(Struct, frozen=True, tag_field="type"):
    """What we tell somebody."""


class Optional(Told, frozen=True, omit_defaults=True):
    """A word with fields that are left out when there is nothing to say in them."""


class ListedPlayer(Struct, frozen=True):
    """Somebody in the lobby."""

    name: str
    status: str


class Welcome(Optional, frozen=True, tag="welcome"):
    """The lobby as it stands; `mine` are the tables where a seat is one's own."""

    name: str | None
    players: list[ListedPlayer]
    tables: list[TableShape]
    mine: list[str]
    clock: float
    players_total: int | None = None
    """How many players there are, where not all are told."""
    tables_total: int | None = None
    tables_left: int | None = None
    """How many more tables one may make, where few are left."""


class TablesLeft(Told, frozen=True, tag="tables_left"):
    """How many more tables you may make now; told when few are left."""

    left: int


class Arrived(Told, frozen=True, tag="arrived"):
    """Somebody is here."""

    name: str
    status: str


class Gone(Told, frozen=True, tag="gone"):
    """Somebody is not here any more."""

    name: str


class Changed(Told, frozen=True, tag="changed"):
    """Somebody can be invited now, or cannot."""

    name: str
    status: str


class PlayersTold(Optional, frozen=True, tag="players"):
    """What has changed in the part of the list of players that you look at, and who is not in it any more."""

    here: list[ListedPlayer]
    gone: list[str]
    total: int | None = None
    """How many there are, where not all are in your part."""
    fresh: bool = False
    """Whether this is your whole part, and not a change."""


class Invited(Optional, frozen=True, tag="invited"):
    """Somebody invites you."""

    by: str
    game: str
    terms: Terms = USUAL


class Inviting(Optional, frozen=True, tag="inviting"):
    """Your own invitation stands."""

    to: str
    game: str
    terms: Terms = USUAL


class Withdrawn(Told, frozen=True, tag="withdrawn"):
    """There is no invitation with that player, and why."""

    other: str
    why: Why


class Matched(Told, frozen=True, tag="matched"):
    """You have a seat at a new table."""

    table: TableShape
    seat: Seat


class TableTold(Told, frozen=True, tag="table"):
    """A table was made or has changed."""

    table: TableShape


class TablesTold(Optional, frozen=True, tag="tables"):
    """What has changed in the part of the list of tables that you look at, and which are not in it any more."""

    tables: list[TableShape]
    gone: list[str] = field(default_factory=list)
    total: int | None = None
    """How many there are, where not all are in your part."""
    fresh: bool = False
    """Whether this is your whole part, and not a change."""


class Shown(Told, frozen=True, tag="shown"):
    """The position, as you may see it."""

    table: str
    seat: Seat | None
    view: Any


class Played(Told, frozen=True, tag="played"):
    """A move, and how the position looks to you now."""

    table: str
    by: Seat
    move: str
    view: Any


class Asked(Optional, frozen=True, tag="asked"):
    """Whose turn it is."""

    table: str
    seat: Seat
    again: bool
    deadline: float | None = None
    clocks: Mapping[Seat, float] | None = None
    """Seconds that each player has for the rest of the game, counted from its last answer."""


class Refused(Told, frozen=True, tag="refused"):
    """Your move was wrong, and why."""

    table: str
    why: str
    code: MoveCode


class Left(Optional, frozen=True, tag="left"):
    """A seat was left; `until` is how long it is waited for."""

    table: str
    seat: Seat
    until: float | None = None


class Sat(Told, frozen=True, tag="sat"):
    """A seat was taken."""

    table: str
    seat: Seat
    name: str


class DrawOffered(Told, frozen=True, tag="draw_offered"):
    """A player offers a draw."""

    table: str
    seat: Seat


class DrawDeclined(Told, frozen=True, tag="draw_declined"):
    """The offer of a draw does not stand any more."""

    table: str
    seat: Seat


class TakenOver(Told, frozen=True, tag="taken_over"):
    """A bot plays on for a seat: its player has resigned, or has not come back in time."""

    table: str
    seat: Seat
    resigned: bool


class Ended(Optional, frozen=True, tag="ended"):
    """The game is over."""

    table: str
    ending: Ending
    reason: str
    scores: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    by: Seat | None = None
    rated: bool = True


class RematchAsked(Told, frozen=True, tag="rematch"):
    """Somebody wants the same game again."""

    table: str
    name: str


class Followed(Told, frozen=True, tag="followed"):
    """The game that you watched is played again, at another table."""

    table: str
    new: TableShape


class ContestTold(Told, frozen=True, tag="contest"):
    """A contest has begun, has got on, or is over."""

    contest: ContestShape


class Saving(Told, frozen=True, tag="saving"):
    """The store does not answer, and all clocks stand still; or, when not `on`, it does again."""

    on: bool


class Pong(Told, frozen=True, tag="pong"):
    """We are there."""


class Error(Optional, frozen=True, tag="error"):
    """What you said made no sense, or cannot be; nothing happened."""

    why: str
    code: Code
    reason: Reason | None = None
    """What exactly was refused, where the code says too little."""
    most: int | None = None
    """The limit that was hit, where it is a number."""


LONGEST: Final = 4096
"""The longest message in bytes: a move is ten, a token forty; a longer one is a mistake."""

_decoder: Final[msgspec.json.Decoder[ClientWord]] = msgspec.json.Decoder(ClientWord)
_encode = msgspec.json.Encoder().encode


class Nonsense(ValueError):
    """A message that cannot be read; the text can be shown to whoever sent it."""

    @property
    def word(self) -> Error:
        """The same, as a message to whoever sent it."""
        return Error(str(self), Code.UNREADABLE)


def read_word(data: str | bytes) -> ClientWord:
    """What somebody said; raises Nonsense."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Nonsense(f"that cannot be read: {error}") from None


def write_word(word: Told) -> str:
    """A message as text; what many are told is written once."""
    return _encode(word).decode()
