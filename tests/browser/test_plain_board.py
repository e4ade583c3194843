"""A game that brings nothing but its rules is played on the page: as text, with a button for each move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.support.served import served
from tests.support.visitor import PATIENCE, House, Visitor

FIFTH = Path(__file__).parent / "fifth"
TITLE = "Żółw & <b>Heaps</b>"


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service where a fifth game is installed."""
    with served(str(tmp_path_factory.mktemp("arena") / "arena.db"), packages=FIFTH) as address:
        yield address


def sit_down(one: Visitor) -> None:
    """Sits at a table of the fifth game, against a bot."""
    tile = one.page.locator(".tile.game-heaps")
    tile.locator("select").select_option("random")
    tile.locator("button.primary").click()
    expect(one.page.locator("plain-board")).to_be_visible(timeout=PATIENCE)
    one.wait_for_turn()


def test_a_fifth_game_is_in_the_lobby_with_its_title_and_a_picture(house: House) -> None:
    one = house.visitor().come_in()
    tile = one.page.locator(".tile.game-heaps")
    expect(tile.locator("h3")).to_have_text(TITLE)
    expect(tile.locator("svg.plain-picture text")).to_have_text("Ż")
    expect(tile.locator("a.local")).to_have_count(0)
    expect(one.page.locator("#make-game option[value=heaps]")).to_have_text(TITLE)


def test_a_bot_that_cannot_play_here_is_not_offered_and_the_tile_says_what_it_needs(house: House) -> None:
    one = house.visitor().come_in()
    tile = one.page.locator(".tile.game-heaps")
    expect(tile.locator("option[value=random]")).to_have_count(1)
    expect(tile.locator("option[value=best]")).to_have_count(0)
    tile.locator("summary").click()
    expect(tile.locator(".missing-bots li")).to_contain_text("a_package_that_nobody_has")
    expect(one.page.locator(".tile.game-othello .missing-bots")).to_have_count(0)


def test_a_long_command_line_does_not_make_a_dialog_wider(house: House) -> None:
    one = house.phone().come_in()
    one.page.locator("make-table button").first.click()
    for game in one.page.locator("#make-game option").evaluate_all("all => all.map(({ value }) => value)"):
        one.page.select_option("#make-game", game)
        assert one.page.locator("dialog.make").evaluate("one => one.scrollWidth <= one.clientWidth"), game


def test_a_game_without_a_board_is_played_to_its_end_with_buttons_and_replayed(house: House) -> None:
    one = house.visitor().come_in()
    sit_down(one)
    expect(one.page.locator(".plain-text")).to_have_text("heap 1: |||\nheap 2: |||||\nheap 3: |||||||")
    expect(one.page.locator("seat-panel.mine .seat-label")).to_have_text("first")
    while one.wait_for_turn():
        one.press_a_legal(".plain-moves button")
    expect(one.page.locator(".plain-text")).to_have_text("heap 1: \nheap 2: \nheap 3: ")
    one.page.locator("result-banner a[href^='/replay']").click()
    expect(one.page.locator("replay-page .plain-text")).to_be_visible(timeout=PATIENCE)
    one.page.keyboard.press("End")
    expect(one.page.locator(".plain-text")).to_have_text("heap 1: \nheap 2: \nheap 3: ")
    expect(one.page.locator("plain-board")).to_contain_text("Last move")
    expect(one.page.locator("play-on a")).to_have_count(0)
    expect(one.page.locator("replay-opinions")).to_be_hidden()


def test_many_moves_are_narrowed_down_and_played_with_the_keyboard_alone(house: House) -> None:
    one = house.visitor().come_in()
    sit_down(one)
    expect(one.page.locator(".plain-moves button")).to_have_count(15)
    one.page.locator("#plain-filter").focus()
    one.page.keyboard.type("3 ")
    expect(one.page.locator(".plain-chooser output")).to_have_text("7 of 15")
    one.page.keyboard.press("ArrowDown")
    one.page.keyboard.press("End")
    expect(one.page.locator(".plain-moves button:focus")).to_have_text("3 7")
    one.page.keyboard.press("Enter")
    expect(one.page.locator("ol.log")).to_contain_text("plays 3 7", timeout=PATIENCE)


def test_the_keyboards_place_is_kept_after_each_move(house: House) -> None:
    one = house.visitor().come_in()
    sit_down(one)
    one.page.locator(".plain-moves button").first.focus()
    for _ in range(3):
        one.page.evaluate("() => { window.was = document.querySelector('plain-board').shown.view }")
        one.page.keyboard.press("Enter")
        one.page.wait_for_function("() => document.querySelector('plain-board').shown.view !== window.was")
        if not one.wait_for_turn():
            break
        assert one.page.evaluate("() => document.activeElement.matches('.plain-moves button')")


def test_the_move_that_is_left_is_played_with_enter_and_a_typed_one_is_refused_in_words(house: House) -> None:
    one = house.visitor().come_in()
    sit_down(one)
    one.page.fill("#typed-move", "9 9")
    one.page.keyboard.press("Enter")
    expect(one.page.locator("#move-why")).to_have_text("you cannot take 9 from heap 9", timeout=PATIENCE)
    one.page.fill("#plain-filter", "2 5")
    one.page.keyboard.press("Enter")
    expect(one.page.locator("ol.log")).to_contain_text("plays 2 5", timeout=PATIENCE)


def test_on_a_phone_every_button_is_as_big_as_a_finger_and_nothing_is_wider_than_the_screen(house: House) -> None:
    one = house.phone().come_in()
    sit_down(one)
    sizes = one.page.locator(".plain-moves button").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert min(sizes) >= 44
    assert one.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_one_who_watches_sees_the_text_and_no_buttons(house: House) -> None:
    one, other = house.visitor().come_in(), house.visitor()
    sit_down(one)
    other.page.goto(one.page.url)
    expect(other.page.locator(".plain-text")).to_contain_text("heap 3", timeout=PATIENCE)
    expect(other.page.locator(".plain-moves")).to_be_hidden()


def test_two_at_one_screen_is_not_offered_where_the_page_has_no_rules(house: House) -> None:
    one = house.visitor()
    one.go("/local/heaps")
    expect(one.page.locator("h1")).to_have_text("There is nothing here", timeout=PATIENCE)
