"""`stolik host`: what it says of itself, and of arguments that are wrong."""

import socket

import click
import pytest
from click.testing import CliRunner

from stolik.cli.main import command


def test_help_lists_the_games() -> None:
    result = CliRunner().invoke(command, ["host", "--help"])
    assert result.exit_code == 0
    assert "othello" in result.output


def test_help_of_othello_names_the_defaults() -> None:
    result = CliRunner().invoke(command, ["host", "othello", "--help"])
    assert result.exit_code == 0
    for default in ("6321", "12", "60.0"):
        assert f"default: {default}" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nim"], "No such command 'nim'"),
        (["othello", "--port", "65536"], "65536 is not in the range"),
        (["othello", "--port", "x"], "'x' is not a port number"),
        (["othello", "--max-clients", "0"], "0 is not in the range"),
        (["othello", "--grace", "-1"], "-1 is not a number of seconds"),
        (["othello", "--grace", "nan"], "nan is not a number of seconds"),
        (["othello", "extra"], "unexpected extra argument"),
    ],
)
def test_a_wrong_argument_is_quoted(arguments: list[str], words: str) -> None:
    result = CliRunner().invoke(command, ["host", *arguments])
    assert result.exit_code == 2
    assert words in result.output


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(command, ["host", "othello", "--port", str(port)], standalone_mode=False)
    assert isinstance(result.exception, click.ClickException)
    assert f"cannot listen on port {port}: Address already in use" in result.exception.message
