"""One table of messages drives reading and writing both ways; the document's own lines are quoted."""

from __future__ import annotations

import contextlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.seed_game import FIRST_RECEIVES, FIRST_SEES, FIRST_SENDS, SECOND_RECEIVES, SECOND_SENDS
from tests.support.server_side import ServerSide

from stolik.contract import AnyGame, IllegalMove, NotationError
from stolik.contract.registry import code_games
from stolik.games.graph import GAME as GRAPH
from stolik.games.krazki import GAME as KRAZKI
from stolik.games.krazki import rules as krazki
from stolik.games.krazki.rules import STACKS, TALLEST, Position
from stolik.wire.codes import (
    CLIENT_LIMIT,
    END,
    SERVER_LIMIT,
    Begin,
    ClientSide,
    Lost,
    LostOnTime,
    MakeMove,
    Moved,
    ServerMessage,
    Won,
    WonOnTime,
    Wrong,
    read_client_message,
    read_line,
    read_move,
    read_server_message,
)
from stolik.wire.lines import LineFramer

SERVER = [
    # "200 c |ccb|bcbc|bbbb|cbcccb|bbbccc|bcb|ccccb|bcbcbbccb|b|cbcbcccb|", "220 3 cbccc", "230"
    (
        "200 c |ccb|bcbc|bbbb|cbcccb|bbbccc|bcb|ccccb|bcbcbbccb|b|cbcbcccb|",
        Begin("c |ccb|bcbc|bbbb|cbcccb|bbbccc|bcb|ccccb|bcbcbbccb|b|cbcbcccb|"),
    ),
    ("200 b ||c|", Begin("b ||c|")),
    (FIRST_SEES, Begin(FIRST_SEES[4:])),
    ("220 3 cbccc", Moved("3 cbccc")),
    ("220 7", Moved("7")),
    ("220 31", Moved("31")),
    ("230", Won()),
    ("231", WonOnTime()),
    ("240", Lost()),
    ("241", LostOnTime()),
    ("999 it is not your turn", Wrong("it is not your turn")),
]
GARBAGE = st.text(alphabet="0123456789 bc|\r", max_size=30) | st.text(max_size=30)

of_both_games = pytest.mark.parametrize("game", code_games().values(), ids=lambda game: game.name)


@pytest.mark.parametrize(("text", "message"), SERVER)
def test_a_servers_message_is_read_and_written(text: str, message: ServerMessage) -> None:
    assert read_server_message(text) == message
    assert message.text() == text
    assert len(text) <= SERVER_LIMIT


@pytest.mark.parametrize("move", ["7 bbbccbcbcbccb", "0", "29"])
def test_a_clients_message_is_read_and_written(move: str) -> None:
    # "210 7 bbbccbcbcbccb", "210 29"
    assert read_client_message(f"210 {move}") == MakeMove(move)
    assert MakeMove(move).text() == f"210 {move}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("230 ", Won()),
        (" 230", Won()),
        ("240 Przegrałeś", Lost()),
        ("999", Wrong("")),
        ("220 7 ", Moved("7")),
        ("200  3 0\t1 0 1 ", Begin("3 0 1 0 1")),
        # "Po otrzymaniu odpowiedzi 230 lub wyższej, klient powinien zakończyć działanie."
        ("500 out of order", Wrong("500 out of order")),
        ("232", Wrong("232")),
    ],
)
def test_a_strangers_server_is_read_with_mercy(text: str, message: ServerMessage) -> None:
    assert read_server_message(text) == message


@pytest.mark.parametrize(
    "text", ["", " ", "200", "220", "220 ", "210 7", "100", "2300", "23", "abc", "hello 230", "２３０", "²³¹"]
)
def test_what_no_server_says_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_server_message(text)


@pytest.mark.parametrize("text", ["", "210", "210 ", "2107", "210\t7", " 210 7", "211 7", "7", "HELLO", "220 7"])
def test_a_clients_line_that_is_not_210_and_a_move_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(NotationError) as error:
        read_client_message(text)
    assert repr(text) in str(error.value)


@given(GARBAGE)
def test_whatever_is_sent_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(NotationError):
        assert read_client_message(text).text() == text
    with contextlib.suppress(NotationError):
        assert read_server_message(text)
    for game in code_games().values():
        with contextlib.suppress(NotationError):
            move = read_move(game, text.encode())
            assert read_move(game, f"210 {move}".encode()) == move


