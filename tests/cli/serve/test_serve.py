"""`stolik serve`: its options, its config file and its log."""

from __future__ import annotations

import json
import os
import pty
import re
import socket
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from tests.support.programs import program, run
from tests.support.service import Service

from stolik.cli.serve.greeting import greeting
from stolik.cli.serve.serve import Config, _settings

README = Path(__file__).parents[3] / "README.md"


def test_an_option_goes_before_the_file_and_the_file_before_the_default(tmp_path: Path) -> None:
    file = tmp_path / "stolik.toml"
    file.write_text('port = 1\nothello-port = 2\ntable-ports = [3, 4]\nlog-format = "json"\n')
    settings = _settings(str(file), {"othello_port": 5, "no_db": None})
    assert settings == Config(port=1, game_ports={"othello": 5}, table_ports=(3, 4), log_format="json")
    assert _settings(None, {}) == Config()


@pytest.mark.parametrize("text", ["prot = 1", "port = 'x'", "port = 70000", "port = [", 'log-format = "xml"'])
def test_a_file_that_makes_no_sense_is_refused_by_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "stolik.toml"
    file.write_text(text)
    with pytest.raises(click.UsageError, match=r"stolik\.toml: "):
        _settings(str(file), {})


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--table-ports", "6400"), "'6400' is not a range of ports"),
        (("--port", "x"), "'x' is not a port number"),
        (("--config", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_wrong_usage_is_one_line_and_code_2(arguments: tuple[str, ...], why: str) -> None:
    done = run("stolik", "serve", *arguments)
    assert done.returncode == 2
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("option", ["--othello-port", "--port"])
def test_a_port_that_is_taken_is_named(option: str) -> None:
    with socket.create_server(("", 0)) as taken:
        port = str(taken.getsockname()[1])
        ports = {"--port": "0", "--othello-port": "0", "--krazki-port": "0", "--graph-port": "0"} | {option: port}
        done = run("stolik", "serve", "--no-db", *(word for pair in ports.items() for word in pair))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(f"stolik: cannot listen on port {port}: ")


def test_a_store_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    done = run("stolik", "serve", "--db", "mysql://somewhere")
    assert done.returncode == 1
    assert "no database address begins 'mysql'" in done.stderr


def test_it_says_where_it_is_and_stops_when_it_is_told(tmp_path: Path) -> None:
    with Service(tmp_path, "--no-db", "--log-format", "json") as service:
        assert set(service.ports) == {"othello", "krazki", "graph"}
        assert service.stop() == 0
    entries = [json.loads(line) for line in service.log_file.read_text().splitlines()]
    assert {entry["door"] for entry in entries if entry["event"] == "listen"} == {"othello", "krazki", "graph"}
    assert entries[-1]["event"] == "stop"


def test_at_a_terminal_it_prints_one_block_and_no_log(tmp_path: Path) -> None:
    ports = [f"--{name}-port=0" for name in ("othello", "krazki", "graph")]
    command = [program("stolik"), "serve", "--port=0", *ports, "--db", str(tmp_path / "stolik.db")]
    command += ["--operator-file", str(tmp_path / "operator-token"), "--contests", str(tmp_path / "contests")]
    screen, terminal = pty.openpty()
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal) as service:
        os.close(terminal)
        said = b""
        while not said.endswith(b"Ctrl-C\r\n"):
            said += os.read(screen, 4096)
        service.kill()
    os.close(screen)
    shown = said.decode().replace("\r\n", "\n").replace(str(tmp_path), "/home/ada/.local/share/stolik")
    documented = README.read_text(encoding="utf-8").partition("```\nStolik is at")[2].partition("```")[0]
    number = re.compile(r"(?<=[: ])\d+")
    assert number.sub("PORT", shown) == number.sub("PORT", f"Stolik is at{documented}")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"host": ""}, "everybody who can reach this machine, at http://"),
        ({"host": "10.0.0.1"}, "Stolik is at http://10.0.0.1:80\n"),
        ({"host": "fd00::1"}, "Stolik is at http://[fd00::1]:80\n"),
        ({"db": "postgresql://ada:secret@db:5432/games"}, "records    postgresql://ada:***@db:5432/games\n"),
        ({"db": "sqlite:////srv/games.db"}, "records    /srv/games.db\n"),
        ({"no_db": True}, "records    not kept (--no-db)"),
    ],
)
def test_the_greeting_says_who_can_connect_and_where_records_are(settings: dict[str, Any], told: str) -> None:
    store = None if settings.get("no_db") else SimpleNamespace(is_new=False)
    arena: Any = SimpleNamespace(settings=Config(**settings), tls=None, ports={"graph": 1}, store=store)
    assert told in greeting(arena, 80, None)
    assert "secret" not in greeting(arena, 80, None)
