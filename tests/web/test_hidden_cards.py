"""No hidden card reaches a socket that may not see it: every frame of a whole match is read."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any

from tests.support.loop import in_loop
from tests.support.web import Guest, Word, open_site

from stolik.games.cards import CARD_PATTERN, write_card
from stolik.games.kierki import SEATS, Deal, Position

_CARD = re.compile(CARD_PATTERN)


def cards_in(value: Any) -> Iterator[str]:
    """Every card that is written anywhere in a value."""
    if isinstance(value, str):
        if _CARD.fullmatch(value):
            yield value
    elif isinstance(value, dict):
        for inner in (*value.keys(), *value.values()):
            yield from cards_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cards_in(inner)


class Censor:
    """Knows what one seat, or a spectator, may have seen by each frame."""

    def __init__(self, deals: tuple[Deal, ...], seat: str | None) -> None:
        self._deals = deals
        self._seat = seat
        self._played: set[str] = set()
        self._deal = 1
        self.frames = self.cards = 0

    def read(self, frame: Word) -> None:
        if frame["type"] == "played":
            self._played.add(frame["move"])
        deal = frame["view"]["deal"] if "view" in frame else self._deal
        if deal != self._deal:
            # All cards are dealt anew; the last trick of the deal before may still be shown.
            last = set(frame["view"]["last"]["cards"])
            assert last <= self._played
            self._deal, self._played = deal, last
        found = set(cards_in(frame))
        hidden = found - self._own() - self._played
        assert not hidden, f"{self._seat} was shown {hidden} in {json.dumps(frame)}"
        self.frames += 1
        self.cards += len(found)

    def _own(self) -> set[str]:
        if self._seat is None:
            return set()
        return set(map(write_card, self._deals[self._deal - 1].hands[SEATS.index(self._seat)]))


async def watch_to_the_end(guest: Guest) -> None:
    await guest.hear("ended")


@in_loop
async def test_every_frame_of_a_match_shows_only_what_its_reader_may_see() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        seats = {seat: {"kind": "bot", "name": "random"} for seat in "ESW"}
        table = await site.make_table(token, "kierki", seats, seed="hidden")
        position = site.arena.house.tables[table].table.position
        assert isinstance(position, Position)
        async with (
            site.guest(token) as ada,
            site.guest(token) as tab,
            site.guest() as anybody,
            site.person("Eve") as eve,
        ):
            for spectator in (anybody, eve):
                await spectator.say("watch", table=table)
                await spectator.settled()
            await ada.say("sit", table=table, seat="N")
            async with asyncio.TaskGroup() as group:
                group.create_task(ada.play_on(table))
                for other in (tab, anybody, eve):
                    group.create_task(watch_to_the_end(other))
            for guest, seat in ((ada, "N"), (tab, "N"), (anybody, None), (eve, None)):
                censor = Censor(position.deals, seat)
                for frame in guest.heard:
                    censor.read(frame)
                assert censor.frames > 7 * 52
                assert censor.cards > 7 * 52
            assert ada.heard[-1]["scores"] == anybody.heard[-1]["scores"]


@in_loop
async def test_the_record_of_a_game_that_is_on_is_not_told(tmp_path: Any) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "kierki", {})
        for path in (
            f"/api/records/{table}",
            f"/api/records/{table}?seat=N",
            f"/api/records/{table}/export?format=json",
        ):
            response = await site.http.get(path)
            assert response.status_code == 409
            assert not list(cards_in(response.json()))
