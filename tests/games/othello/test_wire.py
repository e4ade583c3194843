"""One table of messages drives reading and writing both ways; the document's own words are quoted."""

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.contract import NotationError
from stolik.games.othello.rules import BLACK, START, WHITE, Position, read_square
from stolik.games.othello.wire import (
    LIMIT,
    AddPlayer,
    Answer,
    CancelInvitation,
    ClientMessage,
    DeletePlayer,
    EndGame,
    Exit,
    GameOver,
    Invitation,
    InvitationOver,
    Invite,
    Login,
    Move,
    Moved,
    Notice,
    Ping,
    Pong,
    Recover,
    ServerMessage,
    SetStatus,
    StartGame,
    UnknownPrefix,
    read_client_message,
    read_server_message,
)
from stolik.wire.lines import Overlong

LONGEST = "𝔇" * 32

CLIENT: list[tuple[str, ClientMessage]] = [
    # "Př. CNAME~Daniel\n"
    ("CNAME~Daniel", Login("Daniel")),
    ("CNAME~Řehoř", Login("Řehoř")),
    ("CNAME~żółw", Login("żółw")),
    (f"CNAME~{LONGEST}", Login(LONGEST)),
    ("CPING", Ping()),
    ("CMOV~0~7", Move(0, 7)),
    ("CMOV~4~5", Move(4, 5)),
    ("CREQ~Daniel", Invite("Daniel")),
    ("CRES~Daniel~ACCEPT", Answer("Daniel", True)),
    ("CRES~Daniel~DECLINE", Answer("Daniel", False)),
    (f"CRES~{LONGEST}~DECLINE", Answer(LONGEST, False)),
    ("CREQC~Daniel", CancelInvitation("Daniel")),
    ("CENDGAME", EndGame()),
    ("CEXIT", Exit()),
]

ALSO_READ: list[tuple[str, ClientMessage]] = [
    # "<YES/NO> = odpověď YES = přijmout, NO = odmítnout pozvánku"
    ("CRES~Daniel~YES", Answer("Daniel", True)),
    ("CRES~Daniel~NO", Answer("Daniel", False)),
    ("CGAMEC", EndGame()),
]

START_BOARD = "0" * 27 + "21" + "0" * 6 + "12" + "0" * 27
AFTER_F5 = START.play(read_square("f5"))

SERVER: list[tuple[str, ServerMessage]] = [
    ("SADDP~Daniel", AddPlayer("Daniel")),
    ("SDELP~Daniel", DeletePlayer("Daniel")),
    ("SUPS~Daniel~READY", SetStatus("Daniel", False)),
    ("SUPS~Daniel~BUSY", SetStatus("Daniel", True)),
    (f"SUPS~{LONGEST}~READY", SetStatus(LONGEST, False)),
    ("SREQ~Daniel", Invitation("Daniel")),
    ("SREQC~Daniel", InvitationOver("Daniel")),
    ("SPONG", Pong()),
    ("SSTARTG~Daniel", StartGame("Daniel")),
    ("SMOV~3~2", Moved(3, 2)),
    ("SGAMEEC~GameHasBeenCanceled", GameOver()),
    ("SGAMEI~Černý vyhrál ~ 40 : 24", Notice("Černý vyhrál ~ 40 : 24")),
    ("SGAMEI~", Notice("")),
    # "<hráč_na_tahu> - 1, pokud je bílý hráč na tahu; 0, pokud černý"
    (f"SRECOV~{START_BOARD}~0~1", Recover(START, True)),
    ("SRECOV~" + "0" * 27 + "210000001110" + "0" * 25 + "~1~0", Recover(AFTER_F5, False)),
    ("SRECOV~1" + "0" * 62 + "2~0~0", Recover(Position(1, 1 << 63, BLACK), False)),
    ("SRECOV~1" + "0" * 62 + "2~1~1", Recover(Position(1, 1 << 63, WHITE), True)),
]


@pytest.mark.parametrize(("text", "message"), CLIENT)
def test_a_clients_message_is_read_and_written(text: str, message: ClientMessage) -> None:
    assert read_client_message(text.encode()) == message
    assert read_client_message(text.encode() + b"\r") == message
    assert message.text() == text
    assert len(text.encode()) <= LIMIT


@pytest.mark.parametrize(("text", "message"), ALSO_READ)
def test_the_other_spelling_is_read_and_the_documents_is_written(text: str, message: ClientMessage) -> None:
    assert read_client_message(text.encode()) == message
    assert message.text() in [text for text, _ in CLIENT]


@pytest.mark.parametrize(("text", "message"), SERVER)
def test_a_servers_message_is_read_and_written(text: str, message: ServerMessage) -> None:
    assert read_server_message(text.encode()) == message
    assert read_server_message(text.encode() + b"\r") == message
    assert message.text() == text
    assert len(text.encode()) <= LIMIT


@pytest.mark.parametrize("line", [b"", b"\r", b" CPING", b"cping", b"XPING", b"\xff\xfe", b"~", Overlong(b"x" * LIMIT)])
def test_a_line_without_the_prefix_is_no_message(line: bytes) -> None:
    # "Pokud je prefix nerozpoznaný, server dále zprávu nezpracovává."
    with pytest.raises(UnknownPrefix):
        read_client_message(line)
    with pytest.raises(UnknownPrefix):
        read_server_message(line)


