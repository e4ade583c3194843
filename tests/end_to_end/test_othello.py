"""`stolik host othello`, a real process on real sockets: the same conversations, then hostile clients."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator

import pytest
from tests.conversations.script import Conversation, Step, bursts, read_conversations
from tests.end_to_end.othello_clients import ping_until, two_in_a_game
from tests.end_to_end.programs import PATIENCE, STOLIK, Client, Server, running

CONVERSATIONS = [conversation for conversation in read_conversations("othello.txt") if not conversation.waits]
COMMAND = (STOLIK, "host", "othello", "--port", "0")
Cut = Callable[[bytes], Iterable[bytes]]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(*COMMAND) as server:
        yield server


def in_one_segment(data: bytes) -> Iterator[bytes]:
    yield data


def byte_by_byte(data: bytes) -> Iterator[bytes]:
    for at in range(len(data)):
        yield data[at : at + 1]


def line_by_line(data: bytes) -> Iterator[bytes]:
    yield from data.splitlines(keepends=True)


def hold(conversation: Conversation, port: int, cut: Cut) -> None:
    clients: dict[str, Client] = {}
    for burst in bursts(conversation.steps):
        step = burst[0]
        if step.who not in clients:
            clients[step.who] = Client(port)
        client = clients[step.who]
        if step.what == ">":
            speak(client, burst, cut)
        elif step.what == "<":
            assert client.next_line() == step.text, step
        elif step.what == "closes":
            clients.pop(step.who).close()
        else:
            assert client.next_line() is None, step
            clients.pop(step.who).socket.close()
    for name, client in clients.items():
        speak(client, [], line_by_line)
        assert list(client.lines) == [], name
    for client in clients.values():
        client.close()


def speak(client: Client, burst: list[Step], cut: Cut) -> None:
    """Sends the lines and one more ping, whose answer shows that the server has read them all."""
    lines = [step.text for step in burst]
    for piece in cut("".join(f"{line}\n" for line in [*lines, "CPING"]).encode()):
        client.send(piece)
    client.collect_until("SPONG", times=1)
    for _ in range(sum(line.strip() == "CPING" for line in lines)):
        client.lines.append("SPONG")
        client.collect_until("SPONG")


@pytest.mark.parametrize("cut", [line_by_line, in_one_segment, byte_by_byte])
@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation.title[:40])
def test_a_row_of_the_table(conversation: Conversation, cut: Cut, server: Server) -> None:
    if conversation.most == 12:
        hold(conversation, server.port, cut)
    else:
        with running(*COMMAND, "--max-clients", str(conversation.most)) as small:
            hold(conversation, small.port, cut)


def test_a_game_waits_as_long_as_it_was_told_to() -> None:
    # "then the game ends as it stands: discs are counted, and the one who stayed returns to the lobby"
    with running(*COMMAND, "--grace", "0.2") as server:
        dan, eva = two_in_a_game(server.port)
        dan.say("CMOV~5~4")
        dan.close()
        assert ping_until(eva, "SGAMEEC~GameHasBeenCanceled") == [
            *["SMOV~5~4", "SDELP~Dan", "SGAMEI~Dan is gone. The game waits 0.2 s."],
            *["SGAMEI~Dan has not come back. Black wins: black 4, white 1.", "SGAMEEC~GameHasBeenCanceled"],
        ]
        eva.close()


IMPATIENT = """
import sys
from stolik.service.net.listen import listen
from stolik.service.net.loop import run
from stolik.games.othello.programs.server import OthelloHouse, serve_othello
listening = listen(0)
print(listening.getsockname()[1], file=sys.stderr, flush=True)
run(serve_othello(listening, lambda: OthelloHouse(silence=0.5)))
"""


def test_a_silent_client_is_gone() -> None:
    # "a client silent for 15 s, or whose connection ends, is gone"
    with running(sys.executable, "-c", IMPATIENT) as server:
        dan, eva = two_in_a_game(server.port)
        assert ping_until(dan, "SGAMEI~Eva is gone. The game waits 60 s.")[0] == "SDELP~Eva"
        assert eva.receive() == "SGAMEI~You are disconnected: you were silent for too long."
        assert eva.receive() is None
        eva.socket.close()
        dan.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_server_and_everybody_is_told(how: signal.Signals) -> None:
    with running(*COMMAND) as server:
        dan, eva = two_in_a_game(server.port)
        server.process.send_signal(how)
        for client in (dan, eva):
            assert client.receive() == "SGAMEI~The server stops."
            assert client.receive() is None
            client.socket.close()
        assert server.wait() == 0
        assert server.log[0].startswith("stolik host othello: listening on port ")
        assert any("start game=othello host=Dan guest=Eva" in line for line in server.log)
        assert not any("Traceback" in line for line in server.log)


def test_on_a_terminal_it_asks_and_enter_keeps_the_default() -> None:
    terminal, its_end = pty.openpty()
    server = subprocess.Popen(
        [STOLIK, "host", "othello"], stdin=its_end, stdout=its_end, stderr=its_end, start_new_session=True
    )
    os.close(its_end)
    said = b""

    def read_until(words: bytes) -> None:
        nonlocal said
        while words not in said:
            said += os.read(terminal, 4096)

    read_until(b"Port [6321]: ")
    os.write(terminal, b"0\n")
    read_until(b"Players at a time [12]: ")
    os.write(terminal, b"\n")
    read_until(b"listen port=")
    client = Client(int(said.partition(b"listening on port ")[2].split()[0]), "localhost")
    client.say("CPING")
    assert client.receive() == "SPONG"
    client.socket.close()
    server.send_signal(signal.SIGINT)
    assert server.wait(PATIENCE) == 0
    os.close(terminal)
