"""What is small on the page and missed when it is broken: copying, leaving, playing a replay, quiet, stillness."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect
from tests.support.visitor import PATIENCE, House, Visitor

COUNT_VOICES = """
    window.voices = 0;
    const Plain = AudioContext;
    window.AudioContext = class extends Plain { constructor() { super(); window.voices++; } };
"""


def make_graph_table(one: Visitor) -> str:
    """A table with a seat for a program; the command line that is shown for it."""
    one.page.click("make-table > button")
    one.page.select_option("#make-game", "graph")
    one.page.select_option("#seat-second", "program")
    one.page.locator("dialog .primary").click()
    return one.page.locator(".commands code").inner_text()


def test_the_command_line_of_a_graph_table_is_copied_and_seats_a_program(house: House) -> None:
    one = house.visitor(permissions=["clipboard-read", "clipboard-write"]).come_in()
    command = make_graph_table(one)
    one.page.locator(".commands button").click()
    expect(one.page.get_by_text("Copied").first).to_be_visible(timeout=PATIENCE)
    assert one.page.evaluate("() => navigator.clipboard.readText()") == command
    program, *arguments = command.split()
    here = Path(sys.executable).parent / program
    with subprocess.Popen([here, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as bot:
        while one.wait_for_turn():
            one.press_a_legal(".vertex.legal")
        assert bot.wait(PATIENCE / 1000) == 0
    one.page.locator("result-banner").get_by_role("link", name="The exchange of lines").click()
    expect(one.page.locator(".exchange .lines")).to_contain_text("210 ", timeout=PATIENCE)


def test_what_a_program_did_wrong_is_quoted_as_it_was_told(house: House) -> None:
    one = house.visitor(locale="pl-PL").come_in()
    command = make_graph_table(one).split()
    port = int(command[command.index("--port") + 1])
    with socket.create_connection(("127.0.0.1", port)) as program:
        one.wait_for_turn()
        one.press_a_legal(".vertex.legal")
        program.sendall(b"210 99\n")
        cause = one.page.locator("result-banner .cause")
        expect(cause).to_contain_text("Program dostał odpowiedź:", timeout=PATIENCE)
        words = cause.locator("q[lang=en]").inner_text()
        received = program.makefile().read()
    assert f"999 {words}" in received


def test_when_one_closes_the_page_the_other_sees_how_long_there_is(house: House) -> None:
    ada, eve = house.visitor().come_in(), house.visitor().come_in()
    ada.page.click("make-table > button")
    ada.page.select_option("#make-game", "othello")
    ada.page.locator("dialog .primary").click()
    expect(ada.page.locator("table-page")).to_be_visible(timeout=PATIENCE)
    eve.page.goto(ada.page.url)
    eve.page.get_by_role("button", name="Sit").first.click()
    ada.wait_for_turn()
    eve.page.close()
    expect(ada.page.locator("table-page")).to_contain_text("0:5", timeout=PATIENCE)  # less than a minute is left of one


def test_a_replay_plays_by_itself(house: House) -> None:
    one = house.visitor().come_in()
    one.play_a_bot("graph", "random")
    while one.wait_for_turn():
        one.press_a_legal(".vertex.legal")
    one.page.locator("result-banner a[href^='/replay']").click()
    one.page.keyboard.press("Home")
    expect(one.page.locator(".where")).to_contain_text("0 /", timeout=PATIENCE)
    one.page.get_by_role("button", name="Play", exact=True).click()
    expect(one.page.locator(".where")).to_contain_text("2 /", timeout=PATIENCE)


def test_nothing_sounds_unless_it_is_wanted_and_nothing_moves_for_who_wants_stillness(house: House) -> None:
    one = house.visitor()
    one.page.add_init_script(COUNT_VOICES)
    one.come_in()
    one.play_a_bot("othello", "random")
    one.wait_for_turn()
    one.press_a_legal(".cell.legal")
    one.wait_for_turn()
    assert one.page.evaluate("() => window.voices") == 0
    assert one.page.evaluate("() => (new AudioContext(), window.voices)") == 1  # it would have been counted
    assert one.page.evaluate("() => document.getAnimations().length") == 0


def test_whoever_presses_play_before_the_server_has_answered_makes_a_table_for_themselves(house: House) -> None:
    one = house.visitor().come_in()
    one.page.route_web_socket("**/api/ws", lambda _: None)  # nothing is ever heard
    one.go("/")
    with one.page.expect_request("**/api/tables") as asked:
        one.page.locator(".tile.game-othello button.primary").click()
    wanted = json.loads(asked.value.post_data or "")
    assert wanted["seats"]["black"] == {"kind": "person", "name": one.name}


def test_how_to_play_is_told_with_an_example_and_leads_to_a_first_game_with_hints(house: House) -> None:
    one = house.visitor().come_in()
    for game in ("othello", "krazki", "graph", "kierki"):
        one.go("/")
        one.page.locator(f".tile.game-{game}").get_by_role("link", name="How to play").click()
        expect(one.page.locator(".guide h2").first).to_be_visible(timeout=PATIENCE)
        said = set()
        while one.page.get_by_role("button", name="Next", exact=True).is_enabled():
            said.add(one.page.locator(".example-words").inner_text())
            one.page.get_by_role("button", name="Next", exact=True).click()
        assert len(said) > 2
        assert not any("example." in words for words in said)
    one.page.get_by_role("link", name="The protocol").click()
    expect(one.page.locator(".docs h1")).to_contain_text("Kierki", timeout=PATIENCE)
    expect(one.page.locator(".docs table").first).to_be_visible()
    one.page.go_back()
    one.page.get_by_role("button", name="Play against: easy").click()
    one.wait_for_turn()
    one.page.get_by_role("button", name="Hint").click()
    expect(one.page.locator(".hand-card.advised.legal")).to_have_count(1, timeout=PATIENCE)
    expect(one.page.locator(".heading .stage")).to_contain_text("does not count")


def test_every_command_on_the_pages_that_say_how_to_play_works(house: House) -> None:
    page = house.visitor().page
    commands: dict[str, list[list[str]]] = {}
    for game in ("othello", "krazki", "graph", "kierki"):
        page.goto(f"{house.address}/how/{game}")
        expect(page.get_by_role("link", name="The protocol")).to_be_visible(timeout=PATIENCE)
        commands[game] = [line.split() for line in page.locator(".how-ways code").all_inner_texts()]
    assert [len(lines) for lines in commands.values()] == [1, 1, 1, 0]
    # At a game's own port two programs play each other; in a lobby one waits until its input ends.
    for game, many in (("othello", 1), ("krazki", 2), ("graph", 2)):
        [[name, *arguments]] = commands[game]
        command = [str(Path(sys.executable).parent / name), *arguments]
        programs = [subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) for _ in range(many)]
        assert [one.wait(4 * PATIENCE / 1000) for one in programs] == [0] * many, command


MAKE_TABLES = """async ([games, name]) => {
    const headers = {
        'Content-Type': 'application/json', Authorization: `Bearer ${localStorage.getItem('stolik.token')}` };
    for (const [game, seat] of games) {
        const body = JSON.stringify({ game, seats: { [seat]: { kind: 'person', name } } });
        await fetch('/api/tables', { method: 'POST', headers, body });
    }
}"""


def test_a_full_lobby_can_be_searched_and_filtered(house: House) -> None:
    makers = [house.visitor().come_in() for _ in range(2)]
    for one in makers:
        one.page.evaluate(MAKE_TABLES, [[["othello", "black"], ["krazki", "b"], ["graph", "first"]] * 2, one.name])
    reader = house.visitor().come_in()
    rows = reader.page.locator(".tables .table-row")
    expect(reader.page.locator(".filters")).to_be_visible(timeout=PATIENCE)
    reader.page.get_by_label("Search for a player").fill(makers[0].name)
    expect(rows).to_have_count(6)
    reader.page.get_by_label("Which game").select_option("krazki")
    expect(rows).to_have_count(2)
    reader.page.get_by_label("Search for a player").fill("nobody at all")
    expect(reader.page.locator("table-list .empty")).to_contain_text("No table matches.")


def test_a_disc_of_the_other_colour_is_refused_with_the_reason(house: House) -> None:
    one = house.visitor().come_in()
    one.play_a_bot("krazki", "random")
    one.wait_for_turn()
    one.page.locator(".piece.black").last.click(force=True)
    expect(one.page.locator(".notice")).to_contain_text("must be your own", timeout=PATIENCE)


def test_whoever_changes_the_language_by_keyboard_stays_at_that_choice(house: House) -> None:
    page = house.visitor().come_in().page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("cs")
    expect(page.get_by_label("Jazyk")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Nastavení")).to_be_focused()


def test_the_keyboards_place_is_in_the_content_when_what_had_it_is_gone(house: House) -> None:
    ada, bob = house.visitor().come_in(), house.visitor()
    page = bob.go("/")
    page.fill("#name", f"{ada.name}Friend")
    page.keyboard.press("Enter")
    expect(page.locator(".my-name")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("main")).to_be_focused()
    ada.page.get_by_role("button", name=f"Invite {ada.name}Friend").click()
    page.get_by_role("button", name="Decline").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".invitation")).to_have_count(0)
    expect(page.locator("main")).to_be_focused()


def test_in_othello_it_is_told_that_somebody_has_no_move(house: House) -> None:
    page = house.visitor().go("/local/othello")
    page.wait_for_selector(".cell.legal")
    for move in ("c4", "c3", "e6", "b4", "a4", "a5", "c2"):
        page.fill("#typed-move", move)
        page.keyboard.press("Enter")
    expect(page.locator(".log li")).to_have_count(7)
    expect(page.locator(".notice")).to_have_count(0)
    page.fill("#typed-move", "a3")
    page.keyboard.press("Enter")
    expect(page.locator(".notice")).to_have_text("Black has no move and passes.")
    expect(page.locator(".log li").first).to_contain_text("Black has no move")
    expect(page.locator("seat-panel.turn .seat-label")).to_have_text("White")
