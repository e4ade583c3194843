"""What a door is: it turns a peer's lines into inputs for a table, and the table's events into lines for the peer.

A door is pure: it has no transport, no timer, no thread and no log, and it knows only the events that it is told. A
driver runs it. There are drivers on asyncio (`driver`, `lobby_driver`), in memory (`memory`), and for tournaments on
blocking pipes and connections (`stolik.tournament.referee`). A driver does this:

1. Make the door: `make_door(game)`. Cut what the peer sends into lines with `LineFramer(door.end, door.limit)`.
2. Give it a seat. If `door.claims` is false, do so when the peer connects: call `door.sit(seat)`, then give `Sit` to
   the table. If it is true, the door asks for a seat with a `Claim`. The door of a lobby gets its seat by `seated`.
3. Hand every line, without its end, to `door.read`, and do what it returns (see `Request`).
4. Hand every event of the table that is for this seat or for everyone to `door.tell`, in order. Send the returned lines
   together, each followed by `door.end`.
5. When `door.over` is true, close the connection once everything is sent, and do not call the door again.
6. To end the connection for another reason, send what `door.dismiss(why)` returns, and close.

When the peer disconnects, the driver gives `Leave` to the table; the door is not told.
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
    """Lines for the peer, without any input to the table."""

    lines: tuple[str, ...]


class Goodbye(Struct, frozen=True, gc=False):
    """The last lines for the peer, perhaps none. The driver sends them and closes the connection."""

    lines: tuple[str, ...] = ()
    why: str = ""
    """Why the peer is disconnected, for the log; empty when the peer leaves by itself."""


TableInput = inputs.Play | inputs.Foul | inputs.Cancel
LobbyInput = words.Enter | words.Invite | words.Cancel | words.Answer

Request = TableInput | LobbyInput | Claim | Reply | Goodbye | None
"""What a line of the peer asks the driver to do. None: nothing. An input goes to the table or to the lobby; only a
`LobbyDoor` returns inputs for a lobby. When `Enter` is refused, the driver sends what `dismiss` returns."""


class Door(ABC):
    """Connects one peer to a table, in one protocol. It is made for one game: `DoorClass(game)`."""

    end: bytes
    """The bytes that end every line, in both directions."""
    limit: int
    """The longest line of the peer in bytes, without its end; a longer one is read as `Overlong`."""
    claims: bool = False
    """Whether the peer asks for a seat. If not, it gets one when it connects."""
    silent_on: frozenset[type[Event]] = frozenset()
    """The events about which this protocol never has a line: a driver need not call `tell` with them."""
    over: bool = False
    """Whether the door has returned its last lines."""
    seat: Seat = ""
    """The peer's seat; empty: none yet."""

    def sit(self, seat: Seat) -> None:
        """Gives the peer this seat. Called before the first event of the table."""
        self.seat = seat

    @abstractmethod
    def read(self, line: bytes) -> Request:
        """What the peer asks for with this line, given without its end. Must not raise, whatever the peer sends."""

    @abstractmethod
    def tell(self, event: Event) -> Sequence[str]:
        """The lines for the peer about an event, without their ends. They may tell of earlier events too."""

    @abstractmethod
    def dismiss(self, why: str) -> Goodbye:
        """The last lines for a peer that is disconnected. `why` is in words; not every protocol can send it."""

    def claim(self, seat: Seat) -> str:
        """How the peer says that it wants this seat, for messages; a door that `claims` gives the line itself."""
        return f"a claim of seat {seat}"

    def refuse(self, taken: Sequence[Seat]) -> Goodbye:
        """The last lines for a peer that cannot have the seat that it claims; `taken` are the seats that are taken."""
        return self.dismiss(f"the seat is taken, and so are all of these: {', '.join(taken)}")

    def goodbye(self, *lines: str, why: str = "") -> Goodbye:
        """For subclasses: marks the door as over and returns these last lines."""
        self.over = True
        return Goodbye(lines, why)


class LobbyDoor(Door):
    """Connects one peer to a lobby, and then to one table after another. `over` means that it leaves the lobby."""

    @abstractmethod
    def seated(self, seat: Seat, opponent: str, *, again: bool, grace: float) -> Sequence[str]:
        """The lines that tell the peer of its seat: at a new table, or `again` at the table that waited for it.

        `grace` is how many seconds the table waits for an absent player.
        """

    @abstractmethod
    def tell_lobby(self, event: LobbyEvent) -> Sequence[str]:
        """The lines about an event of the lobby that is for this player alone."""

    @abstractmethod
    def tell_news(self, news: News) -> Sequence[str]:
        """The lines about events for everyone. Many doors get the same `News` object: cache by its identity."""
