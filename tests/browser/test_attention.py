"""Whoever looks elsewhere is called, whoever reloads finds the log again, and a frozen line is noticed."""

from __future__ import annotations

import re

from playwright.sync_api import WebSocketRoute, expect
from tests.support.visitor import PATIENCE, House

# A browser without a screen refuses notifications: this one counts them.
COUNT_NOTES = """
    window.notes = [];
    window.Notification = class extends EventTarget {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor(title, { body }) { super(); window.notes.push(body); }
        close() {}
    };
    document.hasFocus = () => false;
"""


def test_the_title_and_a_notification_call_whoever_is_invited_or_has_the_turn(house: House) -> None:
    ada, jan = house.visitor(), house.visitor().come_in()
    ada.page.add_init_script(COUNT_NOTES)
    ada.come_in()
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("checkbox", name="Notifications").check()
    jan.page.get_by_role("button", name=f"Invite {ada.name}").click()
    expect(ada.page).to_have_title(re.compile(f"● {jan.name} invites you"), timeout=PATIENCE)
    ada.page.get_by_role("button", name="Accept").click()
    jan.wait_for_turn()
    expect(jan.page).to_have_title(re.compile("● Your turn"), timeout=PATIENCE)
    jan.press_a_legal(".legal")
    expect(ada.page).to_have_title(re.compile("● Your turn"), timeout=PATIENCE)
    expect(jan.page).not_to_have_title(re.compile("Your turn"))
    invited, turn = ada.page.evaluate("() => window.notes")
    assert jan.name in invited
    assert "Your turn" in turn


def test_what_happened_is_still_told_after_a_reload(house: House) -> None:
    one = house.visitor().come_in()
    one.play_a_bot("othello", "random")
    for _ in range(3):
        one.wait_for_turn()
        one.press_a_legal(".cell.legal")
    one.wait_for_turn()
    before = one.page.locator("ol.log li").all_inner_texts()
    assert len(before) >= 6
    one.page.reload()
    one.wait_for_turn()
    assert one.page.locator("ol.log li").all_inner_texts() == before


def test_a_frozen_line_is_noticed_and_a_move_waits_until_there_is_another(house: House) -> None:
    one = house.visitor()
    frozen: list[bool] = []

    def join(line: WebSocketRoute) -> None:
        if frozen:
            line.close()
            return
        server = line.connect_to_server()
        line.on_message(lambda said: None if frozen else server.send(said))

    one.page.route_web_socket(re.compile("/api/ws"), join)
    one.come_in()
    one.play_a_bot("othello", "random")
    one.wait_for_turn()
    frozen.append(True)
    expect(one.page.locator("connection-state")).to_contain_text("does not answer", timeout=PATIENCE)
    one.page.locator(".cell.legal").first.click(force=True)
    expect(one.page.locator(".notice")).to_contain_text("Your move waits", timeout=PATIENCE)
    frozen.clear()
    expect(one.page.locator("ol.log")).to_contain_text(one.name, timeout=PATIENCE)
    expect(one.page.locator("connection-state")).to_be_hidden(timeout=PATIENCE)
