"""Runs doors in memory: connects client and server without a socket. Time passes only in `pass_time`.

It is pure, like the doors. What a client sends is framed, read and answered before `send` returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from stolik.contract import Seat
from stolik.lobby import words
from stolik.lobby.lobby import Lobby, NoEntry, OutOfPlace
from stolik.lobby.words import LobbyEvent, Matched, News
from stolik.service.doors.door import Claim, Door, Goodbye, LobbyDoor, Reply, Request
from stolik.table import inputs
from stolik.table.events import Ended, Event, Left
from stolik.table.inputs import Input
from stolik.table.table import SeatTaken, Table
from stolik.wire.lines import LineFramer


class Room(Protocol):
    """What a peer is connected to: a table or a lobby."""

    def asked(self, peer: MemoryPeer, request: Request) -> None:
        """A peer's door has read a request."""

    def left(self, peer: MemoryPeer) -> None:
        """A peer has disconnected."""


class MemoryPeer:
    """A client's end of a connection in memory, and the door at the other end."""

    def __init__(self, door: Door, room: Room, name: str = "somebody") -> None:
        self.door = door
        self.name = name
        self.unread = b""
        """The bytes that were sent to the client and that it has not taken yet."""
        self.closed = False
        """Whether either end has closed."""
        self._room = room
        self._framer = LineFramer(door.end, door.limit)

    def send(self, data: bytes) -> None:
        """The client sends bytes: whole lines, parts of lines, or both."""
        for line in self._framer.feed(data):
            if self.closed:
                return
            self._room.asked(self, self.door.read(line))

    def close(self) -> None:
        """The client closes its end."""
        if not self.closed:
            self.closed = True
            self._room.left(self)

    def take_lines(self) -> list[str]:
        """Returns every line that the client was sent since the last call, without its end."""
        *lines, self.unread = self.unread.split(self.door.end)
        return [line.decode() for line in lines]

    def receive(self, lines: Sequence[str]) -> None:
        """Called by a room: sends lines to the client, and closes when the door is over."""
        if self.closed:
            return
        self.unread += b"".join(line.encode() + self.door.end for line in lines)
        if self.door.over:
            self.close()


class MemoryTable:
    """A table, and the peers at its seats."""

    def __init__(self, table: Table, now: float = 0.0) -> None:
        self.table = table
        self.now = now
        self.on_event: list[Callable[[Event], None]] = []
        """Called with every event, after the peers have been told."""
        self._peers: dict[Seat, MemoryPeer] = {}

    def connect(self, door: Door, seat: Seat | None = None, name: str = "somebody") -> MemoryPeer:
        """Connects a client; it gets this seat, or claims one if the seat is None."""
        peer = MemoryPeer(door, self, name)
        if seat is not None:
            self.sit(peer, seat)
        return peer

    def sit(self, peer: MemoryPeer, seat: Seat) -> None:
        """Seats a peer and tells its door; tells the peer when the seat is taken."""
        peer.door.sit(seat)
        self.bring(peer, seat)

    def bring(self, peer: MemoryPeer, seat: Seat) -> None:
        """Seats a peer whose door knows its seat already; tells the peer when the seat is taken."""
        try:
            events = self.table.take(inputs.Sit(seat, peer.name), self.now)
        except SeatTaken:
            taken = [each for each in self.table.game.seats if each in self.table.players]
            peer.receive(peer.door.refuse(taken).lines)
            return
        self._peers[seat] = peer
        self._tell(events)

    def asked(self, peer: MemoryPeer, request: Request) -> None:
        """Does what a peer's door has read."""
        if isinstance(request, inputs.Play | inputs.Foul | inputs.Cancel):
            self.take(request)
        elif isinstance(request, Claim):
            self.sit(peer, request.seat)
        elif isinstance(request, Reply | Goodbye):
            peer.receive(request.lines)

    def left(self, peer: MemoryPeer) -> None:
        """A peer has disconnected."""
        for seat in [seat for seat, other in self._peers.items() if other is peer]:
            self.take(inputs.Leave(seat))

    def take(self, input_: Input) -> None:
        """Gives an input to the table and tells the peers."""
        self._tell(self.table.take(input_, self.now))

    def pass_time(self, seconds: float) -> None:
        """Lets time pass, with a tick at each of the table's deadlines."""
        until = self.now + seconds
        while self.table.deadline is not None and self.table.deadline <= until:
            self.now = max(self.now, self.table.deadline)
            self.take(inputs.Tick())
        self.now = until

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, Left):
                self._peers.pop(event.seat, None)
            if event.to is None:
                hear = tuple(self._peers.values())
            else:
                hear = (self._peers[event.to],) if event.to in self._peers else ()
            for peer in hear:
                peer.receive(peer.door.tell(event))
            for tell in tuple(self.on_event):
                tell(event)


