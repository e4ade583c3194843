"""A damaged SQLite store is refused in words, before anything is changed; what a crash leaves is no damage."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from tests.support.loop import in_loop
from tests.support.store import new_table, some_input

from stolik.store.database.damage import check_files
from stolik.store.errors import Damaged, ReadFailed
from stolik.store.store import Store, open_store

COMMITS = 20
HEADER = 32
FRAME = 24 + 4096


async def play(store: Store) -> str:
    table_id = await new_table(store)
    for number in range(COMMITS):
        await store.append(table_id, number, 0.0, some_input(number))
    return table_id


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    """The files of a store, as a crash leaves them: most of it is in the write-ahead log."""
    file, copy = tmp_path / "stolik.db", tmp_path / "crashed" / "stolik.db"
    copy.parent.mkdir()

    @in_loop
    async def main() -> None:
        async with open_store(file) as store:
            await play(store)
            for name in ("stolik.db", "stolik.db-wal", "stolik.db-shm"):
                shutil.copy(file.with_name(name), copy.with_name(name))

    main()
    return copy


def wal_of(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def spoil(file: Path, at: int) -> None:
    data = bytearray(file.read_bytes())
    data[at] ^= 0xFF
    file.write_bytes(data)


def refused(file: Path) -> str:
    """What is said when the store is opened; its files stay as they are."""
    before = {path.name: path.read_bytes() for path in file.parent.iterdir()}

    @in_loop
    async def main() -> None:
        async with open_store(file):
            pytest.fail("it is opened")

    with pytest.raises(Damaged) as error:
        main()
    assert {path.name: path.read_bytes() for path in file.parent.iterdir()} == before
    return str(error.value)


def index_of(file: Path) -> Path:
    return file.with_name(f"{file.name}-shm")


def test_what_a_crash_leaves_is_no_damage(crashed: Path) -> None:
    check_files(crashed)
    index_of(crashed).unlink()
    size = wal_of(crashed).stat().st_size
    for cut in (size - 1, size - FRAME // 2, size - FRAME):
        with wal_of(crashed).open("r+b") as log:
            log.truncate(cut)
        check_files(crashed)


def test_a_log_that_was_begun_again_over_older_frames_is_no_damage(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "some.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE numbers (number)")
    for number in range(50):
        connection.execute("INSERT INTO numbers VALUES (?)", (number,))
    for how in ("PASSIVE", "RESTART", "TRUNCATE"):
        connection.execute(f"PRAGMA wal_checkpoint({how})")
        check_files(tmp_path / "some.db")
        connection.execute("INSERT INTO numbers VALUES (50)")
        check_files(tmp_path / "some.db")
    connection.close()


@pytest.mark.fault(
    "the write-ahead log of SQLite is damaged",
    sees="the service does not start, and says what would be lost",
    kept="the files are left as they are",
)
def test_a_log_with_a_wrong_byte_is_said_and_not_read_up_to_there(crashed: Path) -> None:
    spoil(wal_of(crashed), HEADER + 5 * FRAME + 1000)
    assert "commits would be lost: restore a backup, or move the log away" in refused(crashed)


def test_a_log_whose_header_is_wrong_is_said_and_not_ignored(crashed: Path) -> None:
    spoil(wal_of(crashed), 2)
    assert "everything in it would be lost" in refused(crashed)


@pytest.mark.fault(
    "the write-ahead log of SQLite is cut off or deleted, and its `-shm` file is there",
    sees="the service does not start, and says so",
    kept="the files are left as they are",
)
@pytest.mark.parametrize("left", [None, 0, HEADER, HEADER + FRAME, HEADER + 10 * FRAME], ids=str)
def test_a_log_that_is_cut_off_or_missing_is_said(crashed: Path, left: int | None) -> None:
    if left is None:
        wal_of(crashed).unlink()
    else:
        with wal_of(crashed).open("r+b") as log:
            log.truncate(left)
    assert "is cut off or missing, and commits would be lost: restore it or a backup" in refused(crashed)
    index_of(crashed).unlink()
    check_files(crashed)


@pytest.mark.parametrize("at", [16, 50])
def test_an_index_that_was_not_written_to_its_end_says_nothing(crashed: Path, at: int) -> None:
    spoil(index_of(crashed), at)
    with wal_of(crashed).open("r+b") as log:
        log.truncate(HEADER + FRAME)
    check_files(crashed)


@pytest.mark.fault(
    "the SQLite file is gone or empty, and its log is not",
    sees="the service does not start, and says so",
    kept="the files are left as they are",
)
@pytest.mark.parametrize("how", ["missing", "empty"])
def test_a_store_that_is_only_a_log_is_no_empty_store(crashed: Path, how: str) -> None:
    crashed.unlink()
    if how == "empty":
        crashed.touch()
    assert "is missing or empty, but its write-ahead log" in refused(crashed)


@pytest.mark.fault(
    "the SQLite file is cut off or has broken pages",
    sees="the service does not start, and says so",
    kept="the files are left as they are: restore a backup",
)
def test_a_file_with_broken_pages_is_said(tmp_path: Path) -> None:
    file = tmp_path / "stolik.db"

    @in_loop
    async def main() -> None:
        async with open_store(file) as store:
            await play(store)

    main()
    with file.open("r+b") as pages:
        pages.truncate(file.stat().st_size // 2)
    with pytest.raises(Exception, match=r"damaged|malformed"):
        main()


def test_a_new_store_says_that_it_is_new(tmp_path: Path) -> None:
    @in_loop
    async def main() -> None:
        async with open_store(tmp_path / "stolik.db") as store:
            assert store.is_new
        async with open_store(tmp_path / "stolik.db") as store:
            assert not store.is_new

    main()


@in_loop
async def test_a_record_that_cannot_be_read_is_said_in_words(tmp_path: Path) -> None:
    async with open_store(tmp_path / "stolik.db") as store:
        table_id = await play(store)
        connection = sqlite3.connect(tmp_path / "stolik.db", isolation_level=None)
        connection.execute("UPDATE log SET lines = '[oops' || char(10)")
        connection.close()
        with pytest.raises(ReadFailed, match="a record in the store is damaged"):
            await store.load_unfinished()
        assert table_id
