"""Finished games to study, from a store and from a tournament's folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.support.loop import in_loop
from tests.support.records import store_a_game
from tests.support.tournaments import builtin, run_json, write_players

import stolik


@in_loop
async def _store(file: Path) -> None:
    await store_a_game(file, "othello", seed=1, ended=100.0)
    await store_a_game(file, "krazki", seed=2, ended=200.0)
    await store_a_game(file, "othello", seed=3, ended=300.0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A store of three games."""
    _store(tmp_path / "stolik.db")
    return tmp_path / "stolik.db"


def test_every_finished_game_is_there_the_first_to_end_first(file: Path) -> None:
    games = list(stolik.records(file))
    assert [record.game for record in games] == ["othello", "krazki", "othello"]
    for record in games:
        last = record.position()
        assert last.over
        assert last.scores == record.scores
        assert last.winners == record.winners
        assert len(record.moves) == len(record.movers) == len(record.times)
        assert record.ended is not None
        assert f"{len(record.moves)} moves, rules" in repr(record)


def test_games_are_chosen_by_game_and_by_player(file: Path) -> None:
    assert [record.game for record in stolik.records(str(file), game="krazki")] == ["krazki"]
    assert len(list(stolik.records(file, player="Ada"))) == 3
    assert list(stolik.records(file, player="Nobody")) == []
    assert repr(stolik.records("x.db", game="krazki")) == "stolik.records('x.db', game='krazki')"


def test_more_games_than_a_page_are_read_once_each(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stolik.store.reading.study.PAGE", 1)
    games = list(stolik.records(file))
    assert len({record.id for record in games}) == len(games) == 3


def test_a_record_can_be_analysed(file: Path) -> None:
    (record,) = stolik.records(file, game="krazki")
    assert [opinion.move for opinion in stolik.analyse(record)] == list(record.moves)


def test_a_row_of_a_table_is_a_game_or_a_move(file: Path) -> None:
    rows = list(stolik.records(file, game="othello").rows())
    assert rows[0]["player_black"] == "Ada"
    assert rows[0]["score_black"] + rows[0]["score_white"] == 64
    moves = list(stolik.records(file, game="othello").rows(of="moves"))
    assert len(moves) == sum(len(row["moves"]) for row in rows)
    assert moves[0] | {"id": "", "move": "", "seconds": 0} == {
        "id": "", "game": "othello", "ply": 1, "seat": "black", "player": "Ada", "move": "", "seconds": 0,
    }  # fmt: skip


def test_tables_go_to_pandas_and_to_parquet(file: Path, tmp_path: Path) -> None:
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    assert pyarrow is not None
    frame = stolik.records(file).to_pandas()
    assert list(frame["game"]) == ["othello", "krazki", "othello"]
    stolik.records(file).to_parquet(tmp_path / "games.parquet")
    assert list(pandas.read_parquet(tmp_path / "games.parquet")["ending"]) == ["rules"] * 3


def test_what_a_table_needs_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match=r"to_pandas needs pandas.*pip install '.\[study\]'"):
        stolik.records(file).to_pandas()
    with pytest.raises(ModuleNotFoundError, match=r"to_parquet needs pyarrow.*pip install '.\[study\]'"):
        stolik.records(file).to_parquet("games.parquet")


def test_no_store_is_an_error_and_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no file"):
        list(stolik.records(tmp_path / "none.db"))
    assert not (tmp_path / "none.db").exists()
    (tmp_path / "text.db").write_text("not a database, but a text that is long enough to be taken for one" * 20)
    with pytest.raises(ValueError, match="cannot read"):
        list(stolik.records(tmp_path / "text.db"))
    with pytest.raises(ValueError, match="there is no tournament in"):
        list(stolik.records(tmp_path))


def test_the_games_of_a_tournament_are_records_too(tmp_path: Path) -> None:
    players = write_players(tmp_path, [builtin("Ada", "best"), builtin("Bob", "random")])
    run_json(players, "--game", "krazki", "--out", tmp_path / "run", "--seed", "1")
    games = list(stolik.records(tmp_path / "run"))
    assert games
    assert all(record.position().over for record in games)
    assert all(set(record.players.values()) == {"Ada", "Bob"} for record in games)
    assert not list(stolik.records(tmp_path / "run", game="othello"))
