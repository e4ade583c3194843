"""What a door is: a peer's lines into the table's inputs, and the table's events into lines for the peer.

A door is pure: it has no transport, no timer, no thread and no log, and it reads nothing of a table but the events that
it is told. A driver runs it. There is one on asyncio (`driver`, `lobby_driver`), one in memory (`memory`), and one for
tournaments, on blocking pipes and connections (`stolik.tournament.referee`). This is what a driver has to do:

1. Make the door: `make_door(game)`. Cut what the peer sends into lines with `LineFramer(door.end, door.limit)`.
2. Give it a seat. A door whose `claims` is false gets one when the peer comes: `door.sit(seat)`, then `Sit` to the
   table. The others ask for theirs with a `Claim`. A door of a lobby is told of its seat by `seated`.
3. Hand every line, without its end, to `door.read`, and do what it returns (see `Request`).
4. Hand every event of the table that is for this seat or for everyone to `door.tell`, in order, and send the lines that
   it returns together, each with `door.end` behind it.
5. When `door.over` is true, close the connection once all is sent, and call the door no more.
6. To end the connection for a reason of the house, send what `door.dismiss(why)` returns, and close.

When the peer is gone, that is the driver's to tell the table (`Leave`); the door is just dropped.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from msgspec import Struct

from stolik.contract import Seat
from stolik.lobby import words
from stolik.lobby.words import LobbyEvent, News
from stolik.table import inputs
from stolik.table.events import Event


class Claim(Struct, frozen=True, gc=False):
    """The peer asks for a seat. The driver calls `sit` and seats it at the table, or sends what `refuse` returns."""

    seat: Seat


class Reply(Struct, frozen=True, gc=False):
    """The door answers by itself; nobody else hears of it."""

    lines: tuple[str, ...]


class Goodbye(Struct, frozen=True, gc=False):
    """The last lines for the peer, perhaps none; then the driver closes the connection."""

    lines: tuple[str, ...] = ()
    why: str = ""
    """Why the peer is sent away, for a log; empty when it goes by itself."""


TableInput = inputs.Play | inputs.Foul | inputs.Cancel
LobbyInput = words.Enter | words.Invite | words.Cancel | words.Answer

Request = TableInput | LobbyInput | Claim | Reply | Goodbye | None
"""What the peer wants with a line. None: nothing. An input goes to the table, or to the lobby; only a `LobbyDoor`
returns inputs of a lobby. `Enter` may be refused: then the driver sends what `dismiss` returns."""


class Door(ABC):
    """One peer's way to a table, in one protocol. Made with the game that is played."""

    end: bytes
    """What ends every line, both ways."""
    limit: int
    """The longest line of the peer in bytes, without its end; a longer one is read as `Overlong`."""
    claims: bool = False
    """Whether the peer says which seat it wants. When it does not, it is given one as it comes."""
    over: bool = False
    """Whether the door has said its last word."""
    seat: Seat = ""
    """Where the peer sits; empty: nowhere."""

    def sit(self, seat: Seat) -> None:
        """The peer gets this seat now, before it is told anything of the table."""
        self.seat = seat

    @abstractmethod
    def read(self, line: bytes) -> Request:
        """What the peer wants with this line, which has no end. Never raises for anything that a peer can send."""

    @abstractmethod
    def tell(self, event: Event) -> Sequence[str]:
        """The lines for the peer about an event, without their ends. They may tell of earlier events too."""

    @abstractmethod
    def dismiss(self, why: str) -> Goodbye:
        """The last lines for a peer whom the house sends away; `why` is in words, and not every protocol can say it."""

    def claim(self, seat: Seat) -> str:
        """How the peer says that it wants this seat, for messages; a door that `claims` gives the line itself."""
        return f"a claim of seat {seat}"

    def refuse(self, taken: Sequence[Seat]) -> Goodbye:
        """The last lines for a peer whose claim cannot be granted; `taken` are the seats that it could not have."""
        return self.dismiss(f"the seat is taken, and so are all of these: {', '.join(taken)}")

    def goodbye(self, *lines: str, why: str = "") -> Goodbye:
        """For doors: these are the last lines."""
        self.over = True
        return Goodbye(lines, why)


class LobbyDoor(Door):
    """One peer's way to a lobby, and from there to one table after another. `over` is about its time in the lobby."""

    @abstractmethod
    def seated(self, seat: Seat, opponent: str, *, again: bool, grace: float) -> Sequence[str]:
        """The peer has a seat at a new table, or again at the one that waited for it. The lines that say so.

        `grace` is how many seconds the table waits for a player who is gone.
        """

    @abstractmethod
    def tell_lobby(self, event: LobbyEvent) -> Sequence[str]:
        """The lines about what the lobby says to this player alone."""

    @abstractmethod
    def tell_news(self, news: News) -> Sequence[str]:
        """The lines about what the lobby says to everyone. Many doors hear the same `News`: cache by its identity."""
