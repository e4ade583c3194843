"""Takes the pictures of README from the real page in a real browser: python -m docs.pictures.page"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.support.served import served
from tests.support.visitor import House, Visitor

HERE = Path(__file__).parent
WINDOW = {"width": 1180, "height": 820}
QUALITY = 85
OPINIONS_WITHIN = 120_000
# Enough moves that a board looks played on, few enough that nothing is decided.
MOVES = {"othello": 9, "krazki": 3, "graph": 3, "kierki": 6}
BOTS = {"othello": "random", "krazki": "random", "graph": "random", "kierki": "steady"}
NO_TRICK = "() => document.querySelector('.board-room > *:last-child').shown.view.trick?.length === 0"
LEGAL = {"othello": ".cell.legal", "krazki": ".piece.legal", "graph": ".vertex.legal", "kierki": ".hand-card.legal"}


def take(visitor: Visitor, name: str) -> None:
    """A picture of what somebody sees, once nothing moves any more."""
    visitor.page.mouse.move(0, 0)
    visitor.page.evaluate("() => { scrollTo(0, 0); document.activeElement?.blur() }")
    visitor.page.wait_for_timeout(1500)
    visitor.page.screenshot(path=HERE / f"{name}.jpg", quality=QUALITY, type="jpeg")


def play(visitor: Visitor, game: str) -> None:
    """Sits down against a bot and plays for a while."""
    visitor.go("/")
    visitor.page.wait_for_selector(f".tile.game-{game} button:enabled")
    visitor.play_a_bot(game, BOTS[game])
    for _ in range(MOVES[game]):
        if visitor.wait_for_turn():
            # The last legal place: in Krążki the disc that takes least away.
            visitor.press_a_legal(f"{LEGAL[game]} >> nth=-1")
    # A table of cards is shown with a trick on it.
    while visitor.wait_for_turn() and visitor.page.evaluate(NO_TRICK):
        visitor.press_a_legal(f"{LEGAL[game]} >> nth=-1")


def replay(visitor: Visitor) -> None:
    """Loses a game of the graph to a bot, and looks at it again with the strongest player's opinions."""
    visitor.go("/")
    visitor.page.wait_for_selector(".tile.game-graph button:enabled")
    visitor.play_a_bot("graph", "random")
    while visitor.wait_for_turn():
        visitor.press_a_legal(LEGAL["graph"])
    visitor.page.locator("result-banner").get_by_role("link", name="Replay").click()
    visitor.page.wait_for_function("() => document.querySelector('replay-opinions')?.opinions.length > 0")
    visitor.page.wait_for_function(
        "() => !document.querySelector('.opinions [role=status]').textContent", timeout=OPINIONS_WITHIN
    )
    visitor.page.keyboard.press("]")


def main() -> None:
    """Takes them all."""
    browser = shutil.which("chromium")
    if browser is None:
        raise SystemExit("the pictures need Chromium")
    with tempfile.TemporaryDirectory() as room, served(f"{room}/arena.db") as address, sync_playwright() as playwright:
        house = House(playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"]), address)
        guests = {name: house.visitor(viewport=WINDOW).come_in(name) for name in ("Ada", "Bartek", "Zuzana", "Jan")}
        for name, game in (("Ada", "othello"), ("Bartek", "graph"), ("Zuzana", "krazki"), ("Jan", "kierki")):
            play(guests[name], game)
            take(guests[name], game)
        # Whoever plays is busy: these only look around.
        eva, piotr, _ = (house.visitor(viewport=WINDOW).come_in(name) for name in ("Eva", "Piotr", "Marta"))
        piotr.page.get_by_role("button", name="Invite Eva").click()
        eva.page.wait_for_selector(".invitation")
        take(eva, "lobby")
        piotr.page.get_by_role("button", name="Take back").click()
        replay(eva)
        take(eva, "replay")
        house.close()


if __name__ == "__main__":
    main()
