"""`stolik host krazki` and `stolik host graph` as processes. Each test of the protocol quotes the course's document."""

from __future__ import annotations

import re
import signal
import socket
import struct
from collections import Counter
from pathlib import Path

import pytest
from tests.support.codes import NO_CLOCK, CodeHost, expect_verdicts, play_out
from tests.support.peer import Peer
from tests.support.seed_game import FIRST_RECEIVES, FIRST_SENDS, SECOND_RECEIVES, SECOND_SENDS, START

SENDS = (FIRST_SENDS, SECOND_SENDS)
RECEIVES = (FIRST_RECEIVES, SECOND_RECEIVES)
SEEDS_STACKS = "c |cbbcb|bcc|"


def as_bytes(lines: list[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


def heard_bytes(peer: Peer, count: int) -> bytes:
    data = b""
    while data.count(b"\n") < count:
        more = peer.socket.recv(65536)
        assert more, data
        data += more
    return data


def test_the_seeds_game_is_hosted_byte_for_byte(tmp_path: Path) -> None:
    # "Przykładowa rozgrywka": both columns.
    with CodeHost(tmp_path, "graph", "--position", START, "--games", "1", *NO_CLOCK) as host:
        peers = host.client(), host.client()
        heard = [b"", b""]
        for turn in range(len(FIRST_SENDS)):
            for number, peer in enumerate(peers):
                if turn < len(SENDS[number]):
                    heard[number] += heard_bytes(peer, 1)
                    peer.say(SENDS[number][turn])
        for number, peer in enumerate(peers):
            heard[number] += peer.rest().encode()
            peer.close()
        assert heard == [as_bytes(FIRST_RECEIVES), as_bytes(SECOND_RECEIVES)]
        assert host.wait() == 0
        report = host.report()
        assert "\r" not in report
        messages = [line.split("] ", 1)[1] for line in report.removesuffix("\n").split("\n")]
        assert Counter(messages) == Counter([*FIRST_SENDS, *FIRST_RECEIVES, *SECOND_SENDS, *SECOND_RECEIVES])
        assert messages[:4] == [FIRST_RECEIVES[0], FIRST_SENDS[0], SECOND_RECEIVES[0], SECOND_SENDS[0]]
        assert re.fullmatch(
            rf"\[127\.0\.0\.1:{host.port},127\.0\.0\.1:\d+,\d{{4}}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{{3}}\] 200 32 2 72 .*",
            report.split("\n")[0],
        )


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_lines_are_put_together_from_single_bytes(tmp_path: Path, end: bytes) -> None:
    with CodeHost(tmp_path, "graph", "--position", START, *NO_CLOCK) as host:
        peers = host.client(), host.client()
        for turn in range(len(FIRST_SENDS)):
            for peer, said, heard in zip(peers, SENDS, RECEIVES, strict=True):
                if turn < len(said):
                    peer.expect(heard[turn])
                    for byte in said[turn].encode() + end:
                        peer.say_bytes(bytes([byte]))
        expect_verdicts(peers[0], "230", peers[1], "240")


def test_the_seeds_stacks_are_played_to_the_end(tmp_path: Path) -> None:
    # "Taki stan początkowy byłby reprezentowany za pomocą łańcucha `|cbbcb|bcc|`."
    sends = (["210 1 bc", "210 0"], ["210 0 cb", "210 1"])
    receives = (["200 c |cbbcb|bcc|", "220 0 cb", "240"], ["200 b |cbbcb|bc|", "220 0", "230"])
    with CodeHost(tmp_path, "krazki", "--position", SEEDS_STACKS, "--games", "1", *NO_CLOCK) as host:
        play_out(host.client(), host.client(), sends, receives)
        assert host.wait() == 0


def test_many_games_are_played_at_once(tmp_path: Path) -> None:
    # "Serwer w oddzielnych wątkach będzie uruchamiał poszczególne pary programów"
    pairs = 60
    with CodeHost(tmp_path, "graph", "--position", START, "--games", str(pairs), *NO_CLOCK) as host:
        games = [host.pair() for _ in range(pairs)]
        for turn in range(len(FIRST_SENDS)):
            for first, _ in games:
                first.say(FIRST_SENDS[turn])
            for first, second in games:
                if turn < len(SECOND_SENDS):
                    second.expect(SECOND_RECEIVES[turn])
                    second.say(SECOND_SENDS[turn])
                    first.expect(FIRST_RECEIVES[turn + 1])
        for first, second in games:
            expect_verdicts(first, "230", second, "240")
        assert host.wait() == 0


@pytest.mark.parametrize("silent", ["first", "second"])
@pytest.mark.parametrize("half", [b"", b"210 1"])
def test_silence_loses_by_time(tmp_path: Path, silent: str, half: bytes) -> None:
    # "231 // Wygrałeś przez przekroczenie czasu (przeciwnika)." "241 // Przegrałeś przez przekroczenie czasu."
    move_time = "0.05" if silent == "first" else "1"  # the other needs time to answer
    with CodeHost(tmp_path, "graph", "--position", "4 0 3 0 1 1 2 2 3", "--move-time", move_time) as host:
        first, second = host.pair()
        if silent == "first":
            first.say_bytes(half)
            expect_verdicts(first, "241", second, "231")
        else:
            first.say("210 1")
            second.expect("200 4 1 2 1 2 2 3")
            second.say_bytes(half)
            expect_verdicts(first, "231", second, "241")


@pytest.mark.parametrize("how", ["close", "reset", "half-close"])
@pytest.mark.parametrize("who", [0, 1])
def test_the_one_who_stays_wins(tmp_path: Path, how: str, who: int) -> None:
    with CodeHost(tmp_path, "graph", "--position", START, *NO_CLOCK) as host:
        pair = host.pair()
        gone, other = pair[who], pair[1 - who]
        if how == "half-close":
            gone.socket.shutdown(socket.SHUT_WR)
        elif how == "reset":
            gone.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            gone.close()
        else:
            gone.close()
        other.expect("230")
        other.expect_end()
        again = host.pair()
        assert host.question == FIRST_RECEIVES[0]
        again[0].close()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"210 3\n", "no edge joins vertex 2, where the token is, with 3"),
        (b"210 2\n", "no edge joins vertex 2, where the token is, with 2"),
        (b"210 twenty\n", "not a whole number: 'twenty'"),
        (b"29\n", "not 210 and a move: '29'"),
        (b"\n", "not 210 and a move: ''"),
        (b"\x00\xff\xfe\r\n", r"not 210 and a move: '\x00\\xff\\xfe'"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "not 210 and a move: 'GET / HTTP/1.1'"),
        (b"210 29\n210 6\n", "it is not your turn"),
        pytest.param(b"2" * 200_000 + b"\n", "the line is longer than 64 bytes", id="too long"),
    ],
)
def test_a_foul_is_told_in_words_and_loses(tmp_path: Path, line: bytes, why: str) -> None:
    # "999 [opis] // Błąd komendy, opis powinien wyjaśnić przyczynę."
    with CodeHost(tmp_path, "graph", "--position", START, *NO_CLOCK) as host:
        first, second = host.pair()
        first.say_bytes(line)
        first.expect(f"999 {why}")
        first.expect_end()
        assert second.rest().splitlines()[-1] == "230"


