"""People play on the page: they meet, invite, play to the end, come back, watch and replay."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.support.served import free_port, served
from tests.support.visitor import PATIENCE, House, Visitor

LEGAL = {"othello": ".cell.legal", "krazki": ".piece.legal", "graph": ".vertex.legal", "kierki": ".hand-card.legal"}


def invite(ada: Visitor, bob: Visitor, game: str = "othello") -> None:
    ada.page.select_option("#invite-game", game)
    ada.page.get_by_role("button", name=f"Invite {bob.name}", exact=True).click()
    expect(bob.page.locator(".invitation")).to_contain_text(f"{ada.name} invites you", timeout=PATIENCE)


def accept(bob: Visitor) -> None:
    bob.page.locator(".invitation").get_by_role("button", name="Accept").click()


def test_two_people_meet_and_play_othello_to_its_end(house: House) -> None:
    ada, bob = house.visitor().come_in(), house.visitor().come_in()
    ready = ada.page.locator(".players li", has_text=bob.name).locator(".status")
    expect(ready).to_have_text("● ready", timeout=PATIENCE)
    invite(ada, bob)
    expect(ready).to_have_text("■ busy", timeout=PATIENCE)
    accept(bob)
    for one in (ada, bob):
        expect(one.page.locator("othello-board")).to_be_visible(timeout=PATIENCE)
    by_turns = {"Black": ada, "White": bob}
    while not ada.is_over:
        ada.page.wait_for_selector("seat-panel.turn, result-banner:not([hidden])")
        if ada.is_over:
            break
        who = by_turns[ada.page.locator("seat-panel.turn .seat-label").inner_text()]
        if who.wait_for_turn():
            who.press_a_legal(LEGAL["othello"])
            ada.page.wait_for_timeout(20)
    for one in (ada, bob):
        expect(one.page.locator("result-banner")).to_contain_text("win", timeout=PATIENCE)
    ada.page.get_by_role("button", name="Rematch").click()
    bob.page.get_by_role("button", name="Rematch").click()
    expect(bob.page.locator("seat-panel.mine .seat-label")).to_be_visible(timeout=PATIENCE)
    expect(bob.page.locator("seat-panel .standing").first).to_have_text("2", timeout=PATIENCE)


def test_an_invitation_is_declined_and_another_taken_back(house: House) -> None:
    ada, bob = house.visitor().come_in(), house.visitor().come_in()
    invite(ada, bob)
    bob.page.get_by_role("button", name="Decline").click()
    expect(ada.page.locator(".notice")).to_contain_text(bob.name, timeout=PATIENCE)
    invite(ada, bob, "krazki")
    ada.page.get_by_role("button", name="Take back").click()
    expect(bob.page.locator(".invitation")).to_have_count(0, timeout=PATIENCE)


def test_one_who_reloads_and_one_who_closes_the_page_find_the_game_again(house: House) -> None:
    ada, bob = house.visitor().come_in(), house.visitor().come_in()
    invite(ada, bob)
    accept(bob)
    ada.wait_for_turn()
    ada.press_a_legal(".cell.legal")
    bob.wait_for_turn()
    bob.page.reload()
    expect(bob.page.locator(".cell.legal").first).to_be_visible(timeout=PATIENCE)
    where = bob.page.url
    bob.page.close()
    expect(ada.page.locator("seat-panel", has_text=bob.name)).to_contain_text("to return", timeout=PATIENCE)
    bob.open().goto(where)
    assert bob.wait_for_turn()
    expect(ada.page.locator("seat-panel", has_text=bob.name)).not_to_contain_text("to return", timeout=PATIENCE)
    bob.press_a_legal(".cell.legal")
    assert ada.wait_for_turn()


def test_a_game_goes_on_after_the_service_was_killed(browser: Browser, tmp_path: Path) -> None:
    port, db = free_port(), str(tmp_path / "arena.db")
    with served(db, port) as address:
        house = House(browser, address)
        ada, bob = house.visitor().come_in(), house.visitor().come_in()
        invite(ada, bob)
        accept(bob)
        ada.wait_for_turn()
        ada.press_a_legal(".cell.legal")
        bob.wait_for_turn()
    for one in (ada, bob):
        expect(one.page.locator("connection-state")).to_be_visible(timeout=PATIENCE)
    with served(db, port):
        for one in (ada, bob):
            expect(one.page.locator("connection-state")).to_be_hidden(timeout=PATIENCE)
        assert bob.wait_for_turn()
        bob.press_a_legal(".cell.legal")
        assert ada.wait_for_turn()
        house.close()


def test_two_tabs_of_one_person_stay_in_step(house: House) -> None:
    ada = house.visitor().come_in()
    ada.play_a_bot("othello", "random")
    first = ada.page
    second = ada.open()
    second.goto(first.url)
    ada.wait_for_turn()
    ada.press_a_legal(".cell.legal")
    board = "() => document.querySelector('othello-board').shown.view.board"
    ada.wait_for_turn()
    first.wait_for_function(f"want => ({board})() === want", arg=second.evaluate(board))


def play_out(one: Visitor, game: str) -> None:
    while one.wait_for_turn():
        one.press_a_legal(LEGAL[game])


def test_krazki_and_the_graph_game_are_played_against_bots_and_can_be_replayed(house: House) -> None:
    ada = house.visitor().come_in()
    for game in ("krazki", "graph"):
        ada.go("/")
        ada.play_a_bot(game, "random")
        play_out(ada, game)
        ada.page.locator("result-banner").get_by_role("link", name="Replay").click()
        steps = ada.page.locator(".transport input")
        expect(steps).to_be_visible(timeout=PATIENCE)
        ada.page.locator(".moves button").first.click()
        expect(ada.page.locator(".where")).to_contain_text("1 /")
        ada.page.keyboard.press("End")
        expect(ada.page.locator(".current")).to_have_count(1)
        ada.page.keyboard.press("ArrowLeft")
        assert steps.input_value() == str(int(steps.get_attribute("max") or "0") - 1)


def test_a_refused_move_is_explained(house: House) -> None:
    ada = house.visitor().come_in()
    ada.play_a_bot("othello", "random")
    ada.wait_for_turn()
    ada.page.fill("#typed-move", "a1")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#move-why")).to_contain_text("a1", timeout=PATIENCE)


def test_kierki_with_a_person_two_bots_and_a_program_and_nobody_sees_a_hidden_card(house: House) -> None:
    ada, eve = house.visitor().come_in(), house.visitor()
    ada.page.click("make-table > button")
    ada.page.select_option("#make-game", "kierki")
    ada.page.select_option("#seat-E", "program")
    for seat in ("S", "W"):
        ada.page.select_option(f"#seat-{seat}", "bot steady")
    ada.page.locator("dialog .primary").click()
    command = ada.page.locator(".commands code").inner_text()
    klient = Path(sys.executable).parent / "kierki-klient"
    arguments = command.split()[1:]
    with subprocess.Popen([str(klient), *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        assert ada.wait_for_turn()
        eve.page.goto(ada.page.url)
        expect(eve.page.locator("kierki-board")).to_be_visible(timeout=PATIENCE)
        for _ in range(5):
            ada.wait_for_turn()
            ada.press_a_legal(LEGAL["kierki"])
        ada.wait_for_turn()
        expect(eve.page.locator(".hand")).to_be_hidden()
        assert all('"hand":[]' in frame for frame in eve.frames if '"hand"' in frame)
        assert any('"hand":[]' in frame for frame in eve.frames)
        assert all(_hands(frame) <= 1 for frame in ada.frames)
        program.kill()


def test_a_replay_of_kierki_can_be_seen_with_a_seats_eyes(house: House) -> None:
    ada = house.visitor().come_in()
    ada.play_a_bot("kierki", "random")
    ada.wait_for_turn()
    ada.press_a_legal(LEGAL["kierki"])
    ada.wait_for_turn()
    ada.page.on("dialog", lambda question: question.accept())
    ada.page.get_by_role("button", name="End the game").click()
    ada.page.locator("result-banner").get_by_role("link", name="Replay").click()
    expect(ada.page.locator(".transport")).to_be_visible(timeout=PATIENCE)
    expect(ada.page.locator(".hand")).to_be_hidden()
    ada.page.locator(".heading select").select_option("E")
    expect(ada.page.locator(".hand-card")).to_have_count(13, timeout=PATIENCE)
    expect(ada.page.locator(".place.bottom")).to_contain_text("E random")


def test_a_contest_is_started_from_the_page_and_its_games_can_be_stepped_through(
    browser: Browser, tmp_path: Path
) -> None:
    terminal = tmp_path / "terminal.txt"
    with served(str(tmp_path / "arena.db"), terminal=terminal) as address:
        house = House(browser, address)
        page = house.visitor().go("/contests")
        page.locator("contests-page summary").click()
        page.get_by_role("button", name="Start").click()
        expect(page.locator("contests-page .why")).to_contain_text("operator", timeout=PATIENCE)
        page.fill("#contest-operator", terminal.read_text().rpartition("token: ")[2].strip())
        page.fill("#contest-rounds", "2")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("contest-page .stage")).to_contain_text("not running", timeout=2 * PATIENCE)
        expect(page.locator("contest-page tbody tr").first).to_contain_text("House")
        page.locator(".contest-games button").first.click()
        expect(page.locator(".chosen .transport")).to_be_visible(timeout=PATIENCE)
        page.get_by_role("button", name="To the end").click()
        expect(page.locator(".chosen .where")).not_to_contain_text("0 /")
        house.close()


def _hands(frame: str) -> int:
    return frame.count('"hand":[')
