"""Othello's door in simulated time: every conversation of the design's table, and what is not in the table."""

import asyncio
import logging
from collections.abc import Callable

import pytest
from tests.conversations.script import Conversation, bursts, read_conversations
from tests.support.cuts import CUTS, Cut
from tests.support.simulated import Wire, run_simulated, stand_still

from stolik.games.othello import GAME
from stolik.games.othello.programs.server import OthelloHouse
from stolik.games.othello.wire import LIMIT
from stolik.service.doors.lobby_driver import MOST_LINES_AT_ONCE
from stolik.service.net.connection import WRITE_LIMIT

assert GAME.protocol is not None
LOGIN_TIME = GAME.protocol.greeting_time or 0.0
CONVERSATIONS = list(read_conversations("othello.txt"))


async def all_is_read() -> None:
    """A server that is to act at this moment first reads what has come."""
    for _ in range(3):
        await asyncio.sleep(0)


async def hold(conversation: Conversation, cut: Cut) -> None:
    house = OthelloHouse(conversation.most)
    wires: dict[str, Wire] = {}
    for burst in bursts(conversation.steps):
        step = burst[0]
        if step.what == "wait":
            await asyncio.sleep(step.seconds)
            await all_is_read()
            continue
        if step.who not in wires:
            wires[step.who] = Wire(house.new_door())
        wire = wires[step.who]
        if step.what == ">":
            for piece in cut("".join(f"{each.text}\n" for each in burst).encode()):
                wire.client_sends(piece)
        elif step.what == "<":
            assert wire.client_reads_line() == step.text, step
        elif step.what == "closes":
            wire.client_closes()
            await asyncio.sleep(0)
        else:
            assert (wire.ended, wire.unread) == (True, b""), step
    for name, wire in wires.items():
        assert wire.unread == b"", name
    await house.close()


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation.title[:40])
def test_a_row_of_the_table(conversation: Conversation, cut: Cut) -> None:
    run_simulated(hold(conversation, cut))


def test_every_row_of_the_table_is_here() -> None:
    titles = " ".join(conversation.title for conversation in CONVERSATIONS)
    for message in (
        *["CNAME", "CPING", "CMOV", "CREQ~", "CRES~", "CREQC~", "CENDGAME", "CGAMEC", "SADDP~", "SDELP~", "SUPS~"],
        *["SREQ~", "SREQC~", "SPONG", "SSTARTG~", "SGAMEEC~", "SGAMEI", "SRECOV~", "SMOV~", "YES", "NO"],
    ):
        assert message in titles


class Room:
    """A server in simulated time, and clients by name that have come in."""

    def __init__(self, *names: str, most: int = 12, grace: float = 60.0) -> None:
        self.house = OthelloHouse(most, grace)
        self.clients: dict[str, Wire] = {}
        for name in names:
            self.come(name)

    def come(self, name: str, *, reads: bool = True) -> Wire:
        wire = self.clients[name] = Wire(self.house.new_door(), reads)
        self.say(name, f"CNAME~{name}")
        return wire

    def say(self, name: str, *lines: str) -> None:
        self.clients[name].client_sends("".join(f"{line}\n" for line in lines).encode())

    def said(self, name: str) -> list[str]:
        """What the client was sent since it was last asked."""
        wire = self.clients[name]
        lines, wire.unread = wire.unread.decode().split("\n"), b""
        return lines[:-1]

    def forget(self) -> None:
        for name in self.clients:
            self.said(name)

    def play(self, host: str, guest: str) -> None:
        self.say(host, f"CREQ~{guest}")
        self.say(guest, f"CRES~{host}~ACCEPT")
        assert self.said(host)[-1] == f"SSTARTG~{guest}"
        assert self.said(guest)[-1] == f"SSTARTG~{host}"
        self.forget()


def simulated(test: Callable[[], object]) -> Callable[[], None]:
    async def main() -> None:
        result = test()
        if asyncio.iscoroutine(result):
            await result

    def run() -> None:
        run_simulated(main())

    run.__name__ = test.__name__
    return run


@simulated
def test_of_two_who_invite_each_other_the_first_is_the_host() -> None:
    room = Room("Dan", "Eva")
    room.forget()
    room.say("Dan", "CREQ~Eva")
    room.say("Eva", "CREQ~Dan")
    assert room.said("Eva") == ["SREQ~Dan", "SUPS~Dan~BUSY", "SREQC~Dan", "SREQ~Dan"]
    room.say("Eva", "CRES~Dan~ACCEPT")
    assert room.said("Eva") == ["SSTARTG~Dan"]
    assert room.said("Dan") == ["SUPS~Eva~BUSY", "SSTARTG~Eva"]
    room.say("Dan", "CMOV~5~4")
    assert room.said("Eva") == ["SMOV~5~4"]