def test_one_who_waits_can_leave_and_one_who_talks_must(tmp_path: Path) -> None:
    with CodeHost(tmp_path, "krazki", "--position", SEEDS_STACKS, *NO_CLOCK) as host:
        hasty = host.client().say("210 0")
        hasty.expect("999 the game has not begun: wait for 200")
        hasty.expect_end()
        lone = host.client()
        lone.expect_silence()
        lone.socket.shutdown(socket.SHUT_WR)
        lone.expect_end()
        first, second = host.pair()
        second.expect_silence()
        assert host.question == "200 c |cbbcb|bcc|"
        first.close()
        second.expect("230")


def test_a_crowd_that_comes_and_goes_keeps_nobody_from_playing(tmp_path: Path) -> None:
    with CodeHost(tmp_path, "graph", "--position", START, *NO_CLOCK) as host:
        first, second = host.pair()
        crowd = [host.client() for _ in range(200)]
        for number, peer in enumerate(crowd):
            if number % 3 == 0:
                peer.say_bytes(b"\xff" * 1000)
            if number % 3 == 1:
                peer.close()
        first.say(FIRST_SENDS[0])
        play_out(second, first, (SECOND_SENDS, FIRST_SENDS[1:]), (SECOND_RECEIVES, FIRST_RECEIVES[1:]))