class MemoryLobby:
    """A lobby, the peers in it, and the tables of accepted invitations."""

    def __init__(self, lobby: Lobby, open_table: Callable[[Matched], Table]) -> None:
        self.lobby = lobby
        self.now = 0.0
        self._open_table = open_table
        self._peers: dict[str, MemoryPeer] = {}
        self._seats: dict[str, tuple[MemoryTable, Seat, str]] = {}
        """For each player who plays: the table, the seat, and the opponent."""

    def connect(self, door: LobbyDoor) -> MemoryPeer:
        """Connects a client."""
        return MemoryPeer(door, self)

    def pass_time(self, seconds: float) -> None:
        """Lets time pass at every table."""
        self.now += seconds
        for table in {id(table): table for table, _, _ in self._seats.values()}.values():
            table.pass_time(seconds)

    def asked(self, peer: MemoryPeer, request: Request) -> None:
        """Does what a peer's door has read; disconnects the peer when the lobby refuses it."""
        try:
            self._act(peer, request)
        except NoEntry as error:
            peer.receive(peer.door.dismiss(f"You cannot come in: {error}.").lines)
        except OutOfPlace as error:
            peer.receive(peer.door.dismiss(f"You are disconnected: {error}.").lines)

    def _act(self, peer: MemoryPeer, request: Request) -> None:
        if isinstance(request, words.Enter):
            self._enter(peer, request)
        elif isinstance(request, words.Invite | words.Cancel | words.Answer):
            self._tell(self.lobby.take(request))
        elif isinstance(request, inputs.Play | inputs.Foul | inputs.Cancel):
            if self.lobby.speaks_to_table(peer.name):
                self._seats[peer.name][0].take(request)
        elif isinstance(request, Reply | Goodbye):
            peer.receive(request.lines)

    def _enter(self, peer: MemoryPeer, enter: words.Enter) -> None:
        events = self.lobby.take(enter)
        peer.name = enter.player
        self._peers[peer.name] = peer
        self._tell(events)
        if peer.name in self._seats:
            self._seat(peer.name, again=True)
            table, seat, _ = self._seats[peer.name]
            table.bring(peer, seat)

    def left(self, peer: MemoryPeer) -> None:
        """A peer has disconnected."""
        if self._peers.get(peer.name) is not peer:
            return
        del self._peers[peer.name]
        self._tell(self.lobby.take(words.Exit(peer.name)))
        if peer.name in self._seats:
            self._seats[peer.name][0].left(peer)

    def _tell(self, events: Iterable[LobbyEvent]) -> None:
        for event in events:
            if isinstance(event, Matched):
                self._start(event)
            elif event.to is not None:
                peer = self._peers[event.to]
                peer.receive(_lobby_door(peer).tell_lobby(event))
            else:
                news = News((event,))
                for peer in tuple(self._peers.values()):
                    if not (isinstance(event, words.Arrived) and event.player == peer.name):
                        peer.receive(_lobby_door(peer).tell_news(news))

    def _start(self, matched: Matched) -> None:
        table = MemoryTable(self._open_table(matched), self.now)
        players = (matched.host, matched.guest)
        for player, opponent, seat in zip(players, reversed(players), table.table.game.seats, strict=True):
            self._seats[player] = table, seat, opponent
        table.on_event.append(lambda event: self._finish(matched) if isinstance(event, Ended) else None)
        for player in players:
            self._seat(player, again=False)
        for player in players:
            table.bring(self._peers[player], self._seats[player][1])

    def _seat(self, player: str, *, again: bool) -> None:
        table, seat, opponent = self._seats[player]
        peer = self._peers[player]
        peer.receive(_lobby_door(peer).seated(seat, opponent, again=again, grace=table.table.rules.grace))

    def _finish(self, matched: Matched) -> None:
        del self._seats[matched.host], self._seats[matched.guest]
        self._tell(self.lobby.take(words.Finish(matched.host)))


def _lobby_door(peer: MemoryPeer) -> LobbyDoor:
    assert isinstance(peer.door, LobbyDoor), "only lobby doors are connected to a lobby"  # noqa: S101 - an invariant
    return peer.door
