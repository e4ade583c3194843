"""`kierki-serwer` as a process: its parameters and its whole match. Each test quotes the course's document."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.kierki import HonestClient, expected_lines, match_file, play_out, some_deals
from tests.support.peer import Peer
from tests.support.programs import LONG, Serve, program, run

from stolik.games.kierki.rules import SEATS


@pytest.mark.parametrize("early_end", [False, True])
def test_every_client_is_told_exactly_what_the_document_says(serve: Serve, early_end: bool) -> None:
    # "Rozgrywka składa się z rozdań." "Jest siedem typów rozdań". "Rozdania nie trzeba rozgrywać do końca".
    kinds = (1, 2, 3, 4, 5, 6, 7, 5, 3)
    server = serve(match_file(kinds), *LONG, *(["--early-end"] if early_end else []))
    clients = [HonestClient(server.port, seat) for seat in SEATS]
    play_out(clients)
    expected = expected_lines(some_deals(kinds), early_end=early_end)
    for client in clients:
        assert client.heard == expected[client.seat]
    # "Po zakończeniu rozgrywki serwer rozłącza wszystkie klienty i kończy działanie."
    # "Programy kończą się kodem 0, jeśli rozgrywka przebiegła do końca".
    assert server.wait() == 0


def test_seats_can_be_taken_in_any_order_and_nothing_is_said_before_the_fourth(serve: Serve) -> None:
    # "Komunikat wysyłany przez serwer do klientów po zebraniu się czterech klientów."
    server = serve(match_file(), *LONG)
    early = [Peer(server.port).say(f"IAM{seat}") for seat in "WSE"]
    for peer in early:
        peer.expect_silence()
    Peer(server.port).say("IAMN")
    for peer in early:
        assert peer.hear().startswith("DEAL1")


def test_the_given_port_is_used(tmp_path: Path) -> None:
    # "Określa numer portu, na którym ma nasłuchiwać serwer."
    # "Parametry wywołania serwera mogą być podawane w dowolnej kolejności. Jeśli parametr został podany więcej niż raz,
    # to obowiązuje jego pierwsze lub ostatnie wystąpienie na liście parametrów": the last one.
    with socket.create_server(("", 0)) as probe:
        port = probe.getsockname()[1]
    file = tmp_path / "match.txt"
    file.write_text(match_file())
    arguments = ["-t", "100", "-p", "1", "-f", "missing", "-f", str(file), "-p", str(port)]
    with subprocess.Popen([program("kierki-serwer"), *arguments], stdout=subprocess.DEVNULL) as server:
        while True:
            try:
                Peer(port).say("IAMN", "TRICK12C").expect("WRONG1")
                break
            except ConnectionRefusedError:
                continue
        server.terminate()


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "-f"),
        (["-f"], "-f"),
        (["-f", "{match}", "-p"], "-p"),
        (["-f", "{match}", "-p", "65536"], "65536"),
        (["-f", "{match}", "-p", "-1"], "-1"),
        (["-f", "{match}", "-p", "http"], "http"),
        (["-f", "{match}", "-t", "0"], "'0'"),
        (["-f", "{match}", "-t", "-3"], "'-3'"),
        (["-f", "{match}", "-t", "soon"], "soon"),
        (["-f", "{match}", "-t", "inf"], "inf"),
        (["-f", "{match}", "-x"], "-x"),
        (["-f", "{match}", "stray"], "stray"),
        (["-f", "/no/such/file"], "/no/such/file"),
        (["-f", "/"], "directory"),
    ],
)
def test_a_wrong_parameter_is_named_in_one_line(tmp_path: Path, arguments: list[str], named: str) -> None:
    # "Programy powinny dokładnie sprawdzać poprawność parametrów wywołania. Programy powinny wypisywać zrozumiałe
    # komunikaty o błędach na standardowe wyjście diagnostyczne."
    match = tmp_path / "match.txt"
    match.write_text(match_file())
    done = run("kierki-serwer", *(argument.format(match=match) for argument in arguments))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("kierki-serwer: ")
    assert done.stderr.count("\n") == 1
    assert named in done.stderr


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda text: text.replace("\n", "\n" + "2C", 1), "line 2: "),
        (lambda text: "8" + text[1:], "line 1: "),
        (lambda text: text + "1N\n", "line 6: "),
        (lambda text: "", "no deal"),
        (lambda text: "ą" + text, "not ASCII"),
    ],
)
def test_a_wrong_file_is_refused_before_the_port_is_opened(
    tmp_path: Path, spoil: Callable[[str], str], named: str
) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(spoil(match_file()))
    with socket.create_server(("", 0)) as taken:  # a port that cannot be opened: the file must be complained of first
        done = run("kierki-serwer", "-f", str(file), "-p", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert str(file) in done.stderr
    assert named in done.stderr


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(match_file())
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("kierki-serwer", "-f", str(file), "-p", str(port))
    assert done.returncode == 1
    assert f"port {port}" in done.stderr


def test_help_is_help(tmp_path: Path) -> None:
    done = run("kierki-serwer", "--help")
    assert done.returncode == 0
    for option in ("-p", "-f", "-t", "--early-end"):
        assert option in done.stdout
