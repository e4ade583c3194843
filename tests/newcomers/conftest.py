"""Packages that are installed as a newcomer installs them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.support.newcomer import Newcomer

NIM = Path(__file__).parents[2] / "examples" / "nim"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of the fifth game run in one process: it is installed once."""
    for item in items:
        if "nim" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("nim"))


@pytest.fixture(scope="session")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Newcomer:
    """The fifth game of the examples, installed, and its folder."""
    folder = tmp_path_factory.mktemp("nim")
    shutil.copytree(NIM, folder / "nim")
    newcomer = Newcomer(folder / "venv", folder / "nim")
    newcomer.install(folder / "nim")
    return newcomer