def test_each_side_has_its_own_prefix() -> None:
    with pytest.raises(UnknownPrefix):
        read_client_message(b"SPONG")
    with pytest.raises(UnknownPrefix):
        read_server_message(b"CPING")


@pytest.mark.parametrize(
    "line",
    [
        *[b"C", b"C~", b"CHELLO", b"CNAMES~x", b"Cname~x", b"CPING~", b"CPING~x", b"CEXIT~", b"CENDGAME~", b"CPONG"],
        *[b"CNAME", b"CNAME~", b"CNAME~a~b", b"CNAME~two words", b"CNAME~tab\tbed", b"CNAME~a\rb", b"CNAME~x\r\r"],
        *[b"CNAME~\x00", b"CNAME~\x1b[2J", b"CNAME~\xff", b"CNAME~" + b"x" * 33, "CNAME~a\u00a0b".encode()],
        *["CNAME~a\u202eb".encode(), "CNAME~\u200b".encode(), "CNAME~a\u2028b".encode(), b"CNAME~\xed\xa0\x80"],
        *[b"CMOV", b"CMOV~1", b"CMOV~1~2~3", b"CMOV~8~0", b"CMOV~-1~0", b"CMOV~01~0", b"CMOV~1~", b"CMOV~d~4"],
        *["CMOV~٣~3".encode(), b"CMOV~ 1~2", b"CMOV~1~2 ", b"CREQ", b"CREQ~", b"CREQ~a~b", b"CREQC", b"CREQC~"],
        *[b"CRES~a", b"CRES~a~", b"CRES~a~accept", b"CRES~a~ACCEPT~", b"CRES~~ACCEPT", b"CRES~a~MAYBE"],
        Overlong(b"CNAME~" + b"x" * 250),
    ],
)
def test_a_wrong_message_of_a_client_is_refused_with_words_that_fit_a_notice(line: bytes) -> None:
    with pytest.raises(NotationError) as caught:
        read_client_message(line)
    assert not isinstance(caught.value, UnknownPrefix)
    notice = Notice(str(caught.value)).text()
    assert len(notice.encode()) <= LIMIT
    assert notice.isascii()
    assert notice.isprintable()


@pytest.mark.parametrize(
    "line",
    [
        *[b"S", b"SHELLO", b"SADDP", b"SADDP~", b"SADDP~a b", b"SUPS~a", b"SUPS~a~ready", b"SPONG~", b"SMOV~8~1"],
        *[b"SGAMEEC", b"SGAMEEC~", b"SGAMEEC~Over", b"SGAMEI", b"SGAMEI~\xff", b"SREQ~", b"SSTARTG~"],
        *[b"SRECOV", b"SRECOV~" + b"0" * 63 + b"~0~0", b"SRECOV~" + b"3" * 64 + b"~0~0"],
        *[b"SRECOV~" + b"0" * 64 + b"~2~0", b"SRECOV~" + b"0" * 64 + b"~0", b"SRECOV~" + b"0" * 65 + b"~0~1"],
    ],
)
def test_a_wrong_message_of_a_server_is_refused(line: bytes) -> None:
    with pytest.raises(NotationError) as caught:
        read_server_message(line)
    assert not isinstance(caught.value, UnknownPrefix)


def test_every_example_of_the_documentation_is_right() -> None:
    page = (Path(__file__).parents[3] / "docs" / "othello.md").read_text()
    examples = re.findall(r"^\| `[^`]*` \| `([^`]*)` \|", page, re.MULTILINE)
    for example in examples:
        read = read_client_message if example.startswith("C") else read_server_message
        assert read(example.encode()).text() == example
    shown = {type(read_client_message(line.encode())) for line in examples if line.startswith("C")}
    assert shown == {type(message) for _, message in CLIENT}
    assert {type(message).__name__ for _, message in SERVER} - {"GameOver", "Recover"} == {
        type(read_server_message(line.encode())).__name__ for line in examples if line.startswith("S")
    }


_words = st.sampled_from(["CNAME", "CMOV", "CREQ", "CRES", "CPING", "SUPS", "SRECOV", "SMOV", "ACCEPT", "NO", "1", "9"])
_lines = st.binary() | st.text().map(str.encode) | st.lists(_words | st.text()).map(lambda f: "~".join(f).encode())


@given(_lines)
def test_whatever_is_sent_is_read_or_refused(line: bytes) -> None:
    for read in (read_client_message, read_server_message):
        with contextlib.suppress(NotationError):
            message = read(line)
            assert read(message.text().encode()) == message


@given(st.text())
def test_a_name_that_is_read_is_one_printable_word(name: str) -> None:
    with contextlib.suppress(NotationError):
        login = read_client_message(f"CNAME~{name}".encode(errors="surrogatepass"))
        assert isinstance(login, Login)
        assert login.name.split() == [login.name]
        assert login.name.isprintable()
        assert len(login.name) <= 32


def test_the_end_of_a_game_is_read_as_the_original_programs_write_it() -> None:
    assert read_server_message(b"SGAMEC~GameHasBeenCanceled") == GameOver()
