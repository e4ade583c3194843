"""What happens at a table can be followed: tricks stay, deals are summed up, and the keyboard's place is kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.support.visitor import PATIENCE, House, Visitor

LEGAL = {"othello": ".cell.legal", "krazki": ".piece.legal", "graph": ".vertex.legal", "kierki": ".hand-card.legal"}

WATCH_TRICKS = """() => {
    window.lay = [];
    let since = null;
    const look = () => {
        const whole = document.querySelectorAll('.place > .card').length === 4;
        if (whole && since === null) since = performance.now();
        if (!whole && since !== null) { window.lay.push(performance.now() - since); since = null; }
    };
    new MutationObserver(look).observe(document.querySelector('.felt'), { subtree: true, childList: true });
}"""
"""Writes down for how many milliseconds each finished trick lay on the table."""


def wait_at(one: Visitor, pace: str) -> None:
    one.page.evaluate("pace => localStorage.setItem('stolik.pace', pace)", pace)


def play_cards(one: Visitor, cards: int) -> None:
    for _ in range(cards):
        assert one.wait_for_turn()
        one.press_a_legal(LEGAL["kierki"])


def test_a_finished_trick_stays_and_whoever_does_not_want_to_wait_clicks(house: House) -> None:
    one = house.visitor().come_in()
    one.play_a_bot("kierki", "random")
    one.wait_for_turn()
    one.page.evaluate(WATCH_TRICKS)
    wait_at(one, "usual")
    play_cards(one, 1)
    one.page.wait_for_selector(".place.rest")
    one.page.wait_for_timeout(1500)  # whoever plays at once does not want to look
    play_cards(one, 1)
    one.page.wait_for_function("() => window.lay.length > 0")
    assert one.page.evaluate("() => window.lay[0]") > 1000
    one.wait_for_turn()
    wait_at(one, "calm")
    one.press_a_legal(LEGAL["kierki"])
    one.page.locator(".felt").click(position={"x": 5, "y": 200})
    assert one.page.evaluate("() => document.querySelector('table-page').pace.isBehind") is False
    one.page.locator(".last-trick summary").click()
    expect(one.page.locator(".last-trick .card")).to_have_count(4)


def test_after_a_deal_it_is_summed_up_and_the_keyboard_stays_in_the_hand(house: House) -> None:
    one = house.visitor().come_in()
    one.play_a_bot("kierki", "random")
    play_cards(one, 12)
    one.wait_for_turn()
    wait_at(one, "usual")
    one.page.locator(LEGAL["kierki"]).first.focus()
    one.page.keyboard.press("Enter")
    summary = one.page.locator(".deal-summary")
    expect(summary).to_contain_text("Deal 1 is over: tricks", timeout=PATIENCE)
    expect(summary.locator("tbody tr")).to_have_count(4)
    points = summary.locator("tbody td:nth-child(3)").all_inner_texts()
    assert sum(map(int, points)) == 13
    expect(summary).to_contain_text("Take no hearts")
    one.page.get_by_role("button", name="Next deal").focus()
    one.page.keyboard.press("Enter")
    expect(summary).to_be_hidden()
    assert one.wait_for_turn()
    assert one.page.evaluate("() => document.activeElement.matches('.hand-card')")


@pytest.mark.parametrize("game", LEGAL)
def test_the_keyboards_place_is_kept_after_each_move(house: House, game: str) -> None:
    one = house.visitor().come_in()
    one.play_a_bot(game, "random")
    one.wait_for_turn()
    one.page.locator(LEGAL[game]).first.focus()
    for _ in range(4):
        assert one.page.evaluate("game => document.activeElement.closest(`${game}-board`) !== null", game)
        assert one.page.evaluate("() => document.activeElement.getAttribute('tabindex')") == "0"
        one.page.keyboard.press("ArrowRight")
        one.page.evaluate(
            "legal => document.activeElement.matches(legal) || document.querySelector(legal).focus()", LEGAL[game]
        )
        one.page.evaluate("() => { window.was = document.querySelector('.board-room > *:last-child').shown.view }")
        one.page.keyboard.press("Enter")
        one.page.wait_for_function(
            "() => document.querySelector('.board-room > *:last-child').shown.view !== window.was"
        )
        if not one.wait_for_turn():
            break
