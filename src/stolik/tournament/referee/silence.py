"""What a program did whose time for a move ran out: looked at once, when the time is up and before it is told."""

from __future__ import annotations

import struct
from typing import Final

from msgspec import Struct

from stolik.tournament.plan.causes import Cause, cause
from stolik.tournament.referee.peer import Peer
from stolik.tournament.sandbox.process_tree import family, reads_input
from stolik.wire.report import shown

_INT: Final = struct.Struct("i")


class Silence(Struct, frozen=True):
    """What was seen of a program that has not answered."""

    unfinished: str = ""
    """The line that it has begun and not ended."""
    waits: bool = False
    """Whether it waits for its next line."""
    unread: bool = False
    """Whether its question is still where it was written."""

    def cause(self, name: str, limit: float, answered: float | None, too_late: float) -> Cause:
        """Why the game is lost; `answered` is how long the answer took that came after all, if one did."""
        if self.unfinished:
            return cause("overtime.unfinished", name=name, limit=limit, line=self.unfinished)
        if self.waits:
            how = "waiting" if answered is None else "buffered"
            return cause(f"overtime.{how}", name=name, limit=limit)
        if answered is not None:
            return cause("overtime.late", name=name, limit=limit, answered=round(answered, 3), late=round(too_late, 3))
        return cause("overtime.unread" if self.unread else "overtime.silent", name=name, limit=limit)


def look_at(peer: Peer) -> Silence:
    """Looks at a program that has not answered."""
    if peer.program.has_died():
        return Silence()
    return Silence(
        shown(peer.unfinished),
        reads_input(family(peer.program.process.pid), None if peer.over_network else peer.writes),
        not peer.over_network and _unread(peer.writes),
    )


def _unread(descriptor: int) -> bool:
    """Whether there are bytes in a pipe that nobody has read."""
    import fcntl  # here, because the service loads this module on systems without them
    import termios

    try:
        (waiting,) = _INT.unpack(fcntl.ioctl(descriptor, termios.FIONREAD, _INT.pack(0)))
    except OSError:
        return False
    return bool(waiting)
