"""Contests on the page: the operator starts them, everybody watches them fill in and steps through their games."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.support.asking import ask, finished_contest, played_contest
from tests.support.checks import faults_in_both_themes
from tests.support.served import served
from tests.support.visitor import PATIENCE, House, Visitor

EXAMPLES = Path(__file__).parents[2] / "examples"
KEEP_EVERY_TABLE = """
    window.tables = new Set();
    new MutationObserver(() => {
        const table = document.querySelector('.crosstable');
        if (table) window.tables.add(table.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
"""


@pytest.fixture(scope="module")
def contest_house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """An arena of its own, and its operator's token."""
    room = tmp_path_factory.mktemp("contests")
    with served(str(Path(room) / "arena.db")) as address:
        yield address, (Path(room) / "arena.db-operator").read_text().strip()


@pytest.fixture(scope="module")
def played(contest_house: tuple[str, str]) -> str:
    """A contest that has been played."""
    return finished_contest(*contest_house, "krazki", ("Ewa", "Jan", "Ola"))


def start(one: Visitor, operator: str, game: str, rounds: int, players: str = "") -> None:
    """Fills in the form and starts a contest."""
    page = one.go("/contests")
    page.locator("contests-page details > summary").click()
    page.select_option("#contest-game", game)
    page.wait_for_function("() => document.querySelector('#contest-players').value")
    if players:
        page.fill("#contest-players", players)
    page.fill("#contest-operator", operator)
    page.fill("#contest-rounds", str(rounds))
    page.select_option("#contest-format", "round-robin")
    page.get_by_role("button", name="Start").click()


def wait_for_the_end(one: Visitor) -> None:
    expect(one.page.locator("contest-page [role=status]").first).to_contain_text(
        re.compile("finished|stopped"), timeout=2 * PATIENCE
    )


def random_players(count: int) -> str:
    return "\n".join(json.dumps({"name": f"Random{number}", "builtin": "random"}) for number in range(count))


def test_nobody_but_the_operator_starts_programs(browser: Browser, contest_house: tuple[str, str]) -> None:
    house = House(browser, contest_house[0])
    page = house.visitor().go("/contests")
    page.locator("contests-page details > summary").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator("contests-page .why")).to_contain_text("operator", timeout=PATIENCE)
    house.close()


@pytest.mark.parametrize(("game", "seats"), [("krazki", 2), ("othello", 2), ("graph", 2), ("kierki", 4)])
def test_a_contest_is_started_and_its_games_can_be_stepped_through(
    browser: Browser, contest_house: tuple[str, str], game: str, seats: int
) -> None:
    address, operator = contest_house
    house = House(browser, address)
    one = house.visitor()
    start(one, operator, game, rounds=2, players=random_players(seats))
    wait_for_the_end(one)
    page = one.page
    rows = page.locator(".ranked tbody tr")
    expect(rows.first).to_contain_text("±")
    signs = page.locator(".crosstable td .plus, .crosstable td .minus, .crosstable td .even")
    assert signs.count() >= 2
    expect(page.locator(".plot .plot-line")).to_have_count(rows.count())
    page.get_by_text("The same as a table").click()
    expect(page.locator("details[open] .figures tbody tr").first).to_be_visible()
    page.locator(".contest-games button").first.click()
    expect(page.locator(".chosen .transport")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".chosen .where")).not_to_have_text(re.compile("^0 /"))
    page.locator(".chosen details summary", has_text="Transcript").click()
    expect(page.locator(".chosen details[open] pre")).not_to_have_text("")
    assert page.locator(".chosen details", has_text="standard error").count() == seats
    where = page.url
    page.goto("about:blank")
    page.goto(where)  # the game has an address
    expect(page.locator(".chosen .where")).not_to_have_text(re.compile("^0 /"), timeout=PATIENCE)
    house.close()


FAULTY = {
    "Ada": "raise SystemExit(3)",
    "Jan": "import sys; sys.stdin.readline(); print('210 99 c', flush=True)",
    "Ola": "import sys, time; sys.stdin.readline(); time.sleep(9)",
}
CAUSES = {
    "pl": {
        "Ada": "Program Ada zakończył się z kodem wyjścia 3",
        "Jan": "Program Jan wykonał niedozwolony ruch: sterty mają numery od 0 do",
        "Ola": "Program Ola nie odpowiedział w ciągu 5 s",
    },
    "cs": {
        "Ada": "Program Ada skončil s návratovým kódem 3",
        "Jan": "Program Jan zahrál nedovolený tah: sloupce mají čísla 0 až",
        "Ola": "Program Ola do 5 s neodpověděl",
    },
}


@pytest.fixture(scope="module")
def lost(contest_house: tuple[str, str]) -> dict[str, str]:
    """Where each faulty program's lost game is."""
    address, operator = contest_house
    program = str(Path(sys.executable).resolve())
    players = [{"name": name, "program": program, "args": ["-c", code]} for name, code in FAULTY.items()]
    contest = played_contest(
        address, operator, "krazki", [{"name": "House", "builtin": "random"}, *players], "gauntlet"
    )
    games = ask(f"{address}/api/contests/{contest}")["games"]
    return {name: f"/contests/{contest}?number={game['number']}" for game in games for name in game["seats"].values()}


@pytest.mark.parametrize("language", CAUSES)
def test_why_a_program_lost_is_told_in_the_readers_language(
    browser: Browser, contest_house: tuple[str, str], lost: dict[str, str], language: str
) -> None:
    house = House(browser, contest_house[0])
    # On a phone it is told before the game has been stepped through, too.
    one = house.phone(locale=language) if language == "cs" else house.visitor(locale=language)
    for name, words in CAUSES[language].items():
        page = one.go(lost[name])
        cause = page.locator(".chosen .cause")
        expect(cause).to_contain_text(words, timeout=PATIENCE)
        expect(cause).to_be_visible()
        expect(cause.locator("[lang]")).to_have_count(0)  # it is not English
    ended = one.go(lost["Ada"]).locator(".chosen details summary", has_text="Ada")
    expect(ended).to_contain_text({"pl": "kod wyjścia 3", "cs": "návratový kód 3"}[language], timeout=PATIENCE)
    house.close()


def test_a_players_file_is_loaded(browser: Browser, contest_house: tuple[str, str], tmp_path: Path) -> None:
    players = '{"name": "Ewa", "builtin": "easy"}\n{"name": "Jan", "builtin": "random"}\n'
    (tmp_path / "gracze.jsonl").write_text(players)
    house = House(browser, contest_house[0])
    page = house.visitor().go("/contests")
    page.locator("contests-page details > summary").click()
    page.set_input_files("#contest-file", tmp_path / "gracze.jsonl")
    expect(page.locator("#contest-players")).to_have_value(players, timeout=PATIENCE)
    house.close()


def test_the_table_of_a_contest_fills_in_while_somebody_watches_until_the_operator_stops_it(
    browser: Browser, contest_house: tuple[str, str]
) -> None:
    address, operator = contest_house
    house = House(browser, address)
    watcher = house.visitor()
    watcher.go("/contests")
    starter = house.visitor()
    starter.page.add_init_script(KEEP_EVERY_TABLE)
    program = {"program": str(Path(sys.executable).resolve()), "args": [str(EXAMPLES / "krazki_random.py")]}
    players = "\n".join(json.dumps({"name": name} | program) for name in ("Ewa", "Jan"))
    start(starter, operator, "krazki", rounds=200, players=players)
    starter.page.wait_for_function("() => window.tables.size > 2")
    starter.page.get_by_role("button", name="Stop").click()
    wait_for_the_end(starter)
    expect(starter.page.get_by_role("button", name="Play the rest")).to_be_visible()
    held = len(json.loads(watcher.page.evaluate("() => fetch('/api/contests').then((answer) => answer.text())")))
    expect(watcher.page.locator(".table-row")).to_have_count(held, timeout=PATIENCE)
    assert sum('"type":"contest"' in frame for frame in watcher.frames) > 1
    house.close()


def test_a_contest_can_be_followed_without_seeing_it_well(
    browser: Browser, contest_house: tuple[str, str], played: str
) -> None:
    house = House(browser, contest_house[0])
    for one in (house.visitor().come_in(), house.phone()):
        page = one.go(f"/contests/{played}?number=1")
        expect(page.locator(".chosen .transport")).to_be_visible(timeout=PATIENCE)
        assert faults_in_both_themes(page) == []
    house.close()


def test_a_game_of_a_contest_and_the_papers_below_it_do_not_overlap(
    browser: Browser, contest_house: tuple[str, str], played: str
) -> None:
    house = House(browser, contest_house[0])
    page = house.visitor().go(f"/contests/{played}?number=1")
    expect(page.locator(".decided, .opinion-sums").first).to_be_visible(timeout=PATIENCE)
    for width, height in ((1366, 768), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = [page.locator(f".chosen {part}").first.bounding_box() for part in (".transport", ".side", "details")]
        transport, side, paper = (box for box in boxes if box)
        assert max(one["y"] + one["height"] for one in (transport, side)) <= paper["y"], (width, height)
    house.close()


def test_the_operator_closes_a_table_and_whoever_is_there_is_told(
    browser: Browser, contest_house: tuple[str, str]
) -> None:
    house, operator = House(browser, contest_house[0]), contest_house[1]
    ada = house.visitor().come_in()
    ada.page.click("make-table > button")
    ada.page.select_option("#make-game", "krazki")
    ada.page.locator("dialog .primary").click()
    expect(ada.page.locator("seat-panel").first).to_be_visible(timeout=PATIENCE)
    page = house.visitor().go("/operator")
    page.fill("#operator-token", operator)
    page.get_by_role("button", name="Show the tables").click()
    row = page.locator("operator-page .table-row")
    expect(row).to_have_count(1, timeout=PATIENCE)
    assert not faults_in_both_themes(page)
    row.get_by_role("button").click()
    expect(row).to_have_count(0, timeout=PATIENCE)
    expect(ada.page.locator("result-banner")).to_be_visible(timeout=PATIENCE)
    house.close()


def test_a_name_that_the_operator_issues_to_a_class_is_taken_by_its_code(
    browser: Browser, contest_house: tuple[str, str]
) -> None:
    address, operator = contest_house
    (issued,) = ask(f"{address}/api/operator/names", {"names": ["Kasia"]}, operator)
    house = House(browser, address)
    page = house.visitor().go("/")
    page.get_by_role("button", name="I have a code").click()
    page.keyboard.type(issued["code"].lower().replace("-", " "))
    page.keyboard.press("Enter")
    expect(page.locator(".my-name")).to_have_text("Kasia", timeout=PATIENCE)
    house.close()


def test_the_form_offers_the_size_of_a_game_that_has_several_and_says_what_is_wrong(
    browser: Browser, contest_house: tuple[str, str]
) -> None:
    address, operator = contest_house
    house = House(browser, address)
    one = house.visitor()
    page = one.go("/contests")
    page.locator("contests-page details > summary").click()
    page.select_option("#contest-game", "krazki")
    expect(page.locator(".contest-size input")).to_have_count(0)
    page.select_option("#contest-game", "graph")
    expect(page.locator("#contest-players")).to_have_value(re.compile('"builtin":"random"'))  # what is offered
    page.fill("#contest-players", random_players(2))
    page.fill("#contest-operator", operator)
    page.get_by_label("Vertices").fill("nine")
    page.get_by_role("button", name="Start").click()
    why = page.locator("contests-page .why")
    expect(why).to_have_text("Vertices: “nine” is not a whole number above 0.")
    page.get_by_label("Vertices").fill("9")
    page.fill("#contest-positions", "3 0 2 0 1 1 2")
    page.get_by_role("button", name="Start").click()
    expect(why).to_have_text("Give either a size or your own start positions, not both.")
    page.fill("#contest-positions", "")
    assert faults_in_both_themes(page) == []
    page.get_by_label("Edges").fill("12")
    page.get_by_role("button", name="Start").click()
    wait_for_the_end(one)
    house.close()