@simulated
def test_whoever_invites_a_busy_an_absent_or_an_unknown_player_is_told_that_it_is_over() -> None:
    room = Room("Dan", "Eva", "Jan")
    room.play("Dan", "Eva")
    room.say("Jan", "CREQ~Dan", "CREQ~nobody")
    assert room.said("Jan") == ["SREQC~Dan", "SREQC~nobody"]
    assert room.said("Dan") == []


@simulated
def test_a_move_and_an_end_that_cross_the_end_of_the_game_are_forgiven() -> None:
    room = Room("Dan", "Eva")
    room.play("Dan", "Eva")
    room.say("Eva", "CENDGAME")
    room.forget()
    room.say("Dan", "CMOV~5~4", "CENDGAME", "CPING")
    assert room.said("Dan") == ["SPONG"]
    room.say("Dan", "CREQ~Eva")
    assert room.said("Eva") == ["SREQ~Dan", "SUPS~Dan~BUSY"]
    room.forget()
    room.say("Dan", "CMOV~5~4")
    assert room.said("Dan") == ["SGAMEI~You are disconnected: you are not in a game."], "it knew by then"


@simulated
async def test_a_game_ends_at_once_when_it_does_not_wait() -> None:
    room = Room("Dan", "Eva", grace=0)
    room.play("Dan", "Eva")
    room.clients["Dan"].client_closes()
    await asyncio.sleep(0)
    assert room.said("Eva") == [
        *["SDELP~Dan", "SGAMEI~Dan is gone.", "SGAMEI~Dan has not come back. A draw: black 2, white 2."],
        "SGAMEEC~GameHasBeenCanceled",
    ]


@simulated
async def test_a_name_is_free_again_when_a_player_leaves_the_lobby() -> None:
    room = Room("Dan", "Eva", most=2)
    room.forget()
    room.say("Dan", "CEXIT")
    assert room.clients["Dan"].ended
    assert room.said("Eva") == ["SDELP~Dan"]
    room.come("Dan")
    assert room.said("Dan") == ["SADDP~Eva"]
    assert room.said("Eva") == ["SADDP~Dan"]
    await asyncio.sleep(2)
    room.say("Dan", "CPING")
    assert room.said("Dan") == ["SPONG"], "the end of the old connection is not the end of the new one"


@simulated
async def test_nobody_is_silent_because_the_server_stood_still() -> None:
    room = Room("Dan", "Eva")
    room.forget()
    stand_still(20)
    await asyncio.sleep(0.1)
    room.say("Dan", "CPING")
    await asyncio.sleep(1)
    assert room.said("Dan") == ["SPONG", "SDELP~Eva"]


def says_unheard(wire: Wire, data: bytes) -> None:
    """Something has come, but the server is late: its timers come before it reads."""
    loop = asyncio.get_running_loop()
    loop.call_soon(loop.call_soon, wire.client_sends, data)


@simulated
async def test_what_has_come_is_read_before_anybody_is_taken_to_be_silent() -> None:
    room = Room("Dan", "Eva")
    room.forget()
    await asyncio.sleep(5)
    stand_still(10.5)
    says_unheard(room.clients["Dan"], b"CPING\n")
    await asyncio.sleep(0.5)
    assert room.said("Dan") == ["SPONG", "SDELP~Eva"]
    await asyncio.sleep(15)
    assert room.clients["Dan"].ended, "from then on it was silent"


@simulated
async def test_a_name_that_has_come_is_read_before_a_client_is_taken_to_have_none() -> None:
    room = Room()
    wire = Wire(room.house.new_door())
    for _ in range(6):
        await asyncio.sleep(9)
        wire.client_sends(b"CPING\n")
    stand_still(6.5)
    says_unheard(wire, b"CNAME~Dan\n")
    await asyncio.sleep(0.5)
    assert not wire.ended


