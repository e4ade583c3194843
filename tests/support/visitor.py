"""People with browsers, for tests of the page."""

from __future__ import annotations

import itertools
import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect
from tests.support.asking import ask
from tests.support.profiles import profiles_of

from stolik.contract.registry import find_game

PATIENCE = 30_000
"""Milliseconds that anything may take on a busy machine."""
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}

_numbers = itertools.count(1)


class Visitor:
    """Somebody at the page; everything that went wrong there and every frame that came or went is kept."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.name = ""
        self.wrongs: list[str] = []
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.page = self._listen_to(*context.pages) if context.pages else self.open()

    def open(self) -> Page:
        """A new tab."""
        return self._listen_to(self.context.new_page())

    def _listen_to(self, page: Page) -> Page:
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.wrongs.append(str(error)))
        page.on("console", lambda said: self.wrongs.append(said.text) if said.type == "error" else None)
        page.on("websocket", self._listen)
        self.page = page
        return page

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def go(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page

    def come_in(self, name: str | None = None) -> Visitor:
        """Takes a name of their own and is in the lobby."""
        self.name = name or f"P{next(_numbers)}"
        self.go("/")
        self.page.fill("#name", self.name)
        self.page.click("come-in .primary")
        expect(self.page.locator(".my-name")).to_have_text(self.name)
        return self

    def play_a_bot(self, game: str, bot: str) -> None:
        tile = self.page.locator(f".tile.game-{game}")
        tile.locator("select").select_option(bot)
        tile.locator("button.primary").click()
        expect(self.page.locator(f"{game}-board")).to_be_visible(timeout=PATIENCE)

    def table_with_bots(self, game: str, **terms: object) -> str:
        """The id of a new table where all others are bots, made without a click."""
        mine, *others = find_game(game).seats
        seats = {mine: {"kind": "person", "name": self.name}}
        seats |= {seat: {"kind": "bot", "name": "random"} for seat in others}
        return self.make_table(game, seats, **terms)

    def make_table(self, game: str, seats: object, **terms: object) -> str:
        """The id of a new table, made without a click."""
        token = self.page.evaluate("() => localStorage.getItem('stolik.token')")
        made = ask(f"{self.address}/api/tables", {"game": game, "seats": seats} | terms, token)
        return str(made["id"])

    def resign(self) -> None:
        self.page.get_by_role("button", name="Resign", exact=True).click()
        self.page.locator("dialog.ask").get_by_role("button", name="Resign", exact=True).click()

    @property
    def is_over(self) -> bool:
        return self.page.locator("result-banner").is_visible()

    def wait_for_turn(self) -> bool:
        """Whether it is this one's turn; not, when the game is over."""
        self.page.wait_for_selector("move-input:not([hidden]) , result-banner:not([hidden])", state="attached")
        turn = "seat-panel.mine.turn"
        self.page.wait_for_function(
            f"() => !document.querySelector('result-banner').hidden || document.querySelector('{turn}')"
            " && document.querySelector('.playable')"
        )
        return not self.is_over

    def told(self) -> str:
        """What happened last."""
        return self.page.locator("ol.log li").first.inner_text()

    def happened(self) -> int:
        return self.page.locator("ol.log li").count()

    def press_a_legal(self, selector: str) -> None:
        """Clicks one of the legal places, and waits until the server has told of it."""
        self.page.evaluate("() => { window.was = document.querySelector('.board-room > *:last-child').shown.view }")
        self.page.locator(selector).first.click(force=True)
        self.page.wait_for_function(
            "() => document.querySelector('.board-room > *:last-child').shown.view !== window.was"
        )


class House:
    """The service, and everybody who visits it in one test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self._visitors: list[Visitor] = []

    def visitor(self, pace: str = "off", **options: Any) -> Visitor:
        """Somebody new; unless the test is about the pace, they do not wait for what people like to look at."""
        still = {} if pace != "off" else {"reduced_motion": "reduce"}
        wanted = {"viewport": DESK, "locale": "en-GB"} | still | options
        visitor = Visitor(profiles_of(self.browser).lend(pace, wanted), self.address)
        self._visitors.append(visitor)
        return visitor

    def phone(self, **options: Any) -> Visitor:
        held: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        return self.visitor(**(held | options))

    def close(self) -> None:
        for visitor in self._visitors:
            profiles_of(self.browser).take_back(visitor.context, self.address)
        wrongs = [wrong for visitor in self._visitors for wrong in visitor.wrongs if not _is_expected(wrong)]
        assert not wrongs, wrongs


def _is_expected(wrong: str) -> bool:
    """A browser complains of every answer that is not 200, also of those that a test asks for."""
    return re.search(r"status of (403|404|409|429)|ERR_CONNECTION|WebSocket connection", wrong) is not None
