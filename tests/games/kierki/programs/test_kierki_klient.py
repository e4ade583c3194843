from __future__ import annotations

import socket
from collections.abc import Coroutine, Sequence
from typing import Any

import pytest

from stolik.games.kierki.programs import kierki_klient, playing
from stolik.service.net.reach import Server

Started = list[tuple[str, Server, bool]]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """The games that the command starts: nothing is connected, and each ends well."""
    games: Started = []

    async def note(seats: Sequence[str], server: Server, _say: object, player: object = None) -> int:
        (seat,) = seats
        games.append((seat, server, player is not None))
        return 0

    def run(main: Coroutine[Any, Any, int]) -> int:
        with pytest.raises(StopIteration) as stop:
            main.send(None)
        code: int = stop.value.value
        return code

    monkeypatch.setattr(kierki_klient, "play_to_the_end", note)
    monkeypatch.setattr(kierki_klient, "run", run)
    return games


def call(monkeypatch: pytest.MonkeyPatch, arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["kierki-klient", *arguments.split()])
    with pytest.raises(SystemExit) as exit_:
        kierki_klient.main()
    code = exit_.value.code
    assert isinstance(code, int)
    return code


@pytest.mark.parametrize(
    ("arguments", "seat", "server", "automatic"),
    [
        ("-h here -p 1234 -N", "N", Server("here", 1234), False),
        ("-a -W -p 1 -h here", "W", Server("here", 1), True),
        ("-hhere -p65535 -Ea", "E", Server("here", 65535), True),
        ("-h here -p 0012 -S", "S", Server("here", 12), False),
        ("-h here -p 1 -N -4", "N", Server("here", 1, socket.AF_INET), False),
        ("-h here -p 1 -6N", "N", Server("here", 1, socket.AF_INET6), False),
        ("-h here -p 1 -N -4 -6 -4", "N", Server("here", 1, socket.AF_INET), False),
        ("-h here -p 1 -N -4 -4 -6", "N", Server("here", 1, socket.AF_INET6), False),
        ("-h here -p 1 -N -E -N", "N", Server("here", 1), False),
        ("-h here -p 1 -N -E -S -W", "W", Server("here", 1), False),
        ("-W -S -E -h here -p 1", "E", Server("here", 1), False),
        ("-h there -h here -p 2 -p 1 -a -N -a", "N", Server("here", 1), True),
    ],
)
def test_parameters_come_in_any_order_and_the_last_counts(
    monkeypatch: pytest.MonkeyPatch, started: Started, arguments: str, seat: str, server: Server, automatic: bool
) -> None:
    assert call(monkeypatch, arguments) == 0
    assert started == [(seat, server, automatic)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("", "'-h'"),
        ("-p 1 -N", "'-h'"),
        ("-h here -N", "'-p'"),
        ("-h here -p 1", "seat"),
        ("-h here -p 1 -a -4", "seat"),
        ("-h here -p 0 -N", "0"),
        ("-h here -p 65536 -N", "65536"),
        ("-h here -p -1 -N", "'-1'"),
        ("-h here -p +1 -N", "'+1'"),
        ("-h here -p 1_0 -N", "'1_0'"),
        ("-h here -p ١ -N", "'١'"),
        ("-h here -p http -N", "'http'"),
        ("-h here -p 1.5 -N", "'1.5'"),
        ("-h here -N -p", "'-p'"),
        ("-h here -p 1 -N -X", "-X"),
        ("-h here -p 1 -N --port 3", "--port"),
        ("-h here -p 1 -N north", "north"),
    ],
)
def test_a_wrong_parameter_is_named_in_one_line_and_the_exit_code_is_1(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    started: Started,
    arguments: str,
    words: str,
) -> None:
    assert call(monkeypatch, arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("kierki-klient: ")
    assert words in err
    assert err.count("\n") == 1
    assert started == []


def test_an_empty_host_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["kierki-klient", "-h", "", "-p", "1", "-N"])
    with pytest.raises(SystemExit) as exit_:
        kierki_klient.main()
    assert exit_.value.code == 1
    assert capsys.readouterr().err == "kierki-klient: Invalid value for '-h': '' is not a host\n"


def test_help_is_for_newcomers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(monkeypatch, "--help") == 0
    out = capsys.readouterr().out
    for words in ("kierki-klient -h localhost -p 1234 -N", "-a ", "!10C", "cards", "tricks", "exit code"):
        assert words in out


def test_a_server_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playing, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    assert call(monkeypatch, f"-h 127.0.0.1 -p {port} -N") == 1
    out, err = capsys.readouterr()
    why = f"kierki-klient: cannot connect to '127.0.0.1' port {port} (127.0.0.1: Connection refused)"
    assert (out, err) == ("", f"{why}; trying again for 0.2 s\n{why}\n")


def test_a_strength_is_for_the_automatic_player_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], started: Started
) -> None:
    assert call(monkeypatch, "-h here -p 1 -N -a --strength steady") == 0
    assert call(monkeypatch, "-h here -p 1 -N --strength steady") == 1
    assert call(monkeypatch, "-h here -p 1 -N -a --strength nobody") == 1
    needs, unknown = capsys.readouterr().err.splitlines()
    assert needs == "kierki-klient: '--strength' needs '-a': a person plays by hand."
    assert "no player of kierki is called 'nobody'; there are random, easy" in unknown
    assert len(started) == 1
