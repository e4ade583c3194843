"""At a table everything that a player needs is on the screen at once, on a laptop and on a phone, in every game."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect
from tests.support.visitor import PATIENCE, House, Visitor

JUDGED_WITHIN: Final = 4 * PATIENCE
"""A worker that judges starts anew and loads its compiled code: on a busy machine that takes long."""
WINDOWS: Final = {
    "a phone, upright": (390, 844),
    "a phone, lying": (844, 390),
    "a laptop": (1366, 768),
    "a laptop at 200 %": (683, 384),
}
NEEDED: Final = {
    "othello": ["othello-board svg"],
    "krazki": ["krazki-board .stacks", "krazki-board .number"],
    "graph": ["graph-board svg"],
    "kierki": ["kierki-board .felt", "kierki-board .deal-kind", "kierki-board .hand-card .card"],
}
"""What there is of each board and hand."""
TO_PLAY: Final = {"krazki": ["krazki-board .plan-bar"]}
"""What there is beside it until the game is over."""
BOXES: Final = """names => names.map((name) => [name, [...document.querySelectorAll(name)]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect()).map(({ left, top, right, bottom }) => [left, top, right, bottom])])"""

Box = tuple[float, float, float, float]


def boxes_of(one: Visitor, *names: str) -> dict[str, list[Box]]:
    found: list[tuple[str, list[Box]]] = one.page.evaluate(BOXES, list(names))
    return dict(found)


def off_screen(one: Visitor, *names: str) -> list[str]:
    """What is not wholly in the window, or not there at all. Half a pixel is rounding."""
    size = one.page.viewport_size
    assert size is not None
    wide, high = size["width"] + 0.5, size["height"] + 0.5
    wrong = []
    for name, boxes in boxes_of(one, *names).items():
        inside = [
            left >= -0.5 and top >= -0.5 and right <= wide and bottom <= high for left, top, right, bottom in boxes
        ]
        if not inside or not all(inside):
            wrong.append(f"{name}: {boxes}")
    return wrong


def overlapping(one: Visitor, this: str, that: str) -> bool:
    """Whether something lies over the first of the boards."""
    found = boxes_of(one, this, that)
    ours, *_ = found[this]
    return any(
        each[0] < ours[2] - 1 and each[2] > ours[0] + 1 and each[1] < ours[3] - 1 and each[3] > ours[1] + 1
        for each in found[that]
    )


@pytest.mark.parametrize("game", NEEDED)
def test_board_hand_turn_clock_and_result_are_on_the_screen_together(house: House, game: str) -> None:
    one = house.visitor().come_in()
    one.go(f"/table/{one.table_with_bots(game, turn_time=600)}")
    one.wait_for_turn()
    clock = ["seat-panel.turn .clock"]
    for name, (width, height) in WINDOWS.items():
        one.page.set_viewport_size({"width": width, "height": height})
        needed = [
            *NEEDED[game],
            *TO_PLAY.get(game, []),
            "seat-panel",
            "seat-panel.turn .seat-state",
            ".controls",
            *clock,
        ]
        assert not off_screen(one, *needed), name
    one.resign()
    expect(one.page.locator("result-banner")).to_be_visible(timeout=PATIENCE)
    for name, (width, height) in WINDOWS.items():
        one.page.set_viewport_size({"width": width, "height": height})
        assert not off_screen(one, *NEEDED[game], "seat-panel", "result-banner"), name
        assert not overlapping(one, NEEDED[game][0], "result-banner"), name


def test_the_controls_of_a_replay_are_beside_the_board_and_so_is_the_opinion(house: House) -> None:
    one = house.visitor().come_in()
    one.play_a_bot("graph", "random")
    while one.wait_for_turn():
        one.press_a_legal(".vertex.legal")
    one.page.locator("result-banner a[href^='/replay']").click()
    expect(one.page.locator(".opinion-now")).not_to_be_empty(timeout=JUDGED_WITHIN)
    one.page.keyboard.press("End")
    for name, (width, height) in WINDOWS.items():
        one.page.set_viewport_size({"width": width, "height": height})
        assert not off_screen(one, "graph-board svg", ".transport", ".opinion-now", "result-banner", "seat-panel"), name
        for beside in (".transport", ".opinion-now", "result-banner"):
            assert not overlapping(one, "graph-board svg", beside), (name, beside)


def test_the_board_of_a_phone_stays_where_it_is_when_a_turn_ends_and_when_a_disc_is_shown(house: House) -> None:
    one = house.phone().come_in()
    one.go(f"/table/{one.table_with_bots('krazki')}")
    one.wait_for_turn()
    before = boxes_of(one, ".stacks")
    one.page.locator(".piece.legal").first.tap(force=True)
    expect(one.page.locator(".plan-bar.aimed")).to_be_visible()
    assert boxes_of(one, ".stacks") == before
    one.resign()
    one.go(f"/table/{one.table_with_bots('kierki', turn_time=600)}")
    one.wait_for_turn()
    before = boxes_of(one, ".felt")
    one.page.evaluate(
        "() => document.querySelectorAll('.seat-state, seat-panel .clock').forEach((one) => one.remove())"
    )
    assert boxes_of(one, ".felt") == before


def test_in_a_replay_with_all_hands_open_there_is_room_for_the_trick(house: House) -> None:
    one = house.visitor().come_in()
    one.go(f"/table/{one.table_with_bots('kierki')}")
    one.wait_for_turn()
    one.press_a_legal(".hand-card.legal")
    one.wait_for_turn()
    one.resign()
    one.page.locator("result-banner a[href^='/replay']").click()
    one.page.locator(".heading select").select_option("all")
    expect(one.page.locator(".open-hand")).to_have_count(4, timeout=PATIENCE)
    for name, (width, height) in WINDOWS.items():
        one.page.set_viewport_size({"width": width, "height": height})
        shown = (".felt", ".open-hands", ".transport", "seat-panel")
        assert not off_screen(one, *shown), name
        ((_, top, _, bottom),) = boxes_of(one, ".felt")[".felt"]
        assert bottom - top >= 100, name
        assert not overlapping(one, ".felt", ".open-hands"), name


def test_the_head_of_the_page_is_one_line_high_on_a_phone_that_lies(house: House) -> None:
    one = house.visitor(viewport={"width": 844, "height": 390}, locale="pl-PL").come_in("Malgorzata572")
    heights = one.page.locator("header").evaluate("head => [head.offsetHeight, head.querySelector('nav').offsetHeight]")
    assert heights[0] < 2 * heights[1]


def test_the_terms_of_an_invitation_fit_on_a_phone(house: House) -> None:
    jan, ada = house.phone(locale="pl-PL").come_in(), house.visitor().come_in()
    jan.page.get_by_role("button", name=f"Zaproś: {ada.name}").wait_for()
    jan.page.get_by_text("Strona i zegar").tap()
    ((_, _, right, _),) = boxes_of(jan, "#invite-clock")["#invite-clock"]
    ((_, _, edge, _),) = boxes_of(jan, "player-list")["player-list"]
    assert right <= edge + 0.5