@simulated
async def test_whoever_pings_without_ever_saying_who_it_is_must_go_in_the_end() -> None:
    room = Room()
    wire = Wire(room.house.new_door())
    for _ in range(int(LOGIN_TIME) // 10 - 1):
        await asyncio.sleep(10)
        wire.client_sends(b"CPING\n")
        assert wire.client_reads_line() == "SPONG"
    await asyncio.sleep(10.1)
    assert wire.ended


@simulated
async def test_the_longest_names_fit_into_every_line() -> None:
    one, two = "𝔇" * 32, "𝔈" * 32
    room = Room(one, two)
    wires = dict(room.clients)
    room.play(one, two)
    wires[one].client_closes()
    await asyncio.sleep(0)
    lines = room.said(two)
    for _ in range(7):
        await asyncio.sleep(10)
        room.say(two, "CPING")
    lines += room.said(two)
    third = Wire(room.house.new_door())
    third.client_sends(f"CNAME~{two}\n".encode())
    lines.append(third.client_reads_line() or "")
    assert "SGAMEEC~GameHasBeenCanceled" in lines
    assert max(len(line.encode()) for line in lines) <= LIMIT


@simulated
def test_a_flood_ends_the_connection_that_makes_it() -> None:
    room = Room("Dan", "Eva")
    room.forget()
    for _ in range(3):
        room.say("Dan", *["CPING"] * MOST_LINES_AT_ONCE)
        assert room.said("Dan") == ["SPONG"] * MOST_LINES_AT_ONCE
    room.say("Dan", *["CPING"] * (MOST_LINES_AT_ONCE + 1))
    assert room.said("Dan") == ["SGAMEI~You are disconnected: you say too much at once."]
    assert room.clients["Dan"].ended
    assert room.said("Eva") == ["SDELP~Dan"]


@simulated
async def test_a_client_that_never_reads_is_dropped_and_the_others_hear_of_it() -> None:
    room = Room("Eva")
    deaf = room.come("Dan", reads=False)
    assert room.said("Eva") == ["SADDP~Dan"]
    while not deaf.is_closing():
        room.say("Dan", *["CPING"] * 100)
        room.say("Eva", "CPING")
        await asyncio.sleep(0.5)
    assert room.said("Eva")[-1] == "SDELP~Dan"
    assert len(deaf.unread) < WRITE_LIMIT + 1000


@simulated
async def test_a_slow_reader_is_not_drowned_in_what_the_lobby_tells_everyone() -> None:
    room = Room("Eva", "Jan")
    slow = room.come("Dan", reads=False)
    changes = 4 * WRITE_LIMIT // len("SUPS~Eva~BUSY\n") // 4
    for _ in range(changes):
        room.say("Eva", "CREQ~Jan", "CREQC~Jan")
    assert not slow.is_closing()
    assert len(slow.unread) < WRITE_LIMIT
    heard: list[str] = []
    for _ in range(100):
        heard += room.said("Dan")
        room.say("Dan", "CPING")
        await asyncio.sleep(0.1)
    heard = [line for line in heard if line != "SPONG"]
    assert heard[-2:] == ["SUPS~Eva~READY", "SUPS~Jan~READY"]
    assert len(heard) < changes, "of changes that are told together, only the last of each player is told"


@simulated
async def test_a_list_of_players_that_is_longer_than_what_may_be_left_unread_drops_nobody() -> None:
    room = Room(most=1000)
    for number in range(WRITE_LIMIT // 100):
        room.come(f"{number:𝔇>32}")
    slow = room.come("Dan", reads=False)
    assert len(slow.unread) > WRITE_LIMIT
    await asyncio.sleep(1)
    assert not slow.is_closing()


@simulated
async def test_when_the_server_stops_everybody_is_told() -> None:
    room = Room("Dan", "Eva", "Jan")
    room.play("Dan", "Eva")
    silent = Wire(room.house.new_door())
    await room.house.close()
    for name in room.clients:
        assert room.said(name) == ["SGAMEI~The server stops."]
        assert room.clients[name].ended
    assert silent.ended


def test_the_log_tells_of_logins_games_and_ends(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        room = Room("Dan", "Eva")
        room.play("Dan", "Eva")
        room.say("Dan", "CMOV~5~4", "CENDGAME")
        room.say("Dan", "\x1b[2J", "CNAME~\x1b[2J\\")

    with caplog.at_level(logging.DEBUG, "stolik"):
        run_simulated(main())
    told = caplog.messages
    assert "login player=Dan peer=192.0.2.1:40000" in told
    assert "start game=othello host=Dan guest=Eva games=1" in told
    assert any(
        line.startswith("end game=othello host=Dan guest=Eva ending=cancelled winners= scores=") for line in told
    )
    assert r"received player=Dan peer=192.0.2.1:40000 line=CNAME~\x1b[2J\\" in told
    assert "sent player=Eva peer=192.0.2.1:40000 line=SMOV~5~4" in told
    assert all(line.isprintable() for line in told)


@simulated
def test_a_name_typed_in_two_ways_is_one_name() -> None:
    room = Room("Rehor\u030c", "Eva")
    assert "SADDP~Rehoř" in room.said("Eva")
    room.say("Eva", "CREQ~Rehor\u030c")
    assert "SREQ~Eva" in room.said("Rehor\u030c")
    again = Wire(room.house.new_door())
    again.client_sends("CNAME~Rehoř\n".encode())
    assert "taken" in (again.client_reads_line() or "")


@simulated
def test_nobody_is_told_their_own_state() -> None:
    room = Room("Dan", "Eva", "Jan")
    room.say("Dan", "CREQ~Eva")
    room.say("Eva", "CRES~Dan~ACCEPT", "CENDGAME")
    told = {name: [line for line in room.said(name) if line.startswith("SUPS~")] for name in room.clients}
    assert told == {
        "Dan": ["SUPS~Eva~BUSY", "SUPS~Eva~READY"],
        "Eva": ["SUPS~Dan~BUSY", "SUPS~Dan~READY"],
        "Jan": ["SUPS~Dan~BUSY", "SUPS~Eva~BUSY", "SUPS~Dan~READY", "SUPS~Eva~READY"],
    }
