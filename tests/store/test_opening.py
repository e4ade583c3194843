"""Opening a store: the schema is brought to the newest, whoever comes first."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text
from tests.support.loop import in_loop
from tests.support.programs import PATIENCE
from tests.support.store import RULES, SETUP, entries_of, new_table, second_hand, some_input

from stolik.lobby.names import name_keys
from stolik.store.address import read_address
from stolik.store.database import connections
from stolik.store.database.connections import open_database, upgrade
from stolik.store.database.schema import metadata
from stolik.store.errors import CannotOpen
from stolik.store.store import open_store
from stolik.table.inputs import Sit
from stolik.table.record import Entry

OPENERS = 4
OPEN_WHEN_TOLD = """
import sys
from stolik.store.address import read_address
from stolik.store.database.connections import open_database
print("ready", flush=True)
sys.stdin.readline()
open_database(read_address(sys.argv[1])).close()
"""


def test_the_migrations_lead_to_the_schema(database: str) -> None:
    open_database(read_address(database)).close()
    with second_hand(database) as engine, engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []


@in_loop
async def test_a_store_that_is_opened_again_has_what_it_had(database: str) -> None:
    async with open_store(database) as store:
        table_id = await new_table(store)
        await store.append(table_id, 0, 1.5, some_input(0))
    async with open_store(database) as store:
        assert [entry.input for entry in await entries_of(store, table_id)] == [some_input(0)]


@in_loop
async def test_entries_from_before_there_was_a_log_are_kept(database: str) -> None:
    old = create_engine(read_address(database))
    upgrade(old, to="0002")
    odd = Sit("black", 'Zoë "\u2028" \\ Ω')
    with old.begin() as connection:
        table = "INSERT INTO tables (id, game, setup, rules, created) VALUES (:id, 'othello', :setup, :rules, 0.5)"
        rules = msgspec.json.encode(RULES).decode()
        connection.execute(text(table), [{"id": id_, "setup": SETUP, "rules": rules} for id_ in ("one", "two", "none")])
        entry = "INSERT INTO entries (table_id, number, at, input) VALUES (:id, :number, :at, :input)"
        inputs = [("one", 0, odd), ("two", 0, some_input(0)), ("one", 1, some_input(1))]
        rows = [
            {"id": id_, "number": number, "at": 1e9 + number / 3, "input": msgspec.json.encode(input_).decode()}
            for id_, number, input_ in inputs
        ]
        connection.execute(text(entry), rows)
    old.dispose()
    async with open_store(database) as store:
        assert await entries_of(store, "one") == [Entry(1e9, odd), Entry(1e9 + 1 / 3, some_input(1))]
        assert await entries_of(store, "two") == [Entry(1e9, some_input(0))]
        assert await entries_of(store, "none") == []
        await store.append("one", 2, 2e9, some_input(2))
        assert len(await entries_of(store, "one")) == 3
        assert len(await store.load_unfinished()) == 3


@in_loop
async def test_names_from_before_they_could_be_compared_by_their_looks_are_found(database: str) -> None:
    old = create_engine(read_address(database))
    upgrade(old, to="0005")
    with old.begin() as connection:
        held = "INSERT INTO sessions (key, name, token, created, seen) VALUES ('paul', 'Paul', 'hash', 1.0, 2.0)"
        connection.execute(text(held))
    old.dispose()
    async with open_store(database) as store:
        assert await store.held_like(name_keys("P\u0430uI"), 0.0) == "Paul"
        assert await store.held_like(name_keys("Pawel"), 0.0) is None


def test_many_processes_may_open_a_new_store_at_once(database: str) -> None:
    command = [sys.executable, "-c", OPEN_WHEN_TOLD, database]
    pipe = subprocess.PIPE
    openers = [subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=pipe) for _ in range(OPENERS)]
    for opener in openers:
        assert opener.stdout
        assert opener.stdout.readline() == "ready\n"
    for opener in openers:
        assert opener.stdin
        opener.stdin.write("\n")
        opener.stdin.flush()
    said = [opener.communicate(timeout=PATIENCE)[1] for opener in openers]
    assert [(opener.returncode, error) for opener, error in zip(openers, said, strict=True)] == [(0, "")] * OPENERS
    with second_hand(database) as engine:
        assert set(inspect(engine).get_table_names()) == {*metadata.tables, "alembic_version"}


def test_a_store_of_a_newer_stolik_is_left_alone(database: str) -> None:
    open_database(read_address(database)).close()
    with second_hand(database) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(CannotOpen, match="a newer Stolik has upgraded it"):
        open_database(read_address(database))


def test_a_file_that_is_no_database_is_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada, " * 100)
    with pytest.raises(CannotOpen, match=r"letter\.txt': file is not a database"):
        open_database(read_address(file))
    assert file.read_text().startswith("Dear Ada")


def test_a_new_store_on_a_full_disk_is_refused_without_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "sleep", lambda _: pytest.fail("it waits for what is not a lock"))
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with pytest.raises(CannotOpen, match=r"open '/.*stolik\.db': (disk I/O error|database or disk is full)"):
            open_database(read_address(tmp_path / "stolik.db"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, hard))


def test_a_folder_that_cannot_be_made_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotOpen, match="cannot make the folder"):
        open_database(read_address(tmp_path / "file" / "deeper" / "stolik.db"))


def test_a_server_that_is_not_there_is_refused_and_its_password_is_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="cannot open postgresql") as refused:
        open_database(read_address(f"postgresql://ada:secret@/games?host={tmp_path}"))
    assert "secret" not in str(refused.value)


def test_without_the_driver_postgresql_is_refused_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(CannotOpen, match=r"pip install '\.\[postgres\]' in a checkout"):
        open_database(read_address("postgresql://host/games"))
