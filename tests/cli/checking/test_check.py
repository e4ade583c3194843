"""`stolik check`: options, forms and exit codes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.support.programs import program

from stolik.check.runner import Settings
from stolik.cli.checking.check import command

SILENT = "import sys\nfor line in sys.stdin:\n    if line[:3] >= '230': break"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, standalone_mode=False)


def said(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exception is None, result.exception
    return result.output


def test_the_scenarios_are_listed_by_topic() -> None:
    text = said("kierki-serwer", "--list", "--only", "busy")
    assert "fifth-client" in text
    assert "iam-" not in text


def test_a_topic_is_listed_under_the_name_that_only_takes() -> None:
    assert "greeting  powitanie" in said("kierki-serwer", "--list", "--language", "pl").splitlines()
    assert "greeting" in said("kierki-serwer", "--list", "--language", "en").splitlines()


def test_a_scenario_is_explained_with_quotation_and_steps() -> None:
    text = said("kierki-serwer", "--explain", "iam-byte-by-byte", "--language", "pl")
    assert "Serwer i klient komunikują się" in text
    assert "async def iam_byte_by_byte" in text
    assert "prawdopodobna przyczyna" in text


def test_a_list_that_is_not_for_a_terminal_has_one_line_for_each_scenario() -> None:
    lines = said("othello-server", "--list", "--language", "cs").splitlines()
    assert all(line.startswith("  ") for line in lines if line.endswith("."))
    assert any(line.startswith("  move-on-idle-square-after-5 ") for line in lines)


def test_the_steps_of_a_scenario_have_its_values_and_the_functions_that_it_is_given() -> None:
    assert "# line = 'CMOV~{beyond}~3'" in said("othello-server", "--explain", "move-beyond-the-right")
    text = said("othello-server", "--explain", "half-a-login-in-the-lobby")
    assert "async def _in_the_lobby" in text
    assert "async def half_a_message" in text


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("krazki",), "Missing the program"),
        (("krazki", "--", "no-such-program"), "'no-such-program' is not a program"),
        (("krazki", "--only", "nothing", "--list"), "no scenario 'nothing'"),
        (("krazki", "--explain", "nothing"), "no scenario 'nothing'"),
        (("chess", "--list"), "nothing called 'chess'"),
        (("kierki-serwer", "--at", "here"), "'here' is not host:port"),
        (("krazki", "--at", "localhost:80"), "--at is for a server"),
    ],
)
def test_wrong_usage_is_told_in_words(arguments: tuple[str, ...], fault: str) -> None:
    result = run(*arguments)
    assert fault in str(result.exception and getattr(result.exception, "message", result.exception))


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that are silent are waited for a second each time."""
    monkeypatch.setattr(Settings, "patience", 1.0)


@pytest.mark.usefixtures("_impatient")
def test_a_program_that_fails_gives_exit_code_1_and_every_form(tmp_path: Path) -> None:
    page, junit = tmp_path / "page.html", tmp_path / "junit.xml"
    options = ("--only", "ends-at-999", "--only", "wrong-before-the-game", "--html", str(page), "--junit", str(junit))
    result = run("krazki", *options, "--github", "--language", "en", "--", sys.executable, "-c", SILENT)
    assert result.return_value == 1
    assert "::error title=krazki ends-at-999" in result.output
    assert "expected (program): 210 and one of these moves" in result.output
    assert "ends-at-999" in page.read_text()
    assert '<failure message="The program ends at 999' in junit.read_text()


def test_json_is_one_object_and_nothing_else() -> None:
    text = said("krazki", "--only", "wrong-before-the-game", "--json", "--", sys.executable, "-c", SILENT)
    assert json.loads(text)["counts"]["pass"] == 1


@pytest.mark.usefixtures("_impatient")
def test_random_histories_are_played_and_a_failing_one_is_kept_and_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "history.txt"
    program = ("--", sys.executable, "-c", SILENT)
    options = ("krazki", "--language", "en")
    result = run(*options, "--fuzz", "1s", "--seed", "3", "--save", str(kept), *program)
    assert result.return_value == 1
    assert "# stolik check krazki --fuzz, seed 3" in result.output
    again = run(*options, "--history", str(kept), *program)
    assert again.return_value == 1
    assert "expected (program): 210 and one of these moves" in again.output


@pytest.mark.parametrize("option", [("--fuzz", "1s"), ("--history", __file__)])
def test_random_histories_do_not_go_with_a_running_server(option: tuple[str, str]) -> None:
    result = run("kierki-serwer", "--at", "localhost:80", *option)
    assert "do not go with --at" in getattr(result.exception, "message", "")


def test_a_running_server_that_is_not_there_is_named_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    result = run("kierki-serwer", "--at", f"127.0.0.1:{port}")
    assert getattr(result.exception, "message", "") == f"Nobody listens at 127.0.0.1:{port}: Connection refused."


def test_what_a_running_server_is_not_asked_for_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        at = f"127.0.0.1:{server.getsockname()[1]}"
        result = run("kierki-serwer", "--at", at, "--only", "port-*", "--language", "pl")
    assert "pominięte scenariusze, które wymagają serwera uruchomionego dla nich: 8" in result.stderr
    assert getattr(result.exception, "message", "") == "No scenario is left to play."


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_what_was_started_ends_with_a_check_that_is_stopped(number: signal.Signals, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    os.mkfifo(pids)
    silent = f"import os, time\nopen({str(pids)!r}, 'w').write(f'{{os.getpid()}} ')\ntime.sleep(1000)"
    words = ("check", "krazki", "--only", "first-move-1", "--", sys.executable, "-c", silent)
    with subprocess.Popen([program("stolik"), *words], stdout=subprocess.DEVNULL) as checking:
        pid = int(pids.read_text())
        checking.send_signal(number)
        assert checking.wait() == 1
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
