"""A real browser and a real service for the page's tests. Where there is no browser they are skipped, and say so."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.support.served import served
from tests.support.visitor import House

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a module run in one process: a browser and a service take seconds to start."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


# A module at a time: while Playwright runs, its event loop is the thread's, and other tests want one of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if BROWSER is None:
        pytest.skip("no Chromium is installed: the page cannot be looked at")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu", "--disable-quic"]
        )
        yield running
        running.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if BROWSER is None:
        pytest.skip("no Chromium is installed: the page cannot be looked at")
    with served(str(Path(tmp_path_factory.mktemp("arena")) / "arena.db")) as address:
        yield address


@pytest.fixture
def house(browser: Browser, address: str) -> Iterator[House]:
    house = House(browser, address)
    yield house
    house.close()
