"""What a client of Othello knows, from a server's lines: the lobby, invitations and the game.

Servers differ. A line that is malformed or impossible changes nothing, with one exception: after an illegal move of the
opponent the boards of client and server differ, and the game is marked as astray.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from stolik.contract import IllegalMove, NotationError, Seat
from stolik.games.othello.rules import BLACK, START, WHITE, Position, opponent, settle
from stolik.games.othello.wire import (
    AddPlayer,
    Answer,
    CancelInvitation,
    DeletePlayer,
    GameOver,
    Invitation,
    InvitationOver,
    Invite,
    Login,
    Move,
    Moved,
    Notice,
    Pong,
    Recover,
    ServerMessage,
    SetStatus,
    StartGame,
    read_server_message,
)

# More than any lobby has; a server that never stops naming players must not fill the memory.
MOST_PLAYERS: Final = 10_000


class KnownGame(Struct, frozen=True):
    """What the client knows of its current game."""

    opponent: str | None
    seat: Seat | None
    """The client's own seat; None until it is known."""
    position: Position = START
    last: int | None = None
    """The square of the last move, when it is known."""
    passed: Seat | None = None
    """Who had to pass after the last move."""
    astray: bool = False
    """Whether the server sent an impossible move: our board differs from the server's."""

    @property
    def mine(self) -> bool:
        """Whether it is the client's turn."""
        return self.seat is not None and self.position.turn == self.seat and not self.astray

    def after(self, square: int) -> KnownGame:
        """The game after the next move; raises IllegalMove."""
        mover, position = self.position.turn, self.position.play(square)
        passed = opponent(mover) if mover is not None and position.turn == mover else None
        return replace(self, position=position, last=square, passed=passed)


class PlayerKnowledge:
    """What one player knows, from the server's lines and from its own messages."""

    def __init__(self, name: str) -> None:
        self.name: Final = name
        self.finished = 0
        """How many games have ended while the client was there."""
        self._forget()

    def _forget(self) -> None:
        self.welcomed = False
        """Whether the server has let the client in, and told it who is here."""
        self.players: dict[str, bool] = {}
        """Who else is here, and whether they are busy."""
        self.invited: str | None = None
        """Whom the client has invited, until the invitation ends."""
        self.invitations: tuple[str, ...] = ()
        """Who waits for the client's answer, the earliest first."""
        self.accepted: str | None = None
        """Whose invitation the client has accepted, until the game begins."""
        self.game: KnownGame | None = None
        self.own_over = False
        """Whether the last invitation that ended was the client's own."""
        self._seats: dict[str, Seat] = {}
        """[player]: the seat in a game with that player; the one of the two who invited last is the host."""

    def login(self) -> Login:
        """Forgets what an earlier connection said, and returns the first message of a new one."""
        self._forget()
        return Login(self.name)

    def invite(self, name: str) -> Invite:
        """Records that the player is invited; returns the message to send."""
        self.invited = name
        self._seats[name] = BLACK
        return Invite(name)

    def cancel(self) -> CancelInvitation:
        """Records that the open invitation is taken back; returns the message to send."""
        if self.invited is None:
            raise ValueError("nobody is invited")
        name, self.invited = self.invited, None
        return CancelInvitation(name)

    def answer(self, name: str, accepted: bool) -> Answer:
        """Records the answer to a player's invitation; returns the message to send."""
        self._answered(name)
        if accepted:
            self.accepted = name
        return Answer(name, accepted)

    def put(self, square: int) -> Move:
        """Records the client's move; returns the message to send; raises IllegalMove."""
        game = self.game
        if game is None or not game.mine:
            raise IllegalMove("it is not your turn")
        self.game = game.after(square)
        row, column = divmod(square, 8)
        return Move(column, row)

    def hear(self, line: bytes) -> ServerMessage | None:
        """Reads a line from the server and updates what is known; None when it is wrong or brings nothing new."""
        try:
            message = read_server_message(line)
        except NotationError:
            # Any wording of the end of a game is accepted: a client that misses it would wait for ever.
            if not line.startswith((b"SGAMEEC", b"SGAMEC")):
                return None
            message = GameOver()
        return message if self._believe(message) else None

    def _believe(self, message: ServerMessage) -> bool:
        match message:
            case AddPlayer(name):
                return self._add(name)
            case SetStatus(name, busy):
                return self._set_status(name, busy)
            case DeletePlayer(name):
                return self._delete(name)
            case Invitation(name):
                return self._invitation(name)
            case InvitationOver(name):
                return self._invitation_over(name)
            case StartGame(name):
                return self._start(name)
            case Moved(column, row):
                return self._moved(column + 8 * row)
            case Recover():
                return self._recover(message)
            case GameOver():
                return self._game_over()
            case Pong():
                self.welcomed = True
                return True
            case Notice():
                return True

    def _add(self, name: str) -> bool:
        if name == self.name or name in self.players or len(self.players) >= MOST_PLAYERS:
            return False
        self.players[name] = False
        return True

    def _set_status(self, name: str, busy: bool) -> bool:
        self._add(name)
        if self.players.get(name, busy) == busy:
            return False
        self.players[name] = busy
        return True

    def _delete(self, name: str) -> bool:
        if name not in self.players:
            return False
        self._invitation_over(name)
        del self.players[name]
        self._seats.pop(name, None)
        return True

    def _invitation(self, name: str) -> bool:
        self._add(name)
        if name not in self.players:
            return False
        self._seats[name] = WHITE
        if name in self.invitations:
            return False
        self.invitations += (name,)
        return True

    def _invitation_over(self, name: str) -> bool:
        self.own_over = name == self.invited
        if not self.own_over and name != self.accepted and name not in self.invitations:
            return False
        if self.own_over:
            self.invited = None
        if name == self.accepted:
            self.accepted = None
        self._answered(name)
        return True

    def _answered(self, name: str) -> None:
        self.invitations = tuple(other for other in self.invitations if other != name)

    def _start(self, name: str) -> bool:
        if self.game is not None and self.game.opponent is None:
            # The board came first.
            self.game = replace(self.game, opponent=name)
        else:
            # Without an invitation it is an old game, and SRECOV will give the seat.
            self.game = KnownGame(name, self._seats.get(name))
        self.welcomed = True
        self.invited = self.accepted = None
        self.invitations = ()
        self._seats.clear()
        return True

    def _moved(self, square: int) -> bool:
        game = self.game
        if game is None or game.astray or square == game.last:  # the last move: sent twice, or the client's own
            return False
        if game.seat is None:
            # The opponent moves first, so it is the host.
            game = replace(game, seat=WHITE)
        try:
            self.game = replace(game, astray=True) if game.mine else game.after(square)
        except IllegalMove:
            self.game = replace(game, astray=True)
        return True

    def _recover(self, message: Recover) -> bool:
        old = message.position
        # A server may name the player who has to pass.
        position = settle(old.black, old.white, old.turn or BLACK)
        opponent_ = self.game.opponent if self.game else None
        self.game = KnownGame(opponent_, BLACK if message.host else WHITE, position)
        return True

    def _game_over(self) -> bool:
        if self.game is None:
            return False
        self.game = None
        self.finished += 1
        return True
