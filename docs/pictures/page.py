"""Takes the pictures of README from the real page in a real browser: python -m docs.pictures.page"""

from __future__ import annotations

import base64
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.support.served import served
from tests.support.visitor import House, Visitor

HERE = Path(__file__).parent
WINDOW = {"width": 1180, "height": 820}
PHONE = {"width": 390, "height": 844}
QUALITY = 85
OPINIONS_WITHIN = 120_000
OTHELLO = "e6 f6 f5 f4 g4 e7 d7 d6 f3 f2 e2 c8 f1 h4 h5 h6 f7 g6 c7 f8"
"""The middle of a game between two people."""
# Enough moves that a board looks played on, few enough that nothing is decided.
MOVES = {"krazki": 3, "graph": 3, "kierki": 22}
BOTS = {"krazki": "strong", "graph": "strong", "kierki": "steady"}
TRICK_OF_THREE = "() => document.querySelector('.board-room > *:last-child').shown.view.trick?.length === 3"
LEGAL = {"krazki": ".piece.legal >> nth=-1", "graph": ".vertex.legal >> nth=-1", "kierki": ".hand-card.legal >> nth=0"}
"""In Krążki the disc that takes least away, in Kierki a low card."""
PHONES = """
    <body style="margin: 0; padding: 28px; display: flex; gap: 28px; justify-content: center; background: #e7dfce">
    {pictures}</body>
"""
PHONE_PICTURE = """<img src="data:image/png;base64,{data}"
    style="width: 330px; border: 9px solid #2a241c; border-radius: 34px">"""


def be_still(visitor: Visitor) -> None:
    """Waits until nothing moves any more, with the mouse and the keyboard's place out of the picture."""
    visitor.page.mouse.move(0, 0)
    visitor.page.evaluate("() => { scrollTo(0, 0); document.activeElement?.blur() }")
    visitor.page.wait_for_timeout(1500)


def take(visitor: Visitor, name: str) -> None:
    """A picture of what somebody sees."""
    be_still(visitor)
    visitor.page.screenshot(path=HERE / f"{name}.jpg", quality=QUALITY, type="jpeg")


def play_othello(black: Visitor, white: Visitor) -> None:
    """Two people play a game to its middle."""
    black.page.select_option("#invite-game", "othello")
    black.page.get_by_role("button", name=f"Invite {white.name}").click()
    white.page.get_by_role("button", name="Accept").click()
    for ply, move in enumerate(OTHELLO.split()):
        one = (black, white)[ply % 2]
        one.wait_for_turn()
        one.page.fill("#typed-move", move)
        one.page.keyboard.press("Enter")
        one.page.wait_for_function("() => !document.querySelector('seat-panel.mine.turn')")
    black.wait_for_turn()


def play(visitor: Visitor, game: str) -> None:
    """Sits down against bots and plays for a while."""
    visitor.go("/")
    visitor.page.wait_for_selector(f".tile.game-{game} button:enabled")
    visitor.play_a_bot(game, BOTS[game])
    for _ in range(MOVES[game]):
        if visitor.wait_for_turn():
            visitor.press_a_legal(LEGAL[game])
    visitor.wait_for_turn()
    # A table of cards is shown when the last card of a trick is to be played.
    while game == "kierki" and visitor.wait_for_turn() and not visitor.page.evaluate(TRICK_OF_THREE):
        visitor.press_a_legal(LEGAL[game])


def replay(visitor: Visitor) -> None:
    """Plays a game of Krążki with mistakes, and looks at it again with the strongest player's opinions."""
    visitor.go("/")
    visitor.page.wait_for_selector(".tile.game-krazki button:enabled")
    visitor.play_a_bot("krazki", "easy")
    while visitor.wait_for_turn():
        discs = visitor.page.locator(".piece.legal").count()
        visitor.press_a_legal(f".piece.legal >> nth={max(0, discs - 2)}")
    visitor.page.locator("result-banner").get_by_role("link", name="Replay").click()
    visitor.page.wait_for_function("() => document.querySelector('replay-opinions')?.opinions.length > 0")
    visitor.page.wait_for_function(
        "() => !document.querySelector('.opinions [role=status]').textContent", timeout=OPINIONS_WITHIN
    )
    for _ in range(2):
        visitor.page.keyboard.press("]")


def take_phones(house: House, tables: list[Visitor]) -> None:
    """One picture of what these people see when they take their phones out."""
    pictures = []
    for one in tables:
        phone = house.phone(viewport=PHONE, device_scale_factor=2)
        phone.go("/")
        token = one.page.evaluate("() => localStorage.getItem('stolik.token')")
        phone.page.evaluate("token => localStorage.setItem('stolik.token', token)", token)
        phone.page.goto(one.page.url)
        phone.page.wait_for_selector(".playable")
        be_still(phone)
        data = base64.b64encode(phone.page.screenshot()).decode()
        pictures.append(PHONE_PICTURE.format(data=data))
    frame = house.visitor(viewport=WINDOW)
    frame.page.set_content(PHONES.format(pictures="".join(pictures)))
    frame.page.wait_for_timeout(500)
    frame.page.screenshot(path=HERE / "phone.jpg", quality=QUALITY, type="jpeg")


def main() -> None:
    """Takes them all."""
    browser = shutil.which("chromium")
    if browser is None:
        raise SystemExit("the pictures need Chromium")
    with tempfile.TemporaryDirectory() as room, served(f"{room}/arena.db") as address, sync_playwright() as playwright:
        house = House(playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"]), address)
        names = ("Marta", "Tomek", "Zuzana", "Jan", "Hanka")
        marta, tomek, zuzana, jan, hanka = (house.visitor(viewport=WINDOW).come_in(name) for name in names)
        play_othello(marta, tomek)
        take(marta, "othello")
        for one, game in ((zuzana, "krazki"), (jan, "kierki"), (hanka, "graph")):
            play(one, game)
            take(one, game)
        take_phones(house, [jan, marta, zuzana])
        # Whoever plays is busy: these only look around.
        eva, piotr, _ = (house.visitor(viewport=WINDOW).come_in(name) for name in ("Eva", "Piotr", "Agata"))
        piotr.page.get_by_role("button", name="Invite Eva").click()
        eva.page.wait_for_selector(".invitation")
        take(eva, "lobby")
        piotr.page.get_by_role("button", name="Take back").click()
        replay(eva)
        take(eva, "replay")
        house.close()


if __name__ == "__main__":
    main()
