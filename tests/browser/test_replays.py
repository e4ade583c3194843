"""Replays: forks, play that goes on from them, and what the strongest player thinks of each move."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.support.replays import open_replay, ply, random_game
from tests.support.visitor import PATIENCE, House


# First in this file: games that are opened before it would be judged before it.
def test_every_move_has_an_opinion_and_the_line_leads_to_it(house: House) -> None:
    page = open_replay(house, "krazki", "Thinks")
    moves = page.locator(".moves li").count()
    expect(page.locator(".course-line")).to_be_visible(timeout=PATIENCE)
    page.wait_for_function(
        "moves => document.querySelector('replay-opinions').opinions.length === moves", arg=moves, timeout=PATIENCE
    )
    expect(page.locator(".opinion-sums li")).to_have_count(2)
    page.locator(".course").click()  # in the middle
    assert abs(ply(page) - moves / 2) <= 1
    expect(page.locator(".opinion-now")).to_contain_text("worth")
    page.keyboard.press("Home")
    slips = page.locator(".mark-slip, .mark-blunder")
    if slips.count():
        page.keyboard.press("]")
        assert page.locator(".moves .current").locator(".mark-slip, .mark-blunder").count() == 1


def test_forks_are_reached_by_button_and_by_keyboard_and_have_addresses(house: House) -> None:
    page = open_replay(house, "graph", "Forks")
    choices = page.evaluate("() => document.querySelector('replay-page').steps.map((step) => step.choices)")
    forks = [at for at, open_ in enumerate(choices) if open_ > 1]
    page.keyboard.press("Home")
    page.locator(".transport").get_by_role("button", name="On to where there is a choice").click()
    assert ply(page) == next(at for at in forks if at > 0)
    page.keyboard.press("End")
    page.keyboard.press("Shift+ArrowLeft")
    assert ply(page) == max(at for at in forks if at < len(choices) - 1)
    assert page.url.endswith(f"#{ply(page)}")
    here, where = ply(page), page.url
    page.goto("about:blank")
    page.goto(where)
    expect(page.locator(".transport")).to_be_visible(timeout=PATIENCE)
    assert ply(page) == here


def test_the_table_of_a_finished_game_shows_its_end_and_the_way_back_leads_out(house: House) -> None:
    one = house.visitor()
    page = one.go("/leaderboard")
    expect(page.locator("h1")).to_be_visible(timeout=PATIENCE)
    page.goto(f"{house.address}/table/{random_game(house.address, 'graph')}")
    expect(page.locator(".transport")).to_be_visible(timeout=PATIENCE)
    assert ply(page) == page.locator(".moves li").count() > 0
    expect(page.locator("result-banner")).to_be_visible()
    page.go_back()
    expect(page.locator("leaderboard-page")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("game", ["othello", "krazki", "graph"])
def test_moves_can_be_tried_from_the_middle_of_a_game(house: House, game: str) -> None:
    page = open_replay(house, game, f"Tries{game}")
    page.keyboard.press("ArrowRight")
    board = f"() => ({{ ...document.querySelector('{game}-board').shown.view, moves: null }})"
    shown = page.evaluate(board)
    page.get_by_role("link", name="Try moves here").click()
    expect(page.locator("local-page .seats")).to_be_visible(timeout=PATIENCE)
    assert page.evaluate(board) == shown
    move = page.evaluate(f"() => document.querySelector('{game}-board').shown.view.moves[0]")
    page.fill("#typed-move", move)
    page.keyboard.press("Enter")
    expect(page.locator(".log li")).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    assert page.evaluate(board) == shown
    page.get_by_role("link", name="Back to the replay").click()
    expect(page.locator(".where")).to_contain_text("1 /", timeout=PATIENCE)


# Last in this file: the judge of a long match works until the service ends.
@pytest.mark.parametrize(("game", "bot"), [("othello", "random"), ("graph", "random"), ("kierki", "random")])
def test_play_goes_on_against_a_bot(house: House, game: str, bot: str) -> None:
    page = open_replay(house, game, f"On{game}")
    page.keyboard.press("ArrowRight")
    page.locator("play-on select").select_option(bot)
    page.locator("play-on").get_by_role("button", name="Play on").click()
    expect(page.locator(f"table-page {game}-board")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("table-page .stage")).to_contain_text("does not count")
    expect(page.locator("seat-panel.mine")).to_have_count(1)
