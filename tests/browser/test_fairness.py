"""Nobody gains by leaving: people resign, agree on a draw, claim the win, and are told how it ended for them."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.support.served import served
from tests.support.visitor import PATIENCE, House, Visitor


def begin(ada: Visitor, bob: Visitor, game: str = "othello") -> None:
    ada.page.select_option("#invite-game", game)
    ada.page.get_by_role("button", name=f"Invite {bob.name}", exact=True).click()
    bob.page.locator(".invitation").get_by_role("button", name="Accept").click()
    for one in (ada, bob):
        expect(one.page.locator(f"{game}-board")).to_be_visible(timeout=PATIENCE)


def test_a_draw_is_declined_and_then_somebody_resigns_and_both_are_told_what_it_means_for_them(house: House) -> None:
    ada, bob = house.visitor().come_in(), house.visitor().come_in()
    begin(ada, bob)
    expect(ada.page.locator("seat-panel .clock.resting")).to_have_text("5:00", timeout=PATIENCE)
    ada.page.get_by_role("button", name="Offer a draw").click()
    card = bob.page.locator(".control-card")
    expect(card).to_contain_text(f"{ada.name} offers a draw", timeout=PATIENCE)
    card.get_by_role("button", name="Decline").click()
    expect(ada.page.locator(".log")).to_contain_text(f"{bob.name} declines the draw", timeout=PATIENCE)
    ada.page.get_by_role("button", name="Resign", exact=True).click()
    ada.page.locator("dialog.ask").get_by_role("button", name="Cancel").click()
    assert not ada.is_over
    ada.resign()
    expect(ada.page.locator("result-banner")).to_contain_text(f"You lost. {bob.name} wins.", timeout=PATIENCE)
    expect(ada.page.locator("result-banner")).to_contain_text("you resigned")
    expect(bob.page.locator("result-banner")).to_contain_text("You win!", timeout=PATIENCE)
    expect(bob.page.locator("result-banner")).to_contain_text(f"{ada.name} resigned")
    for one in (ada, bob):
        one.page.get_by_role("button", name="Rematch").click()
    expect(ada.page.locator("seat-panel.mine .seat-label")).to_have_text("White", timeout=PATIENCE)
    ada.page.get_by_role("button", name="Offer a draw").click()
    bob.page.locator(".control-card").get_by_role("button", name="Accept").click()
    expect(ada.page.locator("result-banner")).to_contain_text("A draw", timeout=PATIENCE)
    expect(ada.page.locator("result-banner")).to_contain_text("not rated")


def test_a_bot_takes_the_place_of_who_resigns_at_a_table_of_four(house: House) -> None:
    ada, bob = house.visitor().come_in(), house.visitor().come_in()
    ada.page.click("make-table > button")
    ada.page.select_option("#make-game", "kierki")
    ada.page.select_option("#seat-E", "open")
    for seat in ("S", "W"):
        ada.page.select_option(f"#seat-{seat}", "bot random")
    ada.page.locator("dialog .primary").click()
    expect(ada.page.locator(".waiting")).to_be_visible(timeout=PATIENCE)
    bob.page.goto(ada.page.url)
    bob.page.get_by_role("button", name="Sit here").click()
    for one in (ada, bob):
        expect(one.page.locator("kierki-board")).to_be_visible(timeout=PATIENCE)
    bob.resign()
    expect(ada.page.locator("seat-panel", has_text=bob.name)).to_contain_text("a bot plays on", timeout=PATIENCE)
    expect(bob.page.locator(".controls")).to_contain_text("You have resigned.", timeout=PATIENCE)
    expect(bob.page.get_by_role("button", name="Resign", exact=True)).to_have_count(0)
    assert ada.wait_for_turn(), "the game goes on"
    ada.resign()
    expect(ada.page.locator("result-banner")).to_contain_text("You lost.", timeout=PATIENCE)


def test_the_win_is_claimed_when_the_opponent_has_closed_the_page(browser: Browser, tmp_path: Path) -> None:
    with served(str(tmp_path / "arena.db"), options=("--grace", "1")) as address:
        house = House(browser, address)
        ada, bob = house.visitor().come_in(), house.visitor().come_in()
        begin(ada, bob, "krazki")
        bob.page.close()
        card = ada.page.locator(".control-card")
        expect(card).to_contain_text(bob.name, timeout=PATIENCE)
        # The game waits: nobody is on move, and no clock runs on the page.
        mine = ada.page.locator("seat-panel.mine")
        expect(mine.locator(".clock.resting")).to_be_visible(timeout=PATIENCE)
        expect(mine).not_to_contain_text("Your turn")
        claim = card.get_by_role("button", name="Claim the win")
        expect(claim).to_be_enabled(timeout=PATIENCE)
        claim.click()
        expect(ada.page.locator("result-banner")).to_contain_text("You win!", timeout=PATIENCE)
        expect(ada.page.locator("result-banner")).to_contain_text(f"{bob.name} left and did not return")
        # What was said of the next move is gone with the game.
        expect(ada.page.locator(".plan-bar")).to_be_hidden()
        house.close()
