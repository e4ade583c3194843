"""What `import stolik` gives, and what it costs."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version

import pytest

import stolik

SLOW = ("numba", "numpy", "sqlalchemy", "rich", "prompt_toolkit", "asyncio", "click", "msgspec")


def test_every_name_that_is_promised_is_there() -> None:
    for name in stolik.__all__:
        assert getattr(stolik, name) is not None
        assert name in dir(stolik)


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = stolik.chess


def test_the_version_is_that_of_the_package() -> None:
    assert stolik.__version__ == version("stolik")


def _modules(code: str) -> set[str]:
    said = subprocess.run(
        [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(said.stdout.splitlines()[-1].split())


def test_the_import_alone_imports_nothing_that_is_slow() -> None:
    assert not _modules("import stolik") & set(SLOW)


def test_a_position_is_made_and_printed_without_a_database_or_a_compiler() -> None:
    used = _modules("import stolik; print(stolik.game('othello').start().play('f5'))")
    assert not used & {"numba", "numpy", "sqlalchemy", "asyncio"}


def test_python_dash_m_stolik_is_the_command() -> None:
    said = subprocess.run([sys.executable, "-m", "stolik", "--version"], capture_output=True, text=True, check=True)
    assert said.stdout == f"stolik {version('stolik')}\n"
