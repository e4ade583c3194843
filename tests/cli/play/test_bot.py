"""`stolik bot` as a program on pipes and as a client over TCP."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

import click
import pytest
from tests.support import high_card
from tests.support.codes import NO_CLOCK, CodeHost
from tests.support.programs import PATIENCE, program, run
from tests.support.seed_game import FIRST_SEES, START
from tests.support.small_games import NIM

from stolik.cli.play.bot import _check_open

VERDICTS = [
    ("230", "I have won by the rules."),
    ("231", "I have won: the opponent's time was up."),
    ("240", "I have lost by the rules."),
    ("241", "I have lost: my time was up."),
    ("999 nie ten ruch", "I have lost: nie ten ruch"),
]


@pytest.mark.parametrize(("code", "words"), VERDICTS)
def test_a_game_on_pipes_is_played_to_its_verdict(code: str, words: str) -> None:
    # "Po otrzymaniu odpowiedzi 230 lub wyższej, klient powinien zakończyć działanie."
    done = run("stolik", "bot", "krazki", input_=f"200 c |cb|\n{code}\n")
    assert (done.returncode, done.stdout) == (0, "210 0\n")
    assert done.stderr == f"Received: 200 c |cb|\nSent: 210 0\nReceived: {code}\n{words}\n"


def test_the_program_answers_at_once_and_ends_at_the_verdict_with_its_input_open() -> None:
    command = [program("stolik"), "bot", "krazki"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
    ) as bot:
        assert bot.stdin
        assert bot.stdout
        bot.stdin.write("200 c |cbbcb|bcc|\n")
        # It costs a sixteenth of a disc, and every other move a quarter or more.
        assert bot.stdout.readline() == "210 0 cbb\n"
        bot.stdin.write("220 0 cb\n")
        assert bot.stdout.readline() == "210 1 bc\n"
        bot.stdin.write("230\n")
        assert bot.wait(PATIENCE) == 0


def test_a_strangers_lines_are_read_with_mercy() -> None:
    done = run("stolik", "bot", "krazki", input_="\nWitaj!\n100 x\n200  c |c|b|c| \r\n220 1 \r\n231 brawo")
    assert done.stdout.splitlines()[0] in ("210 0", "210 2")
    assert done.stdout.count("\n") == 2
    assert done.stderr.endswith("I have won: the opponent's time was up.\n")
    assert done.returncode == 0


def test_one_who_cannot_move_waits_to_be_told() -> None:
    done = run("stolik", "bot", "graph", input_="200 3 2 1 0 1\n240\n")
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("", "before the end of the game"),
        ("200 c |cb|\n", "before the end of the game"),
        ("200 c cb\n", "the server broke the protocol: not a colour and stacks"),
        ("220 0\n", "the server broke the protocol: the opponent moved before the game began"),
        ("200 c |c|c|\n220 0 bb\n", "the server broke the protocol: "),
        pytest.param("2" * 100_000 + "\n", "the server broke the protocol: the line is longer than", id="too long"),
    ],
)
def test_a_game_that_is_cut_short_or_wrong_is_a_failure(lines: str, why: str) -> None:
    done = run("stolik", "bot", "krazki", input_=lines)
    assert done.returncode == 1
    assert why in done.stderr.splitlines()[-1]


def test_the_servers_pipe_may_break() -> None:
    with subprocess.Popen(
        [program("stolik"), "bot", "krazki"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as bot:
        assert bot.stdin
        assert bot.stdout
        assert bot.stderr
        bot.stdout.close()
        bot.stdin.write(b"200 c |cb|\n")
        bot.stdin.close()
        assert b"before the end of the game: Broken pipe" in bot.stderr.read().splitlines()[-1]
        assert bot.wait(PATIENCE) == 1


def test_a_game_over_tcp_is_told_as_in_the_seeds_transcript(tmp_path: Path) -> None:
    # ">java -jar klient.jar --ip 127.0.0.1 --port 8080"
    with CodeHost(tmp_path, "graph", "--position", START, "--games", "1", *NO_CLOCK) as host:
        commands = [
            [program("stolik"), "bot", "graph", "--ip", "127.0.0.1", "--port", str(host.port), "--strength", strength]
            for strength in ("greedy", "random")
        ]
        with (
            subprocess.Popen(commands[0], stdout=subprocess.PIPE, text=True) as one,
            subprocess.Popen(commands[1], stdout=subprocess.PIPE, text=True) as other,
        ):
            transcripts = [bot.communicate(timeout=PATIENCE)[0].splitlines() for bot in (one, other)]
            assert (one.returncode, other.returncode) == (0, 0)
    assert {told[0] for told in transcripts} >= {f"Received: {FIRST_SEES}"}
    assert {(told[-2], told[-1]) for told in transcripts} == {
        ("Received: 230", "I have won by the rules."),
        ("Received: 240", "I have lost by the rules."),
    }
    for told in transcripts:
        ways = [line.split(": ")[0] for line in told[:-1]]
        assert ways == ["Received", "Sent"] * (len(ways) // 2) + ["Received"]


def test_the_strongest_player_plays_when_none_is_named() -> None:
    position = "200 c |cbbcb|bcc|\n"
    named = run("stolik", "bot", "krazki", "--strength", "perfect", input_=position)
    assert run("stolik", "bot", "krazki", input_=position).stdout == named.stdout


def test_a_seed_makes_the_same_choices_again() -> None:
    lines = "200 32 2 72 " + START.removeprefix("32 2 72 ") + "\n"
    choices = [run("stolik", "bot", "graph", "--strength", "random", "--seed", "7", input_=lines) for _ in range(2)]
    assert choices[0].stdout == choices[1].stdout != ""


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        (["krazki", "--strength", "ace"], 2, "'ace'; there are random, easy, steady, strong, best"),
        (["chess"], 2, "'chess'"),
        (["krazki", "--port", "0"], 2, "0"),
        (["graph", "--ip", "127.0.0.1", "--port", "{closed}"], 1, "cannot connect to 127.0.0.1 port {closed}: "),
        (["graph", "--ip", "no.such.host.invalid"], 1, "no.such.host.invalid port 6323"),
    ],
)
def test_a_wrong_value_is_named_in_one_line(arguments: list[str], code: int, named: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        closed = str(probe.getsockname()[1])
    done = run("stolik", "bot", *(argument.format(closed=closed) for argument in arguments))
    assert done.returncode == code
    assert done.stderr.count("\n") == 1
    assert named.format(closed=closed) in done.stderr


BOARD = "---------------------------O*------*O---------------------------"


def test_an_othello_board_is_served() -> None:
    pytest.importorskip("numba", reason="the engine needs Numba: pip install '.[strong]'")
    game = f"(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {BOARD} *]B[F5]W[F6];)"
    with subprocess.Popen(
        [program("stolik"), "bot", "othello", "--nboard"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as bot:
        assert bot.stdin
        assert bot.stdout

        def ask(*lines: str, until: str) -> list[str]:
            assert bot.stdin
            assert bot.stdout
            bot.stdin.writelines(f"{line}\n" for line in lines)
            said = [bot.stdout.readline().rstrip("\n")]
            while not said[-1].startswith(until):
                said.append(bot.stdout.readline().rstrip("\n"))
            return said

        said = ask("nboard 2", "set depth 4", f"set game {game}", "ping 1", until="pong")
        assert said == ["set myname Stolik", "pong 1"]
        hints = [line.split() for line in ask("hint 3", until="nodestats") if line.startswith("search")]
        assert len({move for _, move, _, _, _ in hints}) == 3
        assert {depth for *_, depth in hints} == {"4"}
        answer = ask("go", until="===")[-1]
        assert answer.split("/")[0].removeprefix("=== ") == hints[0][1]
        assert ask("move E6/0.12/3", "learn", "set contempt 0", until="learned")[-1] == "learned"
        analysed = [line.split()[1] for line in ask("analyze", until="analysis 0") if line.startswith("analysis")]
        assert analysed == ["3", "2", "1", "0"]
        assert ask("ping 2", until="pong")[-1] == "pong 2"
        bot.stdin.write("quit\n")
        assert bot.wait(PATIENCE) == 0


def test_a_game_with_hidden_information_is_refused_in_words() -> None:
    with pytest.raises(click.UsageError, match=r"hidden information, so no built-in player can read its lines"):
        _check_open(high_card.GAME)
    _check_open(NIM)
