"""The fifth game of `examples/nim` on the page, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.conftest import browser, house
from tests.support.newcomer import Newcomer
from tests.support.served import served
from tests.support.visitor import PATIENCE, House

__all__ = ["browser", "house"]


@pytest.fixture(scope="module")
def address(browser: Browser, nim: Newcomer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service in the environment where the game is installed."""
    db = Path(tmp_path_factory.mktemp("arena")) / "arena.db"
    with served(str(db), stolik=nim.bin / "stolik") as address:
        yield address


def test_a_person_plays_it_against_a_bot_and_looks_at_the_replay(house: House) -> None:
    one = house.visitor().come_in()
    tile = one.page.locator(".tile.game-nim")
    expect(tile.locator("h3")).to_have_text("Nim")
    tile.locator("select").select_option("random")
    tile.locator("button.primary").click()
    expect(one.page.locator("plain-board")).to_be_visible(timeout=PATIENCE)
    expect(one.page.locator(".plain-text")).to_contain_text("heap 1: ")
    while one.wait_for_turn():
        one.press_a_legal(".plain-moves button")
    expect(one.page.locator(".plain-text")).not_to_contain_text("|")
    one.page.locator("result-banner a[href^='/replay']").click()
    expect(one.page.locator("replay-page .plain-text")).to_be_visible(timeout=PATIENCE)
    one.page.keyboard.press("End")
    expect(one.page.locator(".plain-text")).not_to_contain_text("|")
