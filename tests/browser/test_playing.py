"""People play on the page: they meet, invite, play to the end, come back, watch and replay."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect
from tests.support.censor import Censor
from tests.support.served import free_port, served
from tests.support.visitor import PATIENCE, House, Visitor

from stolik.games.kierki.match_file import read_match
from stolik.games.kierki.rules import Deal

LEGAL = {"othello": ".cell.legal", "krazki": ".piece.legal", "graph": ".vertex.legal", "kierki": ".hand-card.legal"}
SHOWN = "document.querySelector('othello-board').shown.view.board"
"""The discs that a page shows."""


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
            shown = who.page.evaluate(f"() => {SHOWN}")
            ada.page.wait_for_function(f"shown => {SHOWN} === shown", arg=shown)
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
    for taken in ("d4", "e4", "e5"):
        ada.page.fill("#typed-move", taken)
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator(".notice").last).to_contain_text(taken)
        assert ada.page.locator(".notice").count() <= 2, "they would cover the board of a phone"


@pytest.mark.parametrize(
    ("locale", "no_card", "not_held"),
    [
        ("en-GB", "a card is written by", "is not in your hand"),
        ("pl-PL", "kartę zapisuje się", "nie masz karty"),
        ("cs-CZ", "karta se píše", "nemáte"),
    ],
)
def test_a_refused_card_is_explained_in_every_language(house: House, locale: str, no_card: str, not_held: str) -> None:
    ada = house.visitor(locale=locale).come_in()
    ada.play_a_bot("kierki", "random")
    ada.wait_for_turn()
    hand = ada.page.locator(".hand button").evaluate_all("cards => cards.map((card) => card.dataset.key)")
    strange = next(f"{rank}{suit}" for rank in "23456789" for suit in "CDHS" if f"{rank}{suit}" not in hand)
    for card, why in (("11C", no_card), (strange, not_held)):
        ada.page.fill("#typed-move", card)
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator("#move-why")).to_contain_text(why, timeout=PATIENCE)


def test_kierki_with_a_person_two_bots_and_a_program_and_nobody_sees_a_hidden_card(house: House) -> None:
    ada, eve, anybody = house.visitor().come_in(), house.visitor().come_in(), house.visitor()
    ada.page.click("make-table > button")
    ada.page.select_option("#make-game", "kierki")
    ada.page.select_option("#seat-E", "program")
    for seat in ("S", "W"):
        ada.page.select_option(f"#seat-{seat}", "bot steady")
    ada.page.locator("dialog .primary").click()
    command = ada.page.locator(".commands code").inner_text()
    where = ada.page.url
    klient = Path(sys.executable).parent / "kierki-klient"
    arguments = command.split()[1:]
    with subprocess.Popen([str(klient), *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        eve.page.goto(where)
        play_cards(ada, 10)
        anybody.page.goto(where)  # comes in the middle of a deal
        expect(anybody.page.locator("kierki-board")).to_be_visible(timeout=PATIENCE)
        first, second = ada.page, ada.open()
        second.goto(where)
        play_cards(ada, 3)
        first.reload()
        second.reload()
        play_cards(ada, 4)
        eve.page.reload()
        expect(eve.page.locator("kierki-board")).to_be_visible(timeout=PATIENCE)
        play_cards(ada, 3)
        for spectator in (eve, anybody):
            expect(spectator.page.locator(".hand")).to_be_hidden()
        program.kill()
    table = where.rpartition("/")[2]
    # The program's seat will be empty; with a bot there, only bots are left and the game ends.
    assert ada.page.evaluate(SEAT_A_BOT, table)
    ada.resign()
    ada.page.wait_for_selector("result-banner:not([hidden])")
    deals, moves = record_of(house.address, table)
    assert len(moves) > 52, "more than one deal was played"
    readers: list[tuple[Visitor, str | None]] = [(ada, "N"), (eve, None), (anybody, None)]
    for reader, eyes in readers:
        censor = Censor(deals, moves, eyes)
        for frame in reader.frames:
            censor.read(json.loads(frame))
        assert censor.cards > 52


def record_of(address: str, table: str) -> tuple[tuple[Deal, ...], list[str]]:
    """The deals of a finished match, and every card in the order played."""
    with urlopen(f"{address}/api/records/{table}/export?format=kierki") as answer:
        deals = read_match(answer.read().decode()).deals
    with urlopen(f"{address}/api/records/{table}") as answer:
        return deals, [step["move"] for step in json.load(answer)["steps"][1:]]


SEAT_A_BOT = """async (table) => {
    const headers = {
        'Content-Type': 'application/json', Authorization: `Bearer ${localStorage.getItem('stolik.token')}` };
    for (let tries = 0; tries < 100; tries += 1) {
        const options = { method: 'POST', body: '{"bot": "random"}', headers };
        if ((await fetch(`/api/tables/${table}/seats/E`, options)).ok) return true;
        await new Promise((later) => setTimeout(later, 100));
    }
    return false;
}"""
"""Whether the seat is given to a bot; as long as the service believes that the program has it, it is refused."""


def play_cards(one: Visitor, cards: int) -> None:
    for _ in range(cards):
        assert one.wait_for_turn()
        one.press_a_legal(LEGAL["kierki"])


def test_a_replay_of_kierki_is_seen_with_ones_own_eyes_first_and_then_with_others(house: House) -> None:
    ada = house.visitor().come_in()
    ada.play_a_bot("kierki", "random")
    ada.wait_for_turn()
    ada.press_a_legal(LEGAL["kierki"])
    ada.wait_for_turn()
    ada.resign()
    ada.page.locator("result-banner").get_by_role("link", name="Replay").click()
    expect(ada.page.locator(".transport")).to_be_visible(timeout=PATIENCE)
    expect(ada.page.locator(".hand-card")).to_have_count(13, timeout=PATIENCE)
    expect(ada.page.locator(".place.bottom")).to_contain_text(f"N {ada.name}")
    ada.page.locator(".heading select").select_option("")
    expect(ada.page.locator(".hand")).to_be_hidden()
    ada.page.locator(".heading select").select_option("E")
    expect(ada.page.locator(".hand-card")).to_have_count(13, timeout=PATIENCE)
    expect(ada.page.locator(".place.bottom")).to_contain_text(re.compile(r"E [A-Z]\w+"))
