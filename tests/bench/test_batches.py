"""The measurement of batches says what it measured, and what it could not."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

pytest.importorskip("numba")

from bench import batches


def test_the_table_has_every_game_and_says_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "openspiel", lambda: None)
    monkeypatch.setattr(batches, "their_rate", lambda *_: None)
    monkeypatch.setattr(batches, "pgx_installed", lambda: False)
    done = CliRunner().invoke(batches.main, ["--games", "50"])
    assert done.exit_code == 0, done.output
    assert all(name in done.output for name in batches.GAMES)
    assert "OpenSpiel is not installed (pip install '.[bench]')" in done.output
    assert "pgx is not installed (pip install '.[bench]')" in done.output


def test_what_others_play_is_shown_as_a_ratio() -> None:
    table = batches.as_table([batches.Rate("othello", 500.0, 400.0, 10.0, None)], 50)
    assert [list(column.cells) for column in table.columns] == [
        ["othello"], ["500"], ["400"], ["10"], [""], ["50"], [""],
    ]  # fmt: skip
