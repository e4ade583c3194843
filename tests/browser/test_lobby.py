"""The lobby with many tables: each tab says what its screen shows, and is told of nothing else."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.support.asking import ask
from tests.support.replays import finished
from tests.support.visitor import PATIENCE, House, Visitor

EACH = 8
"""Tables that one person may have."""


def many_tables(address: str, name: str, count: int) -> list[str]:
    """Tables of people called NAME0, NAME1, …; every tenth is of another game than the rest."""
    made = []
    for number in range(count):
        if number % EACH == 0:
            token = ask(f"{address}/api/session", {"name": f"{name}{number // EACH}"})["token"]
        me = {"kind": "person", "name": f"{name}{number // EACH}"}
        game, first = ("graph", "first") if number % 10 == 0 else ("krazki", "b")
        made.append(ask(f"{address}/api/tables", {"game": game, "seats": {first: me}}, token)["id"])
    return made


def rows(page: Page) -> Locator:
    return page.locator("table-list .table-row")


def looks(one: Visitor) -> list[dict[str, object]]:
    """What the page said that its screen shows."""
    return [json.loads(frame) for frame in one.sent if '"look"' in frame and '"tables"' in frame]


def check_the_list(house: House, name: str, count: int) -> None:
    """Paging, filters, search and spectator counts."""
    made = many_tables(house.address, name, count)
    one = house.visitor().come_in(f"{name}Reader")
    page = one.page
    expect(rows(page)).to_have_count(20)
    expect(page.locator("table-list .count")).to_have_text(str(count))
    page.get_by_role("button", name="More tables").click()
    expect(rows(page)).to_have_count(min(40, count))
    page.get_by_label("Which game").select_option("graph")
    expect(rows(page)).to_have_count(min(20, count // 10))
    expect(page.locator("table-list .count")).to_have_text(str(count // 10))
    page.get_by_label("Which game").select_option("")
    page.get_by_label("Search for a player").fill(f"{name.upper()}1")
    page.wait_for_function(
        "name => [...document.querySelectorAll('table-list .who')].every((one) => one.textContent.includes(name))",
        arg=f"{name}1",
    )
    expect(rows(page).first).to_be_visible()
    page.get_by_label("Search for a player").fill("")
    watcher = house.visitor()
    watcher.go(f"/t/{made[0]}")
    expect(watcher.page.locator("table-page .stage")).to_be_visible(timeout=PATIENCE)
    page.get_by_label("In which order").select_option("watched")
    expect(rows(page).first).to_contain_text("1 watch", timeout=PATIENCE)
    assert looks(one)[-1]["tables"] == {"game": "", "open": False, "search": "", "order": "watched", "count": 20}


def test_a_long_list_is_paged_filtered_and_searched_and_says_who_watches(house: House) -> None:
    check_the_list(house, "Few", 30)


def test_tables_of_rated_players_come_first_when_asked_for(house: House) -> None:
    one = house.visitor().come_in("Rated")
    token = one.page.evaluate("() => localStorage['stolik.token']")
    address = house.address
    finished(address, "krazki", "SomeHost", "random", "best")
    seats = {"b": {"kind": "bot", "name": "random"}}
    table = ask(f"{address}/api/tables", {"game": "krazki", "seats": seats}, token)["id"]
    for _ in range(9):
        ask(f"{address}/api/tables", {"game": "graph"}, ask(f"{address}/api/session", {})["token"])
    reader = house.visitor().come_in("RatedReader")
    reader.page.get_by_label("In which order").select_option("rating")
    first = rows(reader.page).first
    expect(first.locator(".stage")).to_contain_text("up to", timeout=PATIENCE)
    assert table in (first.locator("a").get_attribute("href") or "")


def test_whoever_has_few_tables_left_is_told_and_then_refused_in_words(house: House) -> None:
    one = house.visitor(locale="pl-PL").come_in("Maker")
    page, tables = one.page, f"{house.address}/api/tables"
    token = page.evaluate("() => localStorage['stolik.token']")
    hint = page.locator("section.games > tables-left")
    expect(hint).to_be_hidden()
    for _ in range(EACH - 2):
        ask(tables, {"game": "krazki"}, token)
    expect(hint).to_have_text("Możesz mieć jeszcze 2 stoliki.")
    page.click("make-table > button")
    expect(page.locator("dialog tables-left")).to_have_text("Możesz mieć jeszcze 2 stoliki.")
    for _ in range(2):
        ask(tables, {"game": "krazki"}, token)
    page.click("make-table .primary")
    expect(page.locator("make-table .why")).to_contain_text("Masz 8 niedokończonych stolików")


@pytest.mark.soak
def test_a_thousand_tables(house: House) -> None:
    check_the_list(house, "Many", 1000)
