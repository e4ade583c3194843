"""Programs in the lobby of a simulated service: their lines come in pieces and late, and their connections break.

A program is checked whenever it is told something: what it knows of its game must be on disk by then.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from tests.support.simulated import Wire, check

from stolik.contract import Kind, Player
from stolik.games.othello import GAME
from stolik.games.othello.rules import START
from stolik.games.othello.told import PlayerKnowledge
from stolik.games.othello.wire import ClientMessage, EndGame, GameOver, Moved, Ping, Recover, StartGame
from stolik.lobby.lobby import Lobby
from stolik.lobby.names import name_keys
from stolik.lobby.words import Matched
from stolik.service.doors.lobby_driver import LobbyDoors
from stolik.service.lobby.live_lobby import LiveLobby, seats_of
from stolik.service.tables.live_table import LiveTable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.support.simulated_service import SimulatedService, World

PING_EVERY: Final = 10.0
"""Seconds. A client that says nothing for 15 is disconnected."""
LATE: Final = 0.05
"""Seconds between two pieces of a line."""


class SimulatedLobby:
    """The lobby of one service, and the programs that are connected to it."""

    def __init__(self, service: SimulatedService) -> None:
        self._house = service.house
        self.live = LiveLobby(Lobby(50, (GAME.name,), name_keys), self._open)
        self.doors = LobbyDoors(GAME, self.live, service.clock)
        self.callers: list[Caller] = []

    def _open(self, matched: Matched) -> LiveTable:
        names = zip(seats_of(GAME, matched), (matched.host, matched.guest), strict=True)
        kept = {seat: Player(name, Kind.PROGRAM) for seat, name in names}
        return self._house.open(GAME, START, GAME.house_rules, kept)

    def adopt(self, recovered: Iterable[LiveTable]) -> None:
        """Has the tables of before a restart wait for their players."""
        for live in recovered:
            if live.game is GAME:
                check(self.live.adopt(live), "a game waits in vain: its player has another one")

    def has_seat_for(self, player: str) -> bool:
        """Whether a game waits for the player, and all that happened in it is on disk."""
        at = self.live._seats.get(player)
        if at is None or at.table.is_over or at.seat not in at.table.empty_seats:
            return False
        scribe = at.table._scribe
        return scribe is not None and scribe._on_disk == scribe._handed_in and not scribe._acts

    def cut(self) -> None:
        """The service ends: all connections are lost."""
        for caller in tuple(self.callers):
            caller.lose()


class _Line(Wire):
    """A connection whose client reads at once."""

    def __init__(self, caller: Caller, door: asyncio.Protocol) -> None:
        self._caller: Caller | None = caller
        super().__init__(door)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        super().write(data)
        while self._caller is not None and (line := self.client_reads_line()) is not None:
            self._caller.hear(line.encode())

    def abort(self) -> None:
        super().abort()
        if self._caller is not None:
            self._caller.lose()

    def forget_caller(self) -> None:
        """The client hears nothing more."""
        self._caller = None


class Caller:
    """One program, and what it knows; it calls again when its connection was lost."""

    def __init__(self, world: World, name: str) -> None:
        self._world = world
        self.known = PlayerKnowledge(name)
        self._lobby: SimulatedLobby | None = None
        """The one that it is connected to."""
        self._line: _Line | None = None
        self._pieces: list[bytes] = []
        self._table_id = ""

    @property
    def is_connected(self) -> bool:
        """Whether it has a connection."""
        return self._line is not None

    def dial(self) -> None:
        """Connects to the service, and is led back to the game that waits for it."""
        if self.is_connected:
            return
        self._lobby = lobby = self._world.owner.lobby
        is_awaited = lobby.has_seat_for(self.known.name)
        self._line = _Line(self, lobby.doors.new_door())
        lobby.callers.append(self)
        self._send(self.known.login(), 0)
        asyncio.get_running_loop().call_later(PING_EVERY, self._ping, self._line)
        check(self.known.game is not None or not is_awaited, "a program is kept from its own seat")

    def check_seat(self) -> None:
        """It knows of its game, now that everything works."""
        is_seated = self.is_connected and self.known.name in self._world.owner.lobby.live._seats
        check(self.known.game is not None or not is_seated, "a program is not told of its game")

    def lose(self) -> None:
        """Its connection ends, and the service is told so."""
        if self._line is None or self._lobby is None:
            return
        line, self._line = self._line, None
        self._lobby.callers.remove(self)
        self._pieces.clear()
        line.forget_caller()
        line.client_closes()

    def invite(self, other: str, cut: int) -> None:
        """Invites another player, if it may."""
        known = self.known
        if known.game is None and known.invited is None and not known.invitations and known.players.get(other) is False:
            self._send(known.invite(other), cut)

    def accept(self, cut: int) -> None:
        """Accepts the first invitation."""
        if self.known.invitations and self.known.game is None and self.known.accepted is None:
            self._send(self.known.answer(self.known.invitations[0], accepted=True), cut)

    @property
    def may_move(self) -> bool:
        """Whether it is its turn, by what it knows."""
        return self.is_connected and self.known.game is not None and self.known.game.mine

    def move(self, choice: int, cut: int) -> None:
        """Makes a move; it must be its turn."""
        assert self.known.game is not None
        moves = self.known.game.position.moves()
        self._send(self.known.put(moves[choice % len(moves)]), cut)

    def end_game(self, cut: int) -> None:
        """Ends its game."""
        if self.known.game is not None:
            self._send(EndGame(), cut)

    def hear(self, line: bytes) -> None:
        """Reads a line of the service; what it tells must be on disk now."""
        message = self.known.hear(line)
        if isinstance(message, StartGame) and self._lobby is not None:
            self._table_id = self._lobby.live._seats[self.known.name].table.id
            check(self._on_disk() is not None, "a game begins whose table is not on disk")
        elif isinstance(message, Moved | Recover):
            self._check_game()
        elif isinstance(message, GameOver):
            stored = self._world.stored(self._table_id)
            check(stored is not None and stored.facts.outcome is not None, "an end is told that is not on disk")

    def _check_game(self) -> None:
        game, moves = self.known.game, self._on_disk()
        check(game is not None and not game.astray, "the boards of a program and of the service differ")
        check(moves is not None, "a move is told of a table that is not on disk")
        if game is None or moves is None:
            return
        position, reached = START, [START]
        for _, move in moves:
            position = position.play(GAME.read_move(move))
            reached.append(position)
        check(game.position in reached, "a program is told a position that is not on disk")

    def _on_disk(self) -> list[tuple[str, str]] | None:
        return self._world.moves_on_disk(self._table_id)

    # What it sends.

    def _send(self, message: ClientMessage, cut: int) -> None:
        """Sends a line, whose end comes late if it is cut; nothing without a connection."""
        if self._line is None:
            return
        data = f"{message.text()}\n".encode()
        cut %= len(data)
        pieces = [data[:cut], data[cut:]] if cut else [data]
        self._pieces += pieces
        if len(self._pieces) == len(pieces):
            self._send_piece(self._line)

    def _send_piece(self, line: _Line | None) -> None:
        if line is None or line is not self._line or not self._pieces:
            return
        line.client_sends(self._pieces.pop(0))
        if self._pieces:
            asyncio.get_running_loop().call_later(LATE, self._send_piece, line)

    def _ping(self, line: _Line) -> None:
        if line is self._line:
            self._send(Ping(), 0)
            asyncio.get_running_loop().call_later(PING_EVERY, self._ping, line)
