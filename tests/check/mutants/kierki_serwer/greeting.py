"""Mutants of `kierki-serwer`: IAM and BUSY."""

from __future__ import annotations

from typing import Any

from tests.check.mutants import Mutants

from stolik.games.kierki import door, wire
from stolik.service.doors import driver
from stolik.service.net import connection, connections
from stolik.wire import lines

mutants = Mutants()


@mutants.mutant("iam-lower-case")
def case_is_ignored() -> None:
    """Messages are read in lower case too."""
    whole = door.read_client_message
    door.read_client_message = lambda text: whole(text.upper())


@mutants.mutant("iam-with-space-behind")
def spaces_are_ignored() -> None:
    """Spaces around messages are ignored."""
    whole = door.read_client_message
    door.read_client_message = lambda text: whole(text.strip(" "))


@mutants.mutant("iam-other-word")
def wrong_greeting_is_ignored() -> None:
    """A wrong first message is ignored."""
    door.KierkiDoor._wrong = lambda self, why: door.Foul(self.seat, why) if self.seat else door.Foul("N", "ignored")


@mutants.mutant("iam-empty")
def empty_lines_are_ignored() -> None:
    """Empty lines are ignored."""
    whole = lines.LineFramer.feed
    lines.LineFramer.feed = lambda self, data: [one for one in whole(self, data) if one]


@mutants.mutant("no-iam-in-time")
def iam_has_no_timeout() -> None:
    """The server waits for IAM for ever."""
    connections.Connections._turn_away = lambda self, connection: None


@mutants.mutant("iam-byte-by-byte-for-ever")
def every_byte_extends_the_time_for_iam() -> None:
    """The time for IAM begins again with every byte."""
    whole = connection.LineConnection.data_received

    def data_received(self: Any, data: bytes) -> None:
        all_ = self._host._connections
        if self in all_._waiting:
            all_._waiting.pop(self).cancel()
            all_.arrived(self)
        whole(self, data)

    driver.TableDriver.data_received = data_received


@mutants.mutant("seat-is-taken")
def busy_is_not_sent() -> None:
    """A second client for a seat is disconnected without BUSY."""
    door.KierkiDoor.refuse = lambda self, taken: self.goodbye(why="taken")


@mutants.mutant("seat-is-taken")
def busy_client_stays() -> None:
    """A client that was told BUSY is not disconnected."""
    driver.TableDriver.part = lambda self, goodbye: self.send(*goodbye.lines)


@mutants.mutant("busy-lists-all-taken-seats")
def busy_lists_one_seat() -> None:
    """BUSY lists only the seat that was asked for."""
    door.KierkiDoor.refuse = lambda self, taken: self.goodbye(wire.Busy((self.seat,)).text(), why="taken")


@mutants.mutant("the-first-keeps-the-seat")
def second_client_takes_the_seat() -> None:
    """When a second client is refused, the first one is disconnected too."""
    whole = driver.TableDriver.sit

    def sit(self: Any, live: Any, seat: str) -> None:
        first = live.audience.doors.get(seat)
        whole(self, live, seat)
        if first is not None and first is not self:
            first.drop()

    driver.TableDriver.sit = sit
