"""What every door of a tournament does beside its protocol: it has everything written down."""

from __future__ import annotations

from stolik.contract import Seat
from stolik.service.net.connection import LineConnection
from stolik.tournament.referee.scribe import Scribe
from stolik.wire.report import shown


class NotedDoor(LineConnection):
    """To be mixed into a door: the door of one program, which may take its own seat and no other."""

    def belongs_to(self, seat: Seat, scribe: Scribe) -> None:
        """Says whose door it is, before anyone comes."""
        self._own = seat
        self._scribe = scribe

    def data_received(self, data: bytes) -> None:
        """A whole line that comes after the end was late, if it was waited for."""
        if self.closed and self._end.encode() in data:
            self._scribe.late_line(self._own)
        super().data_received(data)

    def line_received(self, line: bytes) -> None:
        """The program said something."""
        self._scribe.note(self._own, ">", shown(line))
        why = self.objection(line)
        if why is None:
            super().line_received(line)
        else:
            self._scribe.send_away(self._own, why)
            self.refuse(why)

    def objection(self, line: bytes) -> str | None:
        """What is wrong with a line that would lead to another game than the scheduled one."""
        return None

    def refuse(self, why: str) -> None:
        """Sends the program away."""
        self.close()

    def send(self, *lines: str) -> None:
        """Sends lines."""
        if not self.closed:
            for line in lines:
                self._scribe.note(self._own, "<", line)
        super().send(*lines)