@pytest.mark.parametrize(
    ("game", "line", "move"),
    [
        (KRAZKI, b"210 7 bbbccbcbcbccb", "7 bbbccbcbcbccb"),
        (KRAZKI, b"210 7", "7"),
        (KRAZKI, b"210 7 ", "7"),
        (KRAZKI, b"210 7 b\r", "7 b"),
        (GRAPH, b"210 29\r", "29"),
    ],
)
def test_a_move_is_read_in_the_games_own_spelling(game: AnyGame, line: bytes, move: str) -> None:
    assert read_move(game, line) == move


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (KRAZKI, b"210 7 x"),
        (KRAZKI, b"210 -1"),
        (KRAZKI, b"210 7  b"),
        (KRAZKI, b"210 7 b\r\r"),
        (GRAPH, b"210 7 "),
        (GRAPH, b"210 7 8"),
        (GRAPH, b"210 \xb2"),
        (GRAPH, b"230"),
    ],
)
def test_what_is_no_move_of_the_game_is_refused_in_ascii(game: AnyGame, line: bytes) -> None:
    with pytest.raises(NotationError) as error:
        read_move(game, line)
    assert str(error.value).isascii()


def test_a_line_that_is_too_long_to_be_right_is_not_read() -> None:
    (line,) = LineFramer(END, CLIENT_LIMIT).feed(b"210 1" + b"0" * CLIENT_LIMIT + END)
    with pytest.raises(NotationError, match="longer than 64 bytes"):
        read_line(line)


def test_every_right_line_fits_its_limit() -> None:
    full = Position("c", ("c" * TALLEST,) * STACKS)
    assert len(Begin(KRAZKI.write(full)).text()) == 317
    longest = max(len(MakeMove(KRAZKI.write_move(move)).text()) for move in full.moves())
    assert longest + len("\r") == 36 <= CLIENT_LIMIT
    assert len(FIRST_SEES) == 398


@of_both_games
def test_both_games_have_a_port_that_no_client_is_given_by_the_system_and_a_clock(game: AnyGame) -> None:
    assert game.port is not None
    assert 1024 < game.port < 32768
    assert game.house_rules.turn_time


def test_the_seeds_game_is_said_and_heard_line_for_line() -> None:
    """Both sides of both players, joined in memory."""
    position = GRAPH.read(FIRST_SEES[4:])
    servers = [ServerSide(GRAPH), ServerSide(GRAPH)]
    clients = [ClientSide(GRAPH), ClientSide(GRAPH)]
    sends = [iter(FIRST_SENDS), iter(SECOND_SENDS)]
    received: list[list[str]] = [[], []]
    moved, ply = "", 0
    while position.turn is not None:
        mover = ply % 2
        question = servers[mover].ask(position, moved)
        received[mover].append(question.text())
        assert clients[mover].hear(read_server_message(question.text())) is not None
        move = GRAPH.read_move(next(sends[mover]).removeprefix("210 "))
        moved = servers[mover].read(clients[mover].answer(move).text().encode())
        position = position.play(GRAPH.read_move(moved))
        ply += 1
    assert received == [FIRST_RECEIVES[:-1], SECOND_RECEIVES[:-1]]


@of_both_games
@given(seed=st.integers(0, 2**32))
def test_a_client_knows_the_position_of_any_game(game: AnyGame, seed: int) -> None:
    rng = Random(seed)
    position = game.start(rng)
    servers, clients = [ServerSide(game), ServerSide(game)], [ClientSide(game), ClientSide(game)]
    moved, ply = "", 0
    while position.turn is not None:
        mover = ply % 2
        asked = clients[mover].hear(read_server_message(servers[mover].ask(position, moved).text()))
        assert asked is not None
        assert game.write(asked) == game.write(position)
        moved = servers[mover].read(clients[mover].answer(rng.choice(asked.moves())).text().encode())
        position = position.play(game.read_move(moved))
        ply += 1
    assert clients[ply % 2].hear(Lost()) is None


def test_a_client_does_not_follow_a_server_that_is_wrong() -> None:
    client = ClientSide(KRAZKI)
    with pytest.raises(NotationError, match="before the game began"):
        client.hear(Moved("0"))
    with pytest.raises(NotationError, match="has not begun"):
        client.answer(krazki.Move(0, ""))
    with pytest.raises(NotationError):
        client.hear(Begin("c cbb"))
    client.hear(Begin("c |cbbcb|bcc|"))
    client.answer(krazki.read_move("1 bc"))
    with pytest.raises(IllegalMove):
        client.hear(Moved("1 b"))
