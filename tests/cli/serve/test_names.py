"""`stolik names`: a class's names come out with codes, as CSV and as a sheet to print."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from stolik.cli.serve.names import command, read_names
from stolik.cli.serve.tables import Service


@pytest.fixture(autouse=True)
def service(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(self: Service, path: str, what: dict[str, list[str]]) -> list[dict[str, str]]:
        assert path == "/api/operator/names"
        return [
            {"name": name, "problem": "taken"} if name == "Ada" else {"name": name, "code": f"CODE-{name}"}
            for name in what["names"]
        ]

    monkeypatch.setattr(Service, "ask", ask)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Bob\nEve\n", ["Bob", "Eve"]),
        ("surname,name\nBerg,Bob\nEver,Eve\n", ["Bob", "Eve"]),
        ("\n Bob ,x\n\n", ["Bob"]),
        ("lp;name;grupa\n1;Ola;A\n2;Ewa;B\n", ["Ola", "Ewa"]),
        ("Nr\tJméno\r\n1\tZoë\r\n", ["Zoë"]),
        ("nick\nOla\n", ["Ola"]),
        ("", []),
        ("Jan Kowalski\nAnna  Maria Nowak\n", ["Jan_Kowalski", "Anna_Maria_Nowak"]),
    ],
)
def test_names_are_read_from_their_column_or_from_the_first(text: str, names: list[str]) -> None:
    assert read_names(text) == names


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("/dev/zero", "'/dev/zero' has more than 1048576 bytes"),
        ("/dev/null", "there are no names in '/dev/null'"),
        ("none.csv", "cannot read 'none.csv': No such file or directory"),
    ],
)
def test_a_file_that_has_no_names_is_named(file: str, words: str) -> None:
    done = CliRunner().invoke(command, [file])
    assert done.exit_code == 2
    assert words in done.output.replace("\n", " ")


def test_codes_are_written_as_a_list_and_as_a_sheet(tmp_path: Path) -> None:
    roll, sheet = tmp_path / "class.csv", tmp_path / "sheet.html"
    roll.write_text("name\nBob\n<Eve>\n")
    done = CliRunner().invoke(command, [str(roll), "--sheet", str(sheet)])
    assert done.exit_code == 0, done.output
    assert list(csv.reader(io.StringIO(done.stdout))) == [
        ["name", "code", "problem"],
        ["Bob", "CODE-Bob", ""],
        ["<Eve>", "CODE-<Eve>", ""],
    ]
    assert "<b>&lt;Eve&gt;</b>" in sheet.read_text()
    assert "Mam kod" in sheet.read_text()


@pytest.mark.parametrize(("url", "warned"), [("http://127.0.0.1:8321", True), ("http://stolik.example", False)])
def test_a_sheet_that_nobody_else_can_use_is_told_of(tmp_path: Path, url: str, warned: bool) -> None:
    roll = tmp_path / "class.csv"
    roll.write_text("Bob\n")
    done = CliRunner().invoke(command, [str(roll), "--sheet", str(tmp_path / "sheet.html"), "--url", url])
    assert done.exit_code == 0
    assert ("which only this computer can open" in done.stderr) is warned


def test_names_that_cannot_be_had_are_told(tmp_path: Path) -> None:
    roll = tmp_path / "class.csv"
    roll.write_text("Ada\nBob\n")
    done = CliRunner().invoke(command, [str(roll)])
    assert done.exit_code == 1
    assert "Ada,,taken" in done.output
    assert "1 of 2 names were refused" in done.output


def test_an_empty_list_is_refused(tmp_path: Path) -> None:
    roll = tmp_path / "class.csv"
    roll.write_text("name\n")
    done = CliRunner().invoke(command, [str(roll)])
    assert done.exit_code == 2
    assert "no names" in done.output
