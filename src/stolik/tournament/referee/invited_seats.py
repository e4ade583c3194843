"""Programs that come to their table through a lobby: each logs in under its seat's name, and one invites the other.

The lobby is of those two alone. The first seat invites and the second accepts; for players of our own, this is done
here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING

from stolik.contract import Seat
from stolik.lobby import words
from stolik.lobby.lobby import Lobby, NoEntry, OutOfPlace
from stolik.lobby.words import LobbyEvent, LobbyInput, Matched, News
from stolik.service.doors.door import Goodbye, LobbyDoor, Reply, Request
from stolik.table.inputs import Cancel, Foul, Play
from stolik.tournament.plan.causes import Cause, cause, told
from stolik.tournament.referee.arrivals import GIVEN_UP, OVER, OwnProtocol
from stolik.tournament.referee.house_seat import HouseSeat
from stolik.tournament.referee.peer import Peer
from stolik.tournament.sandbox.program import Program

if TYPE_CHECKING:
    from stolik.tournament.referee.driver import Driver, Sitter


class InvitedSeats(OwnProtocol):
    """A lobby of two, and the game that an invitation there leads to."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self._host, self._guest = driver.game.seats
        protocol = driver.game.protocol
        self._longest_silence = protocol.longest_silence if protocol is not None else None
        self._lobby = Lobby(len(driver.game.seats))
        self._here: dict[Seat, Sitter] = {}
        """Who is in the lobby, or has gone from there to the table."""
        self._silent_at: dict[Peer, float] = {}
        """When each peer will have been silent for too long."""
        self._welcomed: set[Seat] = set()
        """Who has ever been there."""
        self._invited = False
        self._replies: deque[LobbyInput] = deque()
        """What players of our own say to the lobby, once it has told everyone what it has to tell."""

    # Who is silent

    def came(self, peer: Peer) -> None:
        """A program has connected."""
        super().came(peer)
        self._listen_for(peer)

    def _listen_for(self, peer: Peer) -> None:
        """A program has come, or has said something: the time in which it may be silent begins again."""
        if self._longest_silence is not None:
            self._silent_at[peer] = self.driver.at + self._longest_silence
            self._set_alarm()

    def _set_alarm(self) -> None:
        self._silent_at = {peer: at for peer, at in self._silent_at.items() if not peer.closed}
        self.driver.silent_at = min(self._silent_at.values(), default=inf)

    def thawed(self, program: Program) -> None:
        """One that was stopped could not show that it lives."""
        for peer in self.driver.peers[program.seat]:
            self._listen_for(peer)

    def somebody_is_silent(self, until: float) -> None:
        """Sends away who has been silent for too long."""
        for peer, at in tuple(self._silent_at.items()):
            if peer.program.processes.frozen:
                self._listen_for(peer)
            elif at <= until and not peer.closed:
                left = self._left(peer)
                if left > 0:
                    self._silent_at[peer] = self.driver.at + left
                else:
                    self.dismiss(peer, cause("away.silent"))
        self._set_alarm()

    def _left(self, peer: Peer) -> float:
        """For how long a peer whose time to be silent is over may be silent yet: while it waited for a processor.

        Of whoever is asked for a move this is measured.
        """
        driver = self.driver
        if driver.sitters.get(driver.turn) is not peer:
            return 0.0
        driver.stopwatch.measure(driver.at)
        driver.clock.table_time(driver.at)
        return (self._longest_silence or 0.0) - driver.clock.spent

    # What is said

    def bring(self, player: HouseSeat) -> None:
        """Brings one of our own players to the lobby."""
        self._enter(player.seat, player, words.Enter(player.seat))

    def hear(self, peer: Peer, lines: Sequence[bytes]) -> None:
        """A program has said something."""
        if lines:
            self._listen_for(peer)
        super().hear(peer, lines)

    def obey(self, peer: Peer, request: Request) -> None:
        """Does what a program wants of the lobby or of its table, if it may have it."""
        why = self._objection(peer.seat, request)
        if why is not None:
            self.dismiss(peer, why)
            return
        try:
            self._obey(peer, request)
        except NoEntry as error:
            self.dismiss(peer, told(f"You cannot come in: {error}."))
        except OutOfPlace as error:
            self.dismiss(peer, told(f"You are disconnected: {error}."))

    def _objection(self, seat: Seat, request: Request) -> Cause | None:
        """What is wrong with something that would lead to another game than the scheduled one."""
        if isinstance(request, words.Enter) and request.player != seat:
            return cause("away.login", seat=seat)
        if isinstance(request, words.Invite) and seat != self._host:
            return cause("away.invites", seat=seat)
        return GIVEN_UP if isinstance(request, Cancel) else None

    def _obey(self, peer: Peer, request: Request) -> None:
        if isinstance(request, Play | Foul):
            if self._lobby.speaks_to_table(peer.seat) and self.driver.sitters.get(peer.seat) is peer:
                self.to_table(request)
        elif isinstance(request, words.Enter):
            self._enter(peer.seat, peer, request)
        elif isinstance(request, words.Invite | words.Cancel | words.Answer):
            self._to_lobby(request)
        elif isinstance(request, Reply):
            self.driver.send(peer, request.lines)
        elif isinstance(request, Goodbye):
            self.say_goodbye(peer, request)

    # What the lobby says

    def _enter(self, seat: Seat, sitter: Sitter, enter: words.Enter) -> None:
        events = self._lobby.take(enter)
        self._here[seat] = sitter
        self._welcomed.add(seat)
        self._tell(events)
        self._answer()

    def _to_lobby(self, input_: LobbyInput) -> None:
        self._tell(self._lobby.take(input_))
        self._answer()

    def _answer(self) -> None:
        while self._replies:
            self._tell(self._lobby.take(self._replies.popleft()))

    def _tell(self, events: Iterable[LobbyEvent]) -> None:
        for event in events:
            if isinstance(event, Matched):
                self._start()
            elif event.to is not None:
                self._tell_one(event.to, event)
            else:
                self._tell_everyone(event)

    def _tell_one(self, seat: Seat, event: LobbyEvent) -> None:
        if isinstance(event, words.Invited):
            self._invited = True
        listener = self._here[seat]
        if isinstance(listener, Peer):
            self.driver.send(listener, _door(listener).tell_lobby(event))
        elif isinstance(event, words.Welcomed) and event.others:
            self._invite(seat)
        elif isinstance(event, words.Invited):
            self._replies.append(words.Answer(seat, event.by, accepted=True))

    def _tell_everyone(self, event: LobbyEvent) -> None:
        news = News((event,))
        for seat, listener in tuple(self._here.items()):
            if isinstance(event, words.Arrived) and event.player == seat:
                continue
            if isinstance(listener, Peer):
                self.driver.send(listener, _door(listener).tell_news(news))
            elif isinstance(event, words.Arrived):
                self._invite(seat)

    def _invite(self, seat: Seat) -> None:
        if seat == self._host:
            self._replies.append(words.Invite(seat, self._guest, self.driver.game.name))

    def _start(self) -> None:
        players = (self._host, self._guest)
        grace = self.driver.table.rules.grace
        for seat, opponent in zip(players, reversed(players), strict=True):
            peer = self._here[seat]
            if isinstance(peer, Peer):
                self.driver.send(peer, _door(peer).seated(seat, opponent, again=False, grace=grace))
        for seat in players:
            self.driver.sit(seat, self._here[seat])

    # Who goes

    def left(self, peer: Peer) -> None:
        """Whoever was in the lobby by the connection is gone, from its table too."""
        if self._here.get(peer.seat) is not peer:
            return
        del self._here[peer.seat]
        self._tell(self._lobby.take(words.Exit(peer.seat)))
        self.leave_table(peer)

    def missing(self) -> dict[Seat, Cause]:
        """Who has not come to play, and what it did not do."""
        absent = [seat for seat in self.driver.game.seats if seat not in self._welcomed]
        if absent:
            return dict.fromkeys(absent, cause("start.noLogin"))
        if self._invited:
            return {self._guest: cause("start.notAccepted", seat=self._host)}
        return {self._host: cause("start.notInvited", seat=self._guest)}

    def ended(self) -> None:
        """Both are back in the lobby, where they are told that there is nothing more to play."""
        if self.driver.table.outcome is not None:
            self._tell(self._lobby.take(words.Finish(self._host)))
        super().ended()

    def farewell(self, peer: Peer) -> Sequence[str]:
        """Whoever has not logged in is told nothing."""
        return peer.door.dismiss(OVER).lines if self._here.get(peer.seat) is peer else ()


def _door(peer: Peer) -> LobbyDoor:
    assert isinstance(peer.door, LobbyDoor), "only such doors lead to a lobby"  # noqa: S101 - an invariant
    return peer.door
