"""`stolik tables`: the operator's list of tables, and how one is closed; and the file of the token."""

from __future__ import annotations

import json
import stat
import urllib.request
from pathlib import Path

import pytest
from tests.support.programs import run
from tests.support.service import Service

from stolik.cli.serve.operator_file import OperatorFileError, read_or_make_token, read_token


def make_table(service: Service) -> str:
    """The id of a new table of Kierki."""
    base = f"http://127.0.0.1:{service.http}/api"
    headers = {"Content-Type": "application/json"}

    def ask(path: str, what: object, **more: str) -> dict[str, str]:
        request = urllib.request.Request(base + path, json.dumps(what).encode(), headers | more)
        with urllib.request.urlopen(request, timeout=30) as response:
            answer: dict[str, str] = json.load(response)
            return answer

    token = ask("/session", {"name": "Ada"})["token"]
    return ask("/tables", {"game": "kierki"}, Authorization=f"Bearer {token}")["id"]


def test_tables_are_listed_and_closed(tmp_path: Path) -> None:
    with Service(tmp_path, "--no-db") as service:
        how = ("--url", f"http://127.0.0.1:{service.http}", "--operator-file", str(service.operator_file))
        assert run("stolik", "tables", *how).stdout == "There are no tables.\n"
        table = make_table(service)
        listed = run("stolik", "tables", *how, "list").stdout
        assert all(word in listed for word in (table, "kierki", "gathering", "Ada"))
        assert [each["id"] for each in json.loads(run("stolik", "tables", *how, "--json").stdout)] == [table]
        assert run("stolik", "tables", *how, "close", table).stdout == "Closed 1 table.\n"
        assert json.loads(run("stolik", "tables", *how, "--json").stdout) == []
        again = run("stolik", "tables", *how, "close", table)
        assert (again.returncode, again.stderr.count("\n")) == (1, 1)
        service.operator_file.write_text("wrong")
        assert "only the operator" in run("stolik", "tables", *how).stderr


def test_where_no_service_is_one_line_says_so(tmp_path: Path) -> None:
    file = tmp_path / "token"
    read_or_make_token(file)
    done = run("stolik", "tables", "--url", "http://127.0.0.1:9", "--operator-file", str(file))
    assert done.returncode == 1
    assert done.stderr.startswith("stolik tables: no service answers at http://127.0.0.1:9") or (
        "no service answers at http://127.0.0.1:9" in done.stderr
    )
    assert done.stderr.count("\n") == 1


def test_the_token_is_made_once_in_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "operator-token"
    token = read_or_make_token(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(token) >= 32
    assert read_or_make_token(file) == read_token(file) == token


def test_a_token_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "operator-token"
    file.write_text("secret\n")
    file.chmod(0o644)
    with pytest.raises(OperatorFileError, match="others can read"):
        read_or_make_token(file)
    file.chmod(0o600)
    file.write_text("\n")
    with pytest.raises(OperatorFileError, match="no token"):
        read_token(file)
    with pytest.raises(OperatorFileError, match="No such file"):
        read_token(tmp_path / "nowhere")


def test_the_service_says_where_the_token_is_and_never_prints_it(tmp_path: Path) -> None:
    with Service(tmp_path, "--no-db") as service:
        assert service.process.stdout is not None
        assert service.stop() == 0
        told = service.process.stdout.read()
    assert f"  operator   the token is in {service.operator_file}\n" in told
    assert service.operator_file.read_text().strip() not in service.log_file.read_text()
