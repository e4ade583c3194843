"""The rooms' imports point the way that the design says; the contracts are in pyproject.toml."""

from importlinter.cli import lint_imports


def test_rooms_know_only_the_rooms_that_they_may() -> None:
    assert lint_imports(no_cache=True) == 0
