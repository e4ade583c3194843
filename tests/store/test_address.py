"""Where a store is."""

from pathlib import Path

import pytest

from stolik.store.address import default_file, read_address
from stolik.store.errors import BadAddress


def test_the_default_is_a_file_in_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_file() == Path("/data/stolik/stolik.db")
    assert read_address().database == "/data/stolik/stolik.db"


@pytest.mark.parametrize("unusable", ["", "relative/folder"])
def test_without_a_usable_data_folder_the_default_is_under_the_home_folder(
    monkeypatch: pytest.MonkeyPatch, unusable: str
) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setenv("XDG_DATA_HOME", unusable)
    assert default_file() == Path("/home/ada/.local/share/stolik/stolik.db")


@pytest.mark.parametrize(
    ("address", "read"),
    [
        ("games.db", "sqlite+pysqlite:///games.db"),
        (Path("/tmp/games.db"), "sqlite+pysqlite:////tmp/games.db"),
        ("sqlite:///games.db", "sqlite+pysqlite:///games.db"),
        ("sqlite:////tmp/games.db", "sqlite+pysqlite:////tmp/games.db"),
        ("postgresql://ada:s@host:5433/games", "postgresql+psycopg://ada:s@host:5433/games"),
        ("postgres://host/games", "postgresql+psycopg://host/games"),
        ("postgresql:///games?host=/run/postgresql", "postgresql+psycopg:///games?host=%2Frun%2Fpostgresql"),
    ],
)
def test_paths_and_urls_are_read(address: str | Path, read: str) -> None:
    assert read_address(address).render_as_string(hide_password=False) == read


def test_a_tilde_is_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert read_address("~/games.db").database == "/home/ada/games.db"


@pytest.mark.parametrize("address", ["mysql://ada:secret@host/games", "postgresql://ada:secret@host:port/games"])
def test_an_unknown_database_is_refused_and_its_password_is_not_repeated(address: str) -> None:
    with pytest.raises(BadAddress) as refused:
        read_address(address)
    assert address.partition(":")[0] in str(refused.value)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("address", ["", ":memory:", "sqlite://", "sqlite:///:memory:"])
def test_what_would_not_outlive_the_process_is_no_store(address: str) -> None:
    with pytest.raises(BadAddress, match="is not a file"):
        read_address(address)
