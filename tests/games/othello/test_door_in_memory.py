"""Othello's door with no socket and no event loop: the same conversations, then every line and every event."""

from __future__ import annotations

import pytest
from tests.conversations.script import Conversation, bursts, read_conversations
from tests.support.cuts import CUTS, Cut

from stolik.contract import Ending
from stolik.games.othello import GAME
from stolik.games.othello.door import OthelloDoor
from stolik.games.othello.rules import BLACK, START, WHITE
from stolik.lobby.lobby import Lobby
from stolik.lobby.words import Answer, Cancel, Enter, Gone, Invite, Invited, News, Welcomed, Withdrawn
from stolik.lobby.words import Status as LobbyStatus
from stolik.service.doors.door import Goodbye, Reply, Request
from stolik.service.doors.memory import MemoryLobby, MemoryPeer
from stolik.table import inputs
from stolik.table.events import Asked, Ended, Event, Expelled, Left, Played, Sat, Shown
from stolik.table.table import Table
from stolik.wire.lines import Overlong

assert GAME.protocol is not None
SILENCE = GAME.protocol.longest_silence or 0.0


def _is_about_silence(conversation: Conversation) -> bool:
    """A door knows nothing of silence: its driver does."""
    return any(step.seconds >= SILENCE for step in conversation.steps) or "silent" in conversation.title


CONVERSATIONS = [each for each in read_conversations("othello.txt") if not _is_about_silence(each)]


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation.title[:40])
def test_a_conversation_is_held_without_a_socket(conversation: Conversation, cut: Cut) -> None:
    room = MemoryLobby(Lobby(conversation.most), lambda _: Table(GAME, START, GAME.house_rules))
    peers: dict[str, MemoryPeer] = {}
    for burst in bursts(conversation.steps):
        step = burst[0]
        if step.what == "wait":
            room.pass_time(step.seconds)
            continue
        peer = peers.setdefault(step.who, room.connect(OthelloDoor(GAME)))
        if step.what == ">":
            for piece in cut("".join(f"{each.text}\n" for each in burst).encode()):
                peer.send(piece)
        elif step.what == "<":
            line, _, peer.unread = peer.unread.partition(b"\n")
            assert line.decode() == step.text, step
        elif step.what == "closes":
            peer.close()
        else:
            assert (peer.closed, peer.unread) == (True, b""), step
    assert {name: peer.unread for name, peer in peers.items()} == dict.fromkeys(peers, b"")


def a_player() -> OthelloDoor:
    door = OthelloDoor(GAME)
    door.read(b"CNAME~Dan")
    return door


def at_table(seat: str = BLACK, *, again: bool = False) -> OthelloDoor:
    door = a_player()
    assert door.seated(seat, "Eva", again=again, grace=60.0) == ("SSTARTG~Eva",)
    return door


def away(why: str) -> Goodbye:
    return Goodbye((f"SGAMEI~{why}",), why)


WRONG = "You are disconnected: "


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        (b"CNAME~Dan", Enter("Dan", games=("othello",))),
        (b"CPING", Reply(("SPONG",))),
        (b"CPING\r", Reply(("SPONG",))),
        (b"CEXIT", Goodbye()),
        (b"", None),
        (b"HELLO", None),
        (b"CMOV~5~4", away(WRONG + "say first who you are.")),
        (b"CREQ~Eva", away(WRONG + "say first who you are.")),
        (b"CHELLO", away(WRONG + "there is no such type of message.")),
        (b"C\xff", away(WRONG + "the line is not UTF-8.")),
        (Overlong(b"CPING"), away(WRONG + "the line is longer than 256 bytes.")),
        (Overlong(b"HELLO"), None),
    ],
)
def test_what_a_stranger_says(line: bytes, request_: Request) -> None:
    door = OthelloDoor(GAME)
    assert door.read(line) == request_
    assert door.over == isinstance(request_, Goodbye)


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        (b"CNAME~Eva", away(WRONG + "you have said already who you are.")),
        (b"CREQ~Eva", Invite("Dan", "Eva", "othello")),
        (b"CREQC~Eva", Cancel("Dan", "Eva")),
        (b"CRES~Eva~YES", Answer("Dan", "Eva", True)),
        (b"CRES~Eva~DECLINE", Answer("Dan", "Eva", False)),
        (b"CMOV~5~4", inputs.Play(BLACK, "f5")),
        (b"CMOV~8~4", away(WRONG + "CMOV needs a number from 0 to 7.")),
        (b"CENDGAME", inputs.Cancel(BLACK)),
        (b"CGAMEC", inputs.Cancel(BLACK)),
    ],
)
def test_what_a_player_says(line: bytes, request_: Request) -> None:
    assert at_table().read(line) == request_


AFTER_F5 = START.play(37)


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (Played(BLACK, BLACK, "f5", AFTER_F5), []),
        (Played(BLACK, WHITE, "f5", START), ["SMOV~5~4"]),
        (Played(BLACK, WHITE, "f5", AFTER_F5), ["SMOV~5~4", "SGAMEI~Black has no move: white moves again."]),
        (Asked(BLACK, None), []),
        (Shown(BLACK, START), []),
        (Left(WHITE, 60.0), ["SGAMEI~Eva is gone. The game waits 60 s."]),
        (Left(WHITE), ["SGAMEI~Eva is gone."]),
        (Sat(BLACK, "Dan"), []),
        (Expelled(BLACK, "it is not your turn"), [f"SGAMEI~{WRONG}it is not your turn."]),
        (Ended(Ending.CANCELLED, "", {}, ()), ["SGAMEEC~GameHasBeenCanceled"]),
    ],
)
def test_what_a_table_says(event: Event, lines: list[str]) -> None:
    door = at_table()
    assert list(door.tell(event)) == lines
    assert door.over == isinstance(event, Expelled)


def test_one_who_comes_again_is_shown_the_board_and_that_the_other_is_back() -> None:
    door = at_table(WHITE, again=True)
    (line,) = door.tell(Shown(WHITE, START))
    assert line.startswith("SRECOV~")
    assert line.endswith("~0~0")
    assert list(door.tell(Sat(BLACK, "Eva"))) == ["SGAMEI~Eva is back."]


def test_after_the_end_the_door_is_in_the_lobby_again() -> None:
    door = at_table()
    door.tell(Shown(BLACK, START))
    ended = Ended(Ending.GONE, "", {}, (BLACK, WHITE), WHITE)
    assert list(door.tell(ended)) == [
        "SGAMEI~Eva has not come back. A draw: black 2, white 2.",
        "SGAMEEC~GameHasBeenCanceled",
    ]
    assert (door.over, door.seat) == (False, "")
    assert door.tell(Played(BLACK, WHITE, "f5", AFTER_F5)) == ()


def test_what_the_lobby_says() -> None:
    door = a_player()
    welcomed = Welcomed("Dan", LobbyStatus.READY, ("Eva", "Jan"), ("Jan",))
    assert door.tell_lobby(welcomed) == ["SADDP~Eva", "SADDP~Jan", "SUPS~Jan~BUSY"]
    assert door.tell_lobby(Invited("Dan", "Eva", "othello")) == ["SREQ~Eva"]
    assert door.tell_lobby(Withdrawn("Dan", "Eva")) == ["SREQC~Eva"]
    assert door.tell_news(News((Gone("Eva"), Gone("Jan")))) == ("SDELP~Eva", "SDELP~Jan")
