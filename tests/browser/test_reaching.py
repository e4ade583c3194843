"""Everybody can use the page: by keyboard, with a screen reader, on a phone, in the dark, in three languages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, Route, expect
from tests.support.checks import FINGER, faults, faults_in_both_themes, too_small
from tests.support.visitor import PATIENCE, House, Visitor

MOST_BYTES = 120 * 1024
"""As they go over the network: packed."""


GO = """path => {
    document.querySelector('main').firstElementChild.dataset.before = '';
    return import('/static/js/router.js').then(({ go }) => go(path));
}"""
"""Follows an address as a link of the page does: nothing is loaded anew."""
RESIGN = "table => import('/static/js/client.js').then(({ say }) => say({ type: 'resign', table }))"
HOW_TO_PLAY = ("/how/othello", "/how/krazki", "/how/graph", "/how/kierki", "/docs/codes")
LOCAL = ("/local/othello", "/local/krazki", "/local/graph")
LISTS = ("/leaderboard", "/contests", "/operator")
NOT_THERE = ("/player/nobody", "/table/none", "/replay/none", "/contests/none", "/local/none", "/nothing/at/all")


class Walk:
    """Somebody who looks at every kind of page, and the faults of each."""

    def __init__(self, one: Visitor, check: Callable[[Page], list[str]]) -> None:
        self.one = one
        self.page = one.page
        self.check = check
        self.faults: dict[str, list[str]] = {}

    def look(self, name: str) -> None:
        self.page.wait_for_timeout(50)  # what was asked for is drawn in the next frames
        found = self.check(self.page)
        if found:
            self.faults[name] = found

    def go(self, path: str, until: str = "h1") -> None:
        self.page.evaluate(GO, path)
        self.page.wait_for_selector(f"main > :not([data-before]) {until}")

    def everything(self) -> dict[str, list[str]]:
        """The faults by page; none where all is well."""
        self.lobby()
        for game in ("othello", "krazki", "kierki"):
            self.go(f"/table/{self.one.table_with_bots(game)}", ".playable")
            self.look(game)
        self.graph_to_its_end()
        self.go(f"/table/{self.one.make_table('graph', {'first': {'kind': 'person', 'name': self.one.name}})}", ".qr")
        self.look("a table that waits")
        for path in (*HOW_TO_PLAY, *LOCAL, *LISTS, f"/player/{self.one.name}", *NOT_THERE):
            self.go(path)
            self.look(path)
        return self.faults

    def lobby(self) -> None:
        self.one.go("/")
        self.page.wait_for_selector(".tile button:enabled")
        self.look("the lobby of nobody")
        self.page.locator(".tile.game-graph button.primary").click()
        self.look("the question for a name")
        self.page.keyboard.press("Escape")
        self.one.come_in()
        self.look("the lobby")
        for name, opener in (
            ("make a table", "make-table > button"),
            ("invite a friend", ".tile .as-link"),
            ("the code", ".me button"),
            ("settings", "page-settings > button"),
        ):
            self.page.locator(opener).first.click()
            self.look(name)
            self.page.keyboard.press("Escape")

    def graph_to_its_end(self) -> None:
        table = self.one.table_with_bots("graph")
        self.go(f"/table/{table}", ".playable")
        self.look("graph")
        for _ in range(3):
            if self.one.wait_for_turn():
                self.one.press_a_legal(".vertex.legal")
        self.page.evaluate(RESIGN, table)
        self.page.wait_for_selector("result-banner:not([hidden])")
        self.look("a game that is over")
        self.page.locator("result-banner a[href^='/replay']").click()
        self.page.wait_for_selector(".course-line, .opinions .hint:not(:empty)")
        self.page.keyboard.press("End")
        self.look("a replay")


LOADING = ("/", "/table/none", "/replay/none", "/player/nobody", "/contests/none", "/local/graph", *HOW_TO_PLAY, *LISTS)
HEADING = "() => [...document.querySelectorAll('main h1')].filter((one) => one.checkVisibility()).length"


@pytest.mark.parametrize("held", ["**/api/**", "**/js/elements/*_page.js"])
def test_a_page_that_is_still_loading_has_one_heading(house: House, held: str) -> None:
    one = house.visitor()
    waiting: list[Route] = []
    one.page.route(
        held, lambda route: waiting.append(route)
    )  # answers that never come: what is there now is all that is there
    for path in LOADING:
        one.go(path)
        one.page.wait_for_selector("main h1", state="attached")
        assert one.page.evaluate(HEADING) == 1, path
    one.page.goto("about:blank")
    for request in waiting:
        request.abort("connectionreset")  # a browser lets others wait for what is asked for already


def test_the_checks_find_what_is_wrong(house: House) -> None:
    page = house.visitor().go("/leaderboard")
    page.wait_for_selector("main h1:not(.page-title)")
    assert faults(page) == []
    page.evaluate("""() => {
        const faint = document.createElement('p');
        faint.textContent = 'faint';
        faint.style.color = getComputedStyle(document.body).backgroundColor;
        const scroll = document.createElement('div');
        scroll.style = 'height: 20px; overflow: auto';
        scroll.append(document.createElement('br'), document.createElement('br'), document.createElement('br'));
        document.querySelector('main h1').replaceWith(document.createElement('h2'), document.createElement('h4'));
        document.querySelector('main').append(
            faint, document.createElement('button'), scroll, document.createElement('main'));
    }""")
    assert [fault.split(":")[0] for fault in faults(page)] == [
        "no name",
        "not one main",
        "no h1",
        "a level of headings is left out",
        "a scroll area without the keyboard",
        "contrast 1.00 of faint",
    ]


def test_the_checks_find_what_is_wrong_in_a_picture(house: House) -> None:
    page = house.visitor().go("/local/othello")
    page.wait_for_selector(".cell.legal")
    assert faults(page) == []
    page.evaluate("""() => {
        document.querySelector('.coordinate').style.fill = '#7d5029';
        for (const disc of document.querySelectorAll('.disc.white .face')) disc.style.fill = '#2a7a55';
    }""")
    assert [re.sub(r"[\d.]+ ", "", fault.split(":")[0]) for fault in faults(page)] == [
        "contrast of a",
        "contrast of .disc.white .face",
    ]


def test_every_page_can_be_used_without_seeing_it_well(house: House) -> None:
    assert Walk(house.visitor(), faults_in_both_themes).everything() == {}


@pytest.mark.parametrize(("locale", "scheme"), [("pl-PL", "dark"), ("cs-CZ", "light")])
def test_every_page_fits_a_phone_in_every_language(house: House, locale: str, scheme: str) -> None:
    one = house.phone(locale=locale, color_scheme=scheme)
    assert Walk(one, lambda page: [*faults(page), *too_small(page)]).everything() == {}
    one.go("/")
    one.page.wait_for_selector(".tile button:enabled")
    assert one.page.get_attribute("html", "lang") == locale[:2]
    assert not re.search(
        r"\b[a-z]+\.[a-zA-Z]+\b(?<!\.\d)", one.page.locator("main").inner_text().replace("127.0.0.1", "")
    )


def test_a_finger_hits_the_square_that_it_means(house: House) -> None:
    page = house.phone().go("/local/othello")
    page.wait_for_selector(".cell.legal")
    box = page.locator(".cell .square").first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= FINGER


def test_othello_is_played_by_keyboard_alone(house: House) -> None:
    one = house.visitor()
    page = one.go("/")
    page.wait_for_selector(".tile button:enabled")
    _tab_to(page, "#name")
    page.keyboard.press("Control+A")
    page.keyboard.type("Keys")
    page.keyboard.press("Enter")
    expect(page.locator(".my-name")).to_have_text("Keys", timeout=PATIENCE)
    page.locator("main").focus()
    _tab_to(page, ".tile.game-othello button")
    page.keyboard.press("Enter")
    one.wait_for_turn()
    _tab_to(page, ".cell")
    _walk_to(page, "f5")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("Keys plays f5, 1 disc turned", timeout=PATIENCE)
    assert "Keys plays f5" in page.locator("[aria-live=polite]").inner_text()
    one.wait_for_turn()
    move = page.evaluate("() => document.querySelector('othello-board').shown.view.moves[0]")
    _tab_to(page, "#typed-move")
    page.keyboard.type(move)
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text(f"Keys plays {move}", timeout=PATIENCE)


@pytest.mark.parametrize(("game", "place"), [("krazki", ".piece.legal"), ("graph", ".vertex.legal")])
def test_the_other_boards_are_played_by_keyboard_too(house: House, game: str, place: str) -> None:
    page = house.visitor().go(f"/local/{game}")
    page.wait_for_selector(place)
    for moves in range(1, 5):
        _tab_to(page, place)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(page.locator(".log li")).to_have_count(moves)
        page.locator("#main").focus()


PLACES = {"othello": ".cell", "krazki": ".piece", "graph": ".vertex", "kierki": ".hand-card"}
"""What has the focus on each board, or in the hand."""
VIEW = "document.querySelector('.board-room > *:last-child').shown.view"


@pytest.mark.parametrize(("game", "place"), PLACES.items())
def test_a_game_is_played_to_its_end_by_keyboard_alone_which_then_stands_at_the_result(
    house: House, game: str, place: str
) -> None:
    one = house.visitor().come_in()
    page = one.page
    _tab_to(page, f".tile.game-{game} button.primary")
    page.keyboard.press("Enter")
    one.wait_for_turn()
    _tab_to(page, place)
    while one.wait_for_turn():
        # After each move the focus is still there: nobody has to look for the board again.
        assert page.evaluate("place => document.activeElement.matches(place)", place)
        if game == "othello":
            _walk_to(page, page.evaluate("() => document.querySelector('.cell.legal').dataset.square"))
        while not page.evaluate("() => document.activeElement.matches('.legal')"):
            page.keyboard.press("ArrowRight")
        page.evaluate(f"() => {{ window.was = {VIEW} }}")
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => {VIEW} !== window.was")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('result-banner') !== null")


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        if page.evaluate("what => document.activeElement.matches(what)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector} by keyboard")


def _walk_to(page: Page, square: str) -> None:
    here = str(page.evaluate("() => document.activeElement.dataset.square"))
    right, down = ord(square[0]) - ord(here[0]), int(square[1]) - int(here[1])
    for key in ("ArrowRight" if right > 0 else "ArrowLeft",) * abs(right):
        page.keyboard.press(key)
    for key in ("ArrowDown" if down > 0 else "ArrowUp",) * abs(down):
        page.keyboard.press(key)
    assert page.evaluate("() => document.activeElement.dataset.square") == square


def test_a_finger_on_a_disc_shows_what_it_would_take_before_it_takes(house: House) -> None:
    one = house.phone().come_in()
    one.go("/local/krazki")
    one.page.wait_for_selector(".piece.legal")
    board = one.page.locator("krazki-board")
    before = board.evaluate("(board) => board.shown.view.stacks.join()")
    one.page.locator(".piece.legal").last.tap()
    expect(one.page.locator(".plan")).to_contain_text("Takes")
    assert board.evaluate("(board) => board.shown.view.stacks.join()") == before
    one.page.get_by_role("button", name="Take", exact=True).tap()
    assert board.evaluate("(board) => board.shown.view.stacks.join()") != before


def test_a_finger_chooses_a_card_first_and_plays_it_with_the_second_tap_or_by_dragging(house: House) -> None:
    one = house.phone().come_in()
    one.play_a_bot("kierki", "random")
    one.wait_for_turn()
    card = one.page.locator(".hand-card.legal").first
    held = one.page.locator(".hand-card").count()
    card.tap(position={"x": 8, "y": 12})
    expect(one.page.locator(".hand-card.chosen")).to_have_count(1)
    assert one.page.locator(".hand-card").count() == held
    card.tap(position={"x": 8, "y": 12})
    expect(one.page.locator(".hand-card")).to_have_count(held - 1, timeout=PATIENCE)
    one.wait_for_turn()
    one.page.wait_for_timeout(300)  # until the cards that may be played have risen
    box, felt = one.page.locator(".hand-card.legal").first.bounding_box(), one.page.locator(".felt").bounding_box()
    assert box is not None
    assert felt is not None
    one.page.mouse.move(box["x"] + 8, box["y"] + 12)
    one.page.mouse.down()
    one.page.mouse.move(box["x"], box["y"] - 30)
    one.page.mouse.move(felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2)
    one.page.mouse.up()
    expect(one.page.locator(".hand-card")).to_have_count(held - 2, timeout=PATIENCE)


def test_a_card_is_dragged_to_the_table_with_a_finger(house: House) -> None:
    one = house.phone().come_in()
    one.play_a_bot("kierki", "random")
    one.wait_for_turn()
    one.page.wait_for_timeout(300)  # until the cards that may be played have risen
    held = one.page.locator(".hand-card").count()
    box, felt = one.page.locator(".hand-card.legal").last.bounding_box(), one.page.locator(".felt").bounding_box()
    assert box is not None
    assert felt is not None
    x, y = box["x"] + 12, box["y"] + 12
    right, down = felt["x"] + felt["width"] / 2 - x, felt["y"] + felt["height"] / 2 - y
    line = one.context.new_cdp_session(one.page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        at = {"x": x + right * step / 10, "y": y + down * step / 10}
        line.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(one.page.locator(".hand-card")).to_have_count(held - 1, timeout=PATIENCE)
    line.detach()


def test_the_first_page_is_small(house: House) -> None:
    context = house.browser.new_context()  # nothing is in its cache
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(house.address)
    page.wait_for_selector(".tile button:enabled")
    page.wait_for_load_state("networkidle")
    sizes = {answer.url: answer.request.sizes()["responseBodySize"] for answer in answers if answer.ok}
    assert sum(sizes.values()) < MOST_BYTES, sizes
    asked = page.locator("link[rel=modulepreload]").evaluate_all("links => links.map((link) => link.href)")
    scripts = {url for url in sizes if url.endswith(".js") and "/lang/" not in url}
    assert set(asked) == scripts, "what the lobby needs is asked for at once, and nothing else"
    context.close()


def test_a_name_with_markup_is_only_a_name(house: House) -> None:
    name = "<img/src=x/onerror=1>"
    mallory, ada = house.visitor().come_in(name), house.visitor().come_in()
    expect(ada.page.locator(".players .name", has_text=name)).to_be_visible(timeout=PATIENCE)
    assert ada.page.locator(".players img, .me img").count() == 0
    ada.page.locator(".players .name", has_text=name).click()
    expect(ada.page.locator("h1")).to_have_text(name, timeout=PATIENCE)
    mallory.go("/local/graph")
    expect(mallory.page.locator(".my-name")).to_have_text(name, timeout=PATIENCE)


def test_a_name_that_is_taken_or_none_is_refused_in_words(house: House) -> None:
    ada, bob = house.visitor().come_in(), house.visitor()
    page = bob.go("/")
    for name, why in (("two words", "one word"), ("", "Type a name"), (ada.name, "Choose another")):
        page.fill("#name", name)
        page.click("come-in button")
        expect(page.locator("#name-why")).to_contain_text(why, timeout=PATIENCE)


def test_how_to_play_a_game_with_hidden_hands_names_a_command_that_works(house: House) -> None:
    one = house.visitor()
    one.page.route(
        "**/how/graph",
        lambda route: route.fulfill(body=route.fetch().text().replace('"hidden":false', '"hidden":true')),
    )
    page = one.go("/how/graph")
    ways = page.locator(".how-ways")
    expect(ways).to_contain_text("nc 127.0.0.1", timeout=PATIENCE)
    expect(ways).not_to_contain_text("stolik bot")
