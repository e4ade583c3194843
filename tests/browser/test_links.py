"""A link is a seat: a friend follows it, types a name, and the game begins. Play without a name asks for one."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.support.visitor import PATIENCE, House


def test_a_friend_follows_a_link_types_a_name_and_plays(house: House) -> None:
    ada, bob, eve = house.visitor().come_in(), house.phone(), house.visitor()
    eve.go("/")
    tile = ada.page.locator(".tile.game-othello")
    tile.get_by_role("button", name="Invite a friend").click()
    ada.page.select_option("#friend-side", "white")
    ada.page.select_option("#friend-clock", "game 180 2")
    ada.page.get_by_role("button", name="Make the link").click()
    link = ada.page.locator(".share code")
    expect(link).to_contain_text("/t/", timeout=PATIENCE)
    expect(ada.page.locator("svg.qr")).to_be_visible()
    bob.page.goto(link.inner_text())
    door = bob.page.locator("dialog.door")
    expect(door).to_contain_text(f"{ada.name} invites you to a game of Othello", timeout=PATIENCE)
    expect(door).to_contain_text("3 minutes each + 2 s a move")
    bob.page.fill("#door-name", "Friend")
    door.get_by_role("button", name="Sit down").click()
    for one in (ada, bob):
        expect(one.page.locator("othello-board")).to_be_visible(timeout=PATIENCE)
    expect(bob.page.locator("seat-panel.mine .seat-label")).to_have_text("Black")
    assert bob.wait_for_turn()
    expect(bob.page.locator("seat-panel .clock.resting")).to_have_text("3:00")
    expect(eve.page.locator(".tables li")).to_have_count(0)
    bob.page.reload()
    expect(bob.page.locator("seat-panel.mine .seat-label")).to_have_text("Black", timeout=PATIENCE)
    expect(bob.page.locator("dialog")).to_have_count(0)


def test_one_with_a_name_is_asked_whether_to_sit_down_or_to_watch(house: House) -> None:
    ada, bob, eve = (house.visitor().come_in() for _ in range(3))
    ada.page.locator(".tile.game-krazki").get_by_role("button", name="Invite a friend").click()
    ada.page.get_by_role("button", name="Make the link").click()
    address = ada.page.locator(".share code").inner_text()
    for one in (eve, bob):
        one.page.goto(address)
    eve.page.get_by_role("button", name="Only watch").click()
    bob.page.get_by_role("button", name="Sit down").click()
    for one in (ada, bob, eve):
        expect(one.page.locator("krazki-board")).to_be_visible(timeout=PATIENCE)
    expect(eve.page.locator(".mine")).to_have_count(0)


def test_play_without_a_name_asks_for_it_and_goes_on(house: House) -> None:
    eve = house.visitor()
    eve.go("/")
    tile = eve.page.locator(".tile.game-othello")
    tile.locator("select").select_option("random")
    tile.get_by_role("button", name="Play: Othello").click()
    eve.page.fill("#door-name", "Late")
    eve.page.get_by_role("button", name="Go on").click()
    expect(eve.page.locator("othello-board")).to_be_visible(timeout=PATIENCE)
    expect(eve.page.locator(".my-name")).to_have_text("Late")


def test_a_player_called_by_dots_has_a_page(house: House) -> None:
    dots = house.visitor().come_in("..")
    dots.play_a_bot("othello", "random")
    dots.resign()
    dots.page.locator(".my-name").click()
    expect(dots.page.locator("player-page h1")).to_have_text("..", timeout=PATIENCE)


def test_whoever_sat_down_by_a_link_is_offered_no_other_seat_and_is_not_called_back(house: House) -> None:
    ada, bob = house.visitor().come_in(), house.visitor()
    ada.page.locator(".tile.game-kierki").get_by_role("button", name="Invite a friend").click()
    ada.page.get_by_role("button", name="Make the link").click()
    bob.page.goto(ada.page.locator(".share code").inner_text())
    bob.page.locator("dialog.door").get_by_role("button", name="Sit down").click()
    expect(bob.page.locator("seat-panel.mine")).to_have_count(1, timeout=PATIENCE)
    expect(bob.page.get_by_role("button", name="Sit here")).to_have_count(0)
    expect(bob.page.get_by_role("button", name="Seat this bot")).to_have_count(2)
    expect(bob.page.locator(".return")).to_be_hidden()


def test_whoever_plays_with_somebody_invites_nobody_else_until_the_game_is_over(house: House) -> None:
    ada, bob, eve = (house.visitor().come_in() for _ in range(3))
    ada.page.get_by_role("button", name=f"Invite {bob.name}", exact=True).click()
    bob.page.get_by_role("button", name="Accept").click()
    ada.wait_for_turn()
    table = ada.page.url
    ada.go("/")
    expect(ada.page.locator(".players li", has_text=eve.name)).to_be_visible(timeout=PATIENCE)
    invite = ada.page.get_by_role("button", name=f"Invite {eve.name}", exact=True)
    expect(invite).to_be_hidden()
    ada.page.goto(table)
    ada.wait_for_turn()
    ada.resign()
    ada.page.get_by_role("link", name="To the lobby").click()
    expect(invite).to_be_visible(timeout=PATIENCE)


def test_a_rematch_is_offered_to_whoever_has_gone_to_the_lobby_already(house: House) -> None:
    ada, bob = house.visitor().come_in(), house.phone().come_in()
    ada.page.get_by_role("button", name=f"Invite {bob.name}", exact=True).click()
    bob.page.get_by_role("button", name="Accept").tap()
    ada.wait_for_turn()
    ada.resign()
    bob.page.get_by_role("link", name="To the lobby").tap()
    expect(bob.page.locator("player-list")).to_be_visible(timeout=PATIENCE)
    ada.page.get_by_role("button", name="Rematch").click()
    card = bob.page.locator(".invitation")
    expect(card).to_contain_text(f"{ada.name} would like a rematch.", timeout=PATIENCE)
    card.get_by_role("button", name="Rematch").tap()
    for one in (ada, bob):
        expect(one.page.locator("result-banner")).to_be_hidden(timeout=PATIENCE)
        expect(one.page.locator("othello-board .cell").first).to_be_visible(timeout=PATIENCE)
    expect(card).to_have_count(0)
