"""From a move that decided a game, the better line is played out on the board; then one is back where one was."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.support.replays import open_replay, ply
from tests.support.visitor import PATIENCE, House

SHOW = "Show the better line"
WHOLE = 0.99
"""All of something, but for the rounding of its edges."""


def decided(page: Page, patience: int = PATIENCE) -> Page:
    """The replay, when a move that decided the game is known."""
    expect(page.locator(".decided li").first).to_be_visible(timeout=patience)
    return page


def judged(page: Page) -> Page:
    """The replay, when every move is judged: until then other moves may turn out to have decided the game."""
    expect(page.locator("replay-opinions [role=status]")).to_have_text("", timeout=4 * PATIENCE)
    return page


def moves_of_line(page: Page) -> int:
    """How many moves of the line are known."""
    return int(page.locator(".transport input").get_attribute("max") or 0)


def test_a_person_watches_and_steps_through_the_better_line_and_comes_back(house: House) -> None:
    page = decided(open_replay(house, "krazki", "Better"))
    page.keyboard.press("End")
    was = ply(page)
    button = page.locator(".decided").get_by_role("button", name=SHOW).first
    slip = int(button.get_attribute("data-better") or 0)
    button.click()
    line = page.locator("better-line")
    expect(line).to_be_visible()
    expect(line).to_contain_text("The better line")
    expect(page.locator(".opinion-now")).to_be_hidden()
    expect(line.get_by_role("button", name="Back to the game")).to_be_focused()
    page.wait_for_function("() => document.querySelector('replay-page').line.done")
    # It plays by itself, and stops when somebody steps.
    page.wait_for_function("() => document.querySelector('replay-page').at >= 1")
    page.keyboard.press("Home")
    expect(line).to_contain_text(f"Before move {slip}")
    page.keyboard.press("ArrowRight")
    assert ply(page) == 1
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(line).to_contain_text("Better:")
    assert page.url.endswith(f"#{slip - 1}"), "the address stays that of the game"
    page.keyboard.press("End")
    assert ply(page) == moves_of_line(page) >= 1
    expect(line).to_contain_text("The line ends here.")
    page.keyboard.press("Escape")
    expect(line).to_be_hidden()
    assert ply(page) == was
    expect(button).to_be_focused()


def test_the_better_move_is_played_on_the_board_instead_of_the_one_that_was_made(house: House) -> None:
    page = decided(open_replay(house, "krazki", "Instead"))
    page.keyboard.press("Home")
    page.keyboard.press("]")
    slip = ply(page)
    page.keyboard.press("b")
    expect(page.locator("better-line")).to_be_visible()
    page.wait_for_function("() => document.querySelector('replay-page').line.done")
    page.keyboard.press("End")
    shown = page.evaluate(
        """() => {
            const { line, steps, opinions } = document.querySelector('replay-page');
            return { better: line.steps[1].move, best: opinions.opinionOf(line.ply).best, before: line.steps[0].view, was: steps[line.ply - 1].view };
        }"""  # noqa: E501 - one expression of the page
    )
    assert shown["better"] in shown["best"]
    assert shown["before"] == shown["was"]
    page.locator("better-line").get_by_role("button").click()
    assert ply(page) == slip


def test_a_move_of_the_list_leads_out_of_the_line(house: House) -> None:
    page = decided(open_replay(house, "krazki", "Leads"))
    page.locator(".decided").get_by_role("button", name=SHOW).first.click()
    expect(page.locator("better-line")).to_be_visible()
    page.locator(".moves button").nth(1).click()
    expect(page.locator("better-line")).to_be_hidden()
    assert ply(page) == 2


def test_on_a_phone_whatever_leads_to_a_move_leads_to_the_board(house: House) -> None:
    page = decided(open_replay(house, "krazki", "Board", phone=True))
    presses = (
        page.locator(".decided").get_by_role("button", name="Look before it").last,
        page.get_by_role("button", name="Previous slip"),
        page.locator(".moves button").last,
        page.locator(".decided").get_by_role("button", name=SHOW).last,
    )
    for press in presses:
        press.tap()
        expect(page.locator("krazki-board .stacks")).to_be_in_viewport(ratio=WHOLE)
        expect(page.locator(".transport")).to_be_in_viewport(ratio=WHOLE)


@pytest.mark.soak
@pytest.mark.parametrize("game", ["othello", "graph"])
def test_each_game_has_better_lines(house: House, game: str) -> None:
    page = decided(open_replay(house, game, f"Line{game}"), 4 * PATIENCE)
    page.locator(".decided").get_by_role("button", name=SHOW).first.click()
    page.wait_for_function("() => document.querySelector('replay-page').line.steps.length > 1", timeout=4 * PATIENCE)
    page.keyboard.press("ArrowRight")
    expect(page.locator("better-line")).to_contain_text("Better:")


@pytest.mark.parametrize(("locale", "show"), [("pl-PL", "Pokaż lepszy wariant"), ("cs-CZ", "Ukázat lepší variantu")])
def test_the_line_speaks_the_readers_language(house: House, locale: str, show: str) -> None:
    page = open_replay(house, "krazki", f"In{locale[:2]}", locale=locale)
    decided(page).locator(".decided").get_by_role("button", name=show).first.click()
    expect(page.locator("better-line")).not_to_contain_text("Back")


# Last in this file: the judge of a long match works until the service ends.
def test_on_a_phone_with_all_hands_open_the_line_is_seen_with_the_board(house: House) -> None:
    page = judged(decided(open_replay(house, "kierki", "Phone", phone=True), 4 * PATIENCE))
    page.locator(".heading select").select_option("all")
    button = page.locator(".decided").get_by_role("button", name=SHOW).first
    button.tap()
    line = page.locator("better-line")
    expect(line).to_be_in_viewport()
    expect(page.locator(".felt")).to_be_in_viewport()
    page.wait_for_function("() => document.querySelector('replay-page').line.steps.length > 1", timeout=PATIENCE)
    page.get_by_role("button", name="One move on").tap()
    expect(page.locator(".open-hands")).to_be_visible()
    line.get_by_role("button").tap()
    expect(line).to_be_hidden()
    expect(button).to_be_in_viewport()
