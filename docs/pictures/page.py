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
# Enough moves that a board looks played on, few enough that nothing is decided.
MOVES = {"othello": 9, "krazki": 3, "graph": 3, "kierki": 6}
BOTS = {"othello": "random", "krazki": "random", "graph": "random", "kierki": "steady"}
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
    visitor.wait_for_turn()


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
        guests["Jan"].go("/")
        guests["Jan"].page.get_by_role("button", name="Invite Bartek").click()
        guests["Bartek"].go("/")
        guests["Bartek"].page.wait_for_selector(".invitation")
        take(guests["Bartek"], "lobby")
        house.close()


if __name__ == "__main__":
    main()
