"""The real `kierki-klient` in a process of its own, against a server that keeps to a script."""

from __future__ import annotations

import re
import signal
import socket
from pathlib import Path

import pytest
from tests.support.klient import klient

HAND = "2C3C4C5C2D3D4D5D2H3H10HJHAS"
DEAL = f"DEAL3E{HAND}"
ASKED = "TRICK16C7C8C"
TAKEN = "TAKEN16C7C8C2CN"
SCORE = "SCOREN0E5S15W0"
TOTAL = "TOTALN0E5S15W0"

DEAL_TEXT = "New deal 3: staring place E, your cards: 2C, 3C, 4C, 5C, 2D, 3D, 4D, 5D, 2H, 3H, 10H, JH, AS.\n"
ASKED_TEXT = "Trick: (1) 6C, 7C, 8C\nAvailable: 2C, 3C, 4C, 5C, 2D, 3D, 4D, 5D, 2H, 3H, 10H, JH, AS\n"
TAKEN_TEXT = "A trick 1 is taken by N, cards 6C, 7C, 8C, 2C.\n"
SCORE_TEXT = "The scores are:\nN | 0\nE | 5\nS | 15\nW | 0\n"
TOTAL_TEXT = "The total scores are:\nN | 0\nE | 5\nS | 15\nW | 0\n"


def test_a_person_plays_and_every_word_is_the_courses() -> None:
    with klient() as program:
        program.peer.expect("IAMN")
        program.peer.send(DEAL)
        program.expect(DEAL_TEXT)
        program.peer.send(ASKED)
        program.expect(ASKED_TEXT)
        program.type("!2c")
        program.peer.expect("TRICK12C")
        program.peer.send(TAKEN)
        program.expect(TAKEN_TEXT)
        program.type("cards", "tricks")
        program.expect("3C, 4C, 5C, 2D, 3D, 4D, 5D, 2H, 3H, 10H, JH, AS\n6C, 7C, 8C, 2C\n")
        program.peer.send("TRICK2")
        program.expect("Trick: (2) \nAvailable: 3C, 4C, 5C, 2D, 3D, 4D, 5D, 2H, 3H, 10H, JH, AS\n")
        program.type("!AS")
        program.peer.expect("TRICK2AS")
        program.peer.send("WRONG2")
        program.expect("Wrong message received in trick 2.\n")
        program.type(" !10H ")
        program.peer.expect("TRICK210H")
        program.peer.send(SCORE, TOTAL)
        program.peer.leave()
        assert program.end(0) == (SCORE_TEXT + TOTAL_TEXT, "")


def test_a_card_that_cannot_be_played_is_not_sent() -> None:
    with klient() as program:
        program.peer.expect("IAMN")
        program.type("!2C", "cards", "tricks", "dance")
        program.expect(
            "2C is not played: it is not your turn.\nYou hold no cards.\nYou have taken no tricks.\n"
            "Unknown command: 'dance'. Type help for the list of commands.\n"
        )
        program.peer.send(DEAL, ASKED)
        program.expect(DEAL_TEXT + ASKED_TEXT)
        program.type("!KS", "!AS", "!5C")
        program.expect(
            "KS is not played: you do not hold KS.\n"
            "AS is not played: you must follow suit: clubs were led and you hold 2C, 3C, 4C, 5C.\n"
        )
        program.peer.expect("TRICK15C")
        program.peer.leave()
        why = "the server closed the connection in trick 1 of a deal: the match was not played to its end"
        assert program.end(1) == ("", f"kierki-klient: {why}\n")


@pytest.mark.parametrize("shell", ['exec "$@"', 'exec "$@" </dev/null', 'exec "$@" <&-'])
def test_the_game_goes_on_when_the_input_ends(shell: str) -> None:
    with klient(shell=shell) as program:
        program.end_typing()
        program.peer.expect("IAMN")
        program.peer.send(DEAL, ASKED)
        program.expect(DEAL_TEXT + ASKED_TEXT)
        program.peer.send(SCORE, TOTAL)
        program.peer.leave()
        assert program.end(0) == (SCORE_TEXT + TOTAL_TEXT, "")


def test_commands_come_from_a_file_too_and_the_last_line_may_lack_its_end(tmp_path: Path) -> None:
    commands = tmp_path / "commands"
    commands.write_text("\ncards\ntricks")
    with commands.open() as file, klient(stdin=file.fileno()) as program:
        program.peer.expect("IAMN")
        program.expect("You hold no cards.\nYou have taken no tricks.\n")
        program.peer.leave()
        program.end(1)


@pytest.mark.parametrize("dribbled", [True, False])
def test_messages_are_cut_and_joined_in_any_way(dribbled: bool) -> None:
    with klient() as program:
        say = program.peer.dribble if dribbled else program.peer.send
        program.peer.expect("IAMN")
        say(DEAL, ASKED)
        program.expect(DEAL_TEXT + ASKED_TEXT)
        say("WRONG1", TAKEN, SCORE, TOTAL)
        program.peer.leave()
        assert program.end(0)[0] == "Wrong message received in trick 1.\n" + TAKEN_TEXT + SCORE_TEXT + TOTAL_TEXT


