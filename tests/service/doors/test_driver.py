"""What the drivers do for any door, shown with a door that says little: claims, replies, refusals and ends."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.support.code_doors import MemoryTransport, in_loop
from tests.support.pocket_games import AGAIN, start_of
from tests.support.simulated import Wire, run_simulated

from stolik.contract import NetworkProtocol
from stolik.lobby.lobby import Lobby
from stolik.lobby.words import Enter, LobbyEvent, News, Welcomed
from stolik.service.doors.code_server import CodeServer, tables_of
from stolik.service.doors.door import Claim, Door, Goodbye, LobbyDoor, Reply, Request
from stolik.service.doors.driver import SeatHost, TableDriver
from stolik.service.doors.lobby_driver import LobbyDoors
from stolik.service.doors.makers import make_lobby_door
from stolik.service.lobby.live_lobby import LiveLobby
from stolik.service.net.clock import Clock
from stolik.service.net.connections import Connections
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Asked, Ended, Event, Expelled
from stolik.table.inputs import Cancel, Foul, Play
from stolik.table.table import Table


class PlainDoor(Door):
    """Says the names of events; a line is a seat, a number, `give up`, `hello` or `bye`."""

    end = b"\n"
    limit = 16
    claims = True

    def __init__(self, _: object = None) -> None:
        pass

    def read(self, line: bytes) -> Request:
        text = line.decode()
        if text in AGAIN.seats:
            return Claim(text)
        if text.isdecimal():
            return Play(self.seat, text)
        known: dict[str, Request] = {
            "give up": Cancel(self.seat),
            "hello": Reply(("hello", "you")),
            "bye": self.goodbye("bye") if text == "bye" else None,
            "": None,
        }
        return known[text] if text in known else Foul(self.seat, text)

    def tell(self, event: Event) -> Sequence[str]:
        if isinstance(event, Ended | Expelled):
            return self.goodbye(type(event).__name__).lines
        return [f"Asked {event.seat}"] if isinstance(event, Asked) else ()

    def dismiss(self, why: str) -> Goodbye:
        return self.goodbye(f"go: {why}", why=why)


class Client:
    """A client on a transport in memory."""

    def __init__(self, driver: TableDriver) -> None:
        self.transport = MemoryTransport("127.0.0.1")
        self.driver = driver
        driver.connection_made(self.transport)

    def say(self, *lines: str) -> list[str]:
        """Says lines; what it was told since the last time, and `end` once that was all."""
        self.driver.data_received("".join(f"{line}\n" for line in lines).encode())
        heard, self.transport.written = self.transport.written.decode().splitlines(), b""
        return [*heard, *["end"] * self.transport.ended]


def a_table() -> LiveTable:
    return LiveTable(Table(AGAIN, start_of(AGAIN), AGAIN.house_rules), Clock())


@in_loop
async def test_a_driver_does_what_a_door_reads() -> None:
    live = a_table()
    host = SeatHost(live, Connections(None))
    one, two, late = (Client(TableDriver(PlainDoor(), host)) for _ in range(3))
    assert one.say("1", "give up", "", "hello") == ["hello", "you"], "without a seat an input is nobody's"
    assert one.say("a") == []
    assert late.say("a") == ["go: the seat is taken, and so are all of these: a", "end"]
    assert two.say("b") == ["Asked a"]
    assert one.say("1") == ["Asked a", "Asked b"]
    assert two.say("nonsense") == ["Asked b", "Ended", "end"]
    assert one.say() == ["Ended", "end"]
    assert live.is_over


@in_loop
async def test_the_last_words_of_a_door_end_its_connection_and_leave_its_seat() -> None:
    live = a_table()
    host = SeatHost(live, Connections(None))
    one = Client(TableDriver(PlainDoor(), host))
    assert one.say("a", "bye", "hello") == ["bye", "end"]
    one.driver.connection_lost(None)
    assert live.empty_seats == AGAIN.seats


@in_loop
async def test_a_driver_that_is_closed_has_its_door_say_so_once() -> None:
    one = Client(TableDriver(PlainDoor(), SeatHost(a_table(), Connections(None))))
    one.driver.close()
    one.driver.close()
    assert one.say("hello") == ["go: no more games are played here", "end"]


@in_loop
async def test_nobody_chooses_a_seat_where_clients_are_paired() -> None:
    server = CodeServer(AGAIN, tables_of(AGAIN, lambda: start_of(AGAIN), AGAIN.house_rules))
    one = Client(TableDriver(PlainDoor(), server))
    assert one.say("a") == ["go: no more games are played here", "end"]


class PlainLobbyDoor(PlainDoor, LobbyDoor):
    """Comes in by `enter NAME`."""

    def read(self, line: bytes) -> Request:
        word, _, name = line.decode().partition(" ")
        return Enter(name) if word == "enter" else super().read(line)

    def seated(self, seat: str, opponent: str, *, again: bool, grace: float) -> Sequence[str]:
        return ()

    def tell_lobby(self, event: LobbyEvent) -> Sequence[str]:
        return [f"with {' '.join(event.others)}"] if isinstance(event, Welcomed) else ()

    def tell_news(self, news: News) -> Sequence[str]:
        return [type(event).__name__ for event in news.events]


PROTOCOL = NetworkProtocol(entrance="lobby", door=PlainLobbyDoor, greeting_time=5.0, longest_silence=2.0)


def test_a_lobbys_door_is_let_in_answered_and_sent_away(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        game = replace(AGAIN, protocol=PROTOCOL)
        doors = LobbyDoors(game, LiveLobby(Lobby(2), lambda _: a_table()), Clock())
        ada, bob, eve = (Wire(doors.new_door()) for _ in range(3))
        ada.client_sends(b"enter Ada\nhello\n")
        assert ada.unread == b"with \nhello\nyou\n"
        bob.client_sends(b"enter Bob\n1\n")
        assert bob.unread == b"with Ada\ngo: You are disconnected: you are not in a game.\n"
        eve.client_sends(b"1\nenter Ada\n")
        assert eve.unread == b"go: You cannot come in: the name Ada is taken.\n"
        assert ada.unread == b"with \nhello\nyou\nArrived\nGone\n"
        ada.client_sends(b"bye\n")
        assert ada.unread.endswith(b"Gone\nbye\n")
        assert ada.ended

    with caplog.at_level(logging.INFO, "stolik"):
        run_simulated(main())
    assert "dismiss player=Bob peer=192.0.2.1:40000 why='You are disconnected: you are not in a game.'" in caplog.text


def test_a_door_that_leads_to_no_lobby_is_not_taken_for_one_that_does() -> None:
    with pytest.raises(TypeError, match="does not lead to a lobby"):
        make_lobby_door(AGAIN)
