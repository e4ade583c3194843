"""Clocks at tables of people: who does not move in time loses, and nobody at a table of four waits for a silent one."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.support.visitor import PATIENCE, House

# Milliseconds. The shortest clock that the page offers gives 15 seconds for a move.
OUT_OF_TIME = 15_000 + PATIENCE


def test_who_does_not_move_in_time_has_lost_and_both_are_told(house: House) -> None:
    ada, bob = house.visitor().come_in(), house.visitor()
    ada.page.locator(".tile.game-othello").get_by_role("button", name="Invite a friend").click()
    ada.page.select_option("#friend-side", "white")
    ada.page.select_option("#friend-clock", "move 15")
    ada.page.get_by_role("button", name="Make the link").click()
    link = ada.page.locator(".share code")
    expect(link).to_contain_text("/t/", timeout=PATIENCE)
    bob.page.goto(link.inner_text())
    bob.page.fill("#door-name", "Slow")
    bob.page.locator("dialog.door").get_by_role("button", name="Sit down").click()
    assert bob.wait_for_turn()
    expect(ada.page.locator("result-banner")).to_contain_text("You win!", timeout=OUT_OF_TIME)
    expect(ada.page.locator("result-banner")).to_contain_text("Slow ran out of time")
    expect(bob.page.locator("result-banner")).to_contain_text("your time ran out", timeout=PATIENCE)


def test_at_a_table_of_four_a_bot_moves_for_one_who_is_there_and_silent(house: House) -> None:
    ada = house.visitor().come_in()
    ada.page.click("make-table > button")
    ada.page.select_option("#make-game", "kierki")
    ada.page.select_option("#make-clock", "move 15")
    for seat in "ESW":
        ada.page.select_option(f"#seat-{seat}", "bot random")
    ada.page.locator("dialog .primary").click()
    hand = ada.page.locator("kierki-board .hand-card")
    expect(hand).to_have_count(13, timeout=PATIENCE)
    assert ada.wait_for_turn()
    expect(hand).to_have_count(12, timeout=OUT_OF_TIME)
    assert not ada.is_over
    ada.resign()