def test_wrong_messages_are_ignored() -> None:
    with klient() as program:
        program.peer.expect("IAMN")
        program.peer.send("", "HELLO", ASKED, TAKEN, "\x00\x7f", "x" * 5000, DEAL.lower(), DEAL + "2S")
        program.peer.send(DEAL, DEAL, "BUSYN", "TRICK12C", "TRICK0", "TRICK16C7C8C9C", " " + ASKED, ASKED)
        program.expect(DEAL_TEXT + ASKED_TEXT)
        program.peer.send(TAKEN, TAKEN, ASKED, "SCOREN0", "WRONG14", SCORE, "TOTALN1E2S3N4", TOTAL)
        program.peer.leave()
        assert program.end(0) == (TAKEN_TEXT + SCORE_TEXT + TOTAL_TEXT, "")


@pytest.mark.parametrize("automatic", [True, False])
def test_a_busy_seat_ends_the_program_with_1(automatic: bool) -> None:
    with klient(*["-a"] * automatic) as program:
        program.peer.expect("IAMN")
        program.peer.send("BUSYNW")
        program.peer.leave()
        out, err = program.end(1)
        assert err == "kierki-klient: seat N is taken; taken seats: N, W\n"
        assert "BUSYNW" in out if automatic else out == "Place busy, list of busy places received: N, W.\n"


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([], 1),
        ([DEAL], 1),
        ([DEAL, SCORE], 1),
        ([DEAL, SCORE, TOTAL], 0),
        ([DEAL, SCORE, TOTAL, DEAL], 1),
    ],
)
def test_the_exit_code_says_whether_the_match_was_played_out(lines: list[str], code: int) -> None:
    with klient("-a") as program:
        program.peer.expect("IAMN")
        program.peer.send(*lines)
        program.peer.leave()
        said = program.end(code)[1]
        assert said == "" if code == 0 else said.startswith("kierki-klient: the server closed the connection ")


def test_an_automatic_player_repeats_its_card_and_tries_another_when_refused() -> None:
    with klient("-a", "-a") as program:
        peer = program.peer
        peer.expect("IAMN")
        peer.send("DEAL1E2C3C4D5D6D7D8D9D10DJDQDKDAD")
        asked = "TRICK16C7C8C"
        peer.send(asked)
        first = peer.receive()
        assert first in ("TRICK12C", "TRICK13C")
        other = "TRICK13C" if first == "TRICK12C" else "TRICK12C"
        peer.send(asked)
        peer.expect(first)
        peer.send("WRONG1", asked)
        peer.expect(other)
        peer.send("WRONG1", asked)
        peer.expect(first)
        peer.leave()
        out, err = program.end(1)
        assert err.startswith("kierki-klient: the server closed the connection in trick 1 of a deal")
        messages = re.findall(r"^\[127\.0\.0\.1:\d+,127\.0\.0\.1:\d+,[-\dT:.]{23}\] (\S+)\r$", out, re.MULTILINE)
        assert len(messages) == len(out.splitlines()) == 12
        assert messages[2:4] == [asked, first]


def test_of_contradicting_parameters_the_last_counts() -> None:
    with klient("-6", "-4", "-E", "-W", "-E", "-S") as program:
        program.peer.expect("IAMS")
        program.peer.leave()
        program.end(1)


def test_a_server_on_ipv6_is_reached_and_reported() -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as error:
        pytest.skip(f"this machine has no ::1: {error}")
    with klient("-a", "-6", host="::1") as program:
        program.peer.expect("IAMN")
        program.peer.leave()
        assert re.match(r"\[::1:\d+,::1:\d+,", program.end(1)[0])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
@pytest.mark.parametrize("automatic", [True, False])
def test_a_signal_ends_the_program_quietly(number: signal.Signals, automatic: bool) -> None:
    with klient(*["-a"] * automatic) as program:
        program.peer.expect("IAMN")
        program.process.send_signal(number)
        assert program.end(1)[1] == ""


@pytest.mark.parametrize("automatic", [True, False])
def test_an_output_closed_from_the_start_makes_no_noise(automatic: bool) -> None:
    with klient(*["-a"] * automatic, shell='exec "$@" >&-') as program:
        program.peer.expect("IAMN")
        program.peer.send(DEAL, SCORE, TOTAL)
        program.peer.leave()
        assert program.end(0) == ("", "")


@pytest.mark.parametrize(("automatic", "code"), [(True, 0), (False, 1)])
def test_a_reader_of_the_output_that_leaves_ends_a_persons_game_but_not_an_automatic_one(
    automatic: bool, code: int
) -> None:
    with klient(*["-a"] * automatic) as program:
        program.peer.expect("IAMN")
        program.stop_reading()
        program.peer.send(DEAL, SCORE, TOTAL)
        program.peer.leave()
        why = "kierki-klient: the report is not complete: Broken pipe; the game goes on without it\n"
        assert program.end(code)[1] == (why if automatic else "")
