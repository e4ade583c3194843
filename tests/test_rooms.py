"""The rooms' imports point the way that the design says; the contracts are in pyproject.toml."""

import logging.config

import pytest
from importlinter.cli import lint_imports


def test_rooms_know_only_the_rooms_that_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    # The linter sets up its own logging, and that would silence every logger of ours for the tests that follow.
    monkeypatch.setattr(logging.config, "dictConfig", lambda _: None)
    assert lint_imports(no_cache=True) == 0
