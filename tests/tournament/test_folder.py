"""The folder of a tournament: what is spoilt in it, and who may write to it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.tournament.results.test_standings import game

from stolik.tournament.folder import Folder, FolderError, create, open_folder
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.tournament import Tournament

SEATS = {"b": "Ann", "c": "Bob"}


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    players = tuple(Entrant(name, builtin="random") for name in SEATS.values())
    return create(tmp_path / "out", Tournament("krazki", "cyclic", 2, "1", players))


def played(folder: Folder, *numbers: int) -> None:
    writer = folder.writer()
    writer.add([game(number, SEATS, "b") for number in numbers])
    writer.close()


@pytest.mark.parametrize("bad", [b"", b"{}", b'{"number": 2', b"\xff\xfe", b"[1]", b"null"])
def test_a_line_that_cannot_be_read_is_passed_over_and_its_number_told(folder: Folder, bad: bytes) -> None:
    played(folder, 1, 2, 3)
    file = folder.path / "games.jsonl"
    first, _, third = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(first + bad + b"\n" + third)
    kept = open_folder(folder.path).read()
    assert sorted(kept.results) == [1, 3]
    assert [line for line, _ in kept.bad_lines] == [2]
    played(folder, 2)
    assert sorted(folder.results()) == [1, 2, 3]


def test_a_second_run_in_the_same_folder_is_refused(folder: Folder) -> None:
    writer = folder.writer()
    code = f"""if True:
        from pathlib import Path
        from stolik.tournament.folder import FolderError, open_folder
        try:
            open_folder(Path({str(folder.path)!r})).writer()
        except FolderError as error:
            print(error)
    """
    second = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "in use" in second.stdout
    with pytest.raises(FolderError, match="in use"):
        folder.writer()
    writer.close()
    folder.writer().close()


def test_the_games_of_a_folder_are_counted_without_being_read(folder: Folder) -> None:
    assert folder.count() == 0
    played(folder, 1, 2)
    with (folder.path / "games.jsonl").open("ab") as file:
        file.write(b'{"number":3,"cut off')
    assert folder.count() == 2