def test_a_flood_costs_no_memory_and_disturbs_nobody(tmp_path: Path) -> None:
    with CodeHost(tmp_path, "graph", "--position", START, *NO_CLOCK) as host:
        playing = host.pair()
        before = host.memory()
        flooded, flooding = host.pair()
        for _ in range(400):  # 25 MB of one line
            flooding.say_bytes(b"2" * 65536)
        flooded.expect_silence()
        assert host.memory() - before < 5 * 2**20
        flooding.say("")
        expect_verdicts(flooded, "230", flooding, "999 the line is longer than 64 bytes")
        playing[0].say(FIRST_SENDS[0])
        playing[1].expect(SECOND_RECEIVES[0])


def test_one_who_never_reads_holds_nobody(tmp_path: Path) -> None:
    with CodeHost(tmp_path, "graph", "--position", START, "--move-time", "0.2") as host:
        deaf, second = host.client(), host.client()
        second.expect("231")
        second.expect_end()
        first, second = host.pair()
        expect_verdicts(first, "241", second, "231")
        deaf.close()


@pytest.mark.parametrize(("arguments", "code"), [((), 0), (("--games", "1"), 1)])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_host_that_is_stopped_lets_everyone_go(
    tmp_path: Path, number: signal.Signals, arguments: tuple[str, ...], code: int
) -> None:
    with CodeHost(tmp_path, "graph", *NO_CLOCK, *arguments) as host:
        first, second = host.pair()
        host.process.send_signal(number)
        for peer in (first, second):
            peer.expect("999 no more games are played here")
            peer.expect_end()
        assert host.wait() == code
        assert host.process.stderr
        assert host.process.stderr.read() == ""


def test_one_who_waits_when_the_host_is_stopped_is_let_go(tmp_path: Path) -> None:
    with CodeHost(tmp_path, "graph", "--position", START, *NO_CLOCK) as host:
        first, second = host.pair()
        lone = host.client()
        for turn in range(2):  # a host that goes on with a game has also let in who came before
            first.say(FIRST_SENDS[turn])
            second.expect(SECOND_RECEIVES[turn])
            second.say(SECOND_SENDS[turn])
            first.expect(FIRST_RECEIVES[turn + 1])
        host.process.terminate()
        lone.expect("999 no more games are played here")
        lone.expect_end()
        assert host.wait() == 0


def questions(folder: Path, game: str, seed: str, count: int) -> list[str]:
    """The first questions of some games."""
    with CodeHost(folder, game, "--seed", seed, *NO_CLOCK) as host:
        asked = []
        for _ in range(count):
            first, second = host.pair()
            asked.append(host.question)
            first.close()
            second.expect("230")
        return asked


def test_a_seed_draws_the_same_games_again_and_colours_are_drawn(tmp_path: Path) -> None:
    # "informujący, jakim kolorem grasz (białe lub czarne)" "Liczba krążków w stercie nie przekracza 30."
    games = questions(tmp_path, "krazki", "course", 12)
    assert games == questions(tmp_path, "krazki", "course", 12)
    assert games != questions(tmp_path, "krazki", "another", 12)
    assert {game[4] for game in games} == {"b", "c"}
    assert all(re.fullmatch(r"200 [bc] \|([bc]{1,30}\|){10}", game) for game in games)


def test_a_graph_has_the_size_that_was_asked_for(tmp_path: Path) -> None:
    with CodeHost(tmp_path, "graph", "--vertices", "5", "--edges", "10", *NO_CLOCK) as host:
        host.pair()
        assert re.fullmatch(r"200 5 [0-4] 10( [0-4]){20}", host.question)


DOCUMENT = (Path(__file__).parents[2] / "docs" / "codes.md").read_text()


@pytest.mark.parametrize(
    ("game", "block"),
    list(zip(("krazki", "graph"), re.findall(r"```\n(server to .*?)```", DOCUMENT, re.DOTALL), strict=True)),
)
def test_the_games_in_the_docs_are_played_as_they_are_written(tmp_path: Path, game: str, block: str) -> None:
    lines = re.findall(r"^(.+?): +(\S+(?: \S+)*)(?:  .*)?$", block, re.MULTILINE)
    assert len(lines) == len(block.splitlines())
    position = lines[0][1].removeprefix("200 ")
    with CodeHost(tmp_path, game, "--position", position, "--games", "1", *NO_CLOCK) as host:
        peers: dict[str, Peer] = {}
        for who, line in lines:
            name = who.removeprefix("server to ")
            if not peers:
                peers[name] = host.client()
                other = host.client()
            peer = peers.setdefault(name, other)
            if who.startswith("server to "):
                peer.expect(line)
            else:
                peer.say(line)
        for peer in peers.values():
            peer.expect_end()
        assert host.wait() == 0
