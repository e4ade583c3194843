"""`stolik join`: what it says of itself, of wrong arguments, and of a server that is not there."""

from __future__ import annotations

import socket

import pytest
from click.testing import CliRunner
from tests.support.programs import run

from stolik.cli.main import command


def test_help_lists_the_games_and_the_defaults() -> None:
    assert "othello" in CliRunner().invoke(command, ["join", "--help"]).output
    output = CliRunner().invoke(command, ["join", "othello", "--help"]).output
    for default in ("localhost", "6321", "default: 60"):
        assert default in output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Missing option '--name'"),
        (["--name", ""], "'' is not a name: one word"),
        (["--name", "two words"], "'two words' is not a name: one word"),
        (["--name", "a~b"], "'a~b' is not a name"),
        (["--name", "x" * 33], "is not a name: one word of 1 to 32 characters"),
        (["--name", "Dan", "--host", ""], "'' is not a host"),
        (["--name", "Dan", "--host", "a b"], "'a b' is not a host"),
        (["--name", "Dan", "--host", "127.0.0.256"], "'127.0.0.256' is not an address"),
        (["--name", "Dan", "--port", "0"], "0 is not in the range"),
        (["--name", "Dan", "--port", "http"], "'http' is not a port"),
        (["--name", "Dan", "--reconnect", "-1"], "-1 is not in the range"),
    ],
)
def test_a_wrong_argument_is_quoted(arguments: list[str], words: str) -> None:
    result = CliRunner().invoke(command, ["join", "othello", *arguments])
    assert result.exit_code == 2
    assert words in " ".join(result.output.split())


def test_a_server_that_is_not_there_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    result = run("stolik", "join", "othello", "--name", "Dan", "--host", "127.0.0.1", "--port", str(port))
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"stolik: cannot connect to '127.0.0.1' port {port} (127.0.0.1: Connection refused)\n"
