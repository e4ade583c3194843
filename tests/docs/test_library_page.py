"""Every example of `docs/library.md` is run, in a clean folder, and its output compared."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from tests.support.loop import in_loop
from tests.support.records import store_a_game

DOCS = Path(__file__).parents[2] / "docs"


@in_loop
async def _store(file: Path) -> None:
    await store_a_game(file, "othello", seed=3)


def test_every_example_of_the_library_page_prints_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("numba", "pandas", "pettingzoo", "pyarrow"):
        pytest.importorskip(package)
    _store(tmp_path / "stolik.db")
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(DOCS / "library.md"), module_relative=False)
    assert result.failed == 0
    assert result.attempted > 30
