"""A name that is kept: logging out says what it does, and the code brings the name back in another browser."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.support.visitor import PATIENCE, House


def test_the_code_of_who_logs_out_brings_the_name_back_in_another_browser(house: House) -> None:
    ada, elsewhere = house.visitor().come_in(), house.phone()
    ada.page.get_by_role("button", name="Log out").click()
    dialog = ada.page.locator("dialog.log-out")
    expect(dialog).to_contain_text(f"this browser forgets that you are {ada.name}")
    code = dialog.locator("code").inner_text()
    with ada.page.expect_download() as file:
        dialog.get_by_role("link", name="Download the code").click()
    assert code in file.value.path().read_text()
    dialog.get_by_role("button", name="Log out").click()
    expect(ada.page.locator("come-in input")).to_be_visible(timeout=PATIENCE)
    elsewhere.go("/")
    elsewhere.page.get_by_role("button", name="I have a code").click()
    elsewhere.page.fill("#name", "0000")
    elsewhere.page.locator("come-in .primary").click()
    expect(elsewhere.page.locator("#name-why")).to_contain_text("Nobody has this code", timeout=PATIENCE)
    elsewhere.wrongs.clear()  # the browser itself reports that the server refused the wrong code
    elsewhere.page.fill("#name", code.lower())
    assert elsewhere.page.locator("#name").evaluate("field => field.scrollWidth <= field.clientWidth"), (
        "all of it is seen"
    )
    elsewhere.page.locator("come-in .primary").click()
    expect(elsewhere.page.locator(".my-name")).to_have_text(ada.name, timeout=PATIENCE)


def test_ones_own_page_leads_to_the_code_and_says_what_a_game_that_goes_on_means(house: House) -> None:
    ada = house.visitor().come_in()
    ada.page.locator(".my-name").click()
    move = ada.page.get_by_role("button", name="Play under this name in another browser")
    move.click()
    dialog = ada.page.locator("dialog.log-out")
    expect(dialog.locator("code")).not_to_be_empty()
    expect(dialog).not_to_contain_text("Your game goes on")
    dialog.get_by_role("button", name="Stay").click()
    ada.go("/")
    ada.play_a_bot("othello", "random")
    ada.page.get_by_role("button", name="Log out").click()
    expect(dialog).to_contain_text("Your game goes on")
    other = house.visitor().come_in()
    other.go(f"/player/{ada.name}")
    expect(other.page.locator("h1")).to_have_text(ada.name, timeout=PATIENCE)
    expect(other.page.get_by_role("button", name="Play under this name in another browser")).to_have_count(0)


def test_whoever_follows_the_link_of_their_own_game_on_a_phone_sits_down_again_by_the_code(house: House) -> None:
    ada, phone = house.visitor().come_in(), house.phone()
    ada.play_a_bot("othello", "random")
    ada.wait_for_turn()
    ada.page.get_by_role("button", name="Log out").click()
    dialog = ada.page.locator("dialog.log-out")
    code = dialog.locator("code").inner_text()
    dialog.get_by_role("button", name="Log out").click()
    expect(ada.page.locator(".stage")).to_contain_text("you are watching", timeout=PATIENCE)
    expect(ada.page.locator(".log")).not_to_contain_text("The game went on meanwhile")
    phone.page.goto(ada.page.url)
    phone.page.get_by_role("button", name="I have a code").tap()
    phone.page.fill("#door-name", code)
    phone.page.locator("dialog.door .primary").tap()
    expect(phone.page.locator("seat-panel.mine")).to_contain_text(ada.name, timeout=PATIENCE)
    assert phone.wait_for_turn()
    phone.press_a_legal(".cell.legal")
