"""Programs that ask for their seats themselves."""

from __future__ import annotations

from stolik.contract import Seat
from stolik.service.doors.door import Claim, Goodbye, Reply, Request
from stolik.table.inputs import Cancel, Foul, Play
from stolik.table.table import SeatTaken
from stolik.tournament.plan.causes import Cause, cause
from stolik.tournament.referee.arrivals import GIVEN_UP, OwnProtocol
from stolik.tournament.referee.house_seat import HouseSeat
from stolik.tournament.referee.peer import Peer


class ClaimedSeats(OwnProtocol):
    """Every program asks for its seat, and may ask for no other."""

    def bring(self, player: HouseSeat) -> None:
        """Brings one of our own players."""
        self.driver.sit(player.seat, player)

    def obey(self, peer: Peer, request: Request) -> None:
        """Gives a program the seat that is its own, and takes its moves."""
        if isinstance(request, Play | Foul | Cancel):
            if self.driver.sitters.get(peer.seat) is peer:
                self._to_table(peer, request)
        elif isinstance(request, Reply):
            self.driver.send(peer, request.lines)
        elif isinstance(request, Claim) and request.seat == peer.seat:
            self._sit(peer)
        elif isinstance(request, Goodbye) and peer.door.seat:
            self.say_goodbye(peer, request)
        elif isinstance(request, Claim | Goodbye):
            self._refuse(peer, request)

    def _to_table(self, peer: Peer, request: Play | Foul | Cancel) -> None:
        if isinstance(request, Cancel):
            self.dismiss(peer, GIVEN_UP)
        else:
            self.to_table(request)

    def _sit(self, peer: Peer) -> None:
        peer.door.sit(peer.seat)
        try:
            self.driver.sit(peer.seat, peer)
        except SeatTaken:
            table = self.driver.table
            peer.say(peer.door.refuse([seat for seat in table.game.seats if seat in table.players]).lines)
            self.part(peer)

    def _refuse(self, peer: Peer, request: Claim | Goodbye) -> None:
        """A seat that is not its own is refused as any wrong greeting is."""
        why = cause("away.greeting", greeting=peer.door.claim(peer.seat))
        lines = request.lines if isinstance(request, Goodbye) else peer.door.dismiss(str(why)).lines
        self.say_goodbye(peer, Goodbye(tuple(lines), str(why)), why)

    def left(self, peer: Peer) -> None:
        """Whoever played by the connection plays no more."""
        self.leave_table(peer)

    def missing(self) -> dict[Seat, Cause]:
        """Whose seats are empty."""
        return dict.fromkeys(self.driver.table.empty_seats, cause("start.noSeat"))
