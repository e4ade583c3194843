"""No hidden card reaches a socket that may not see it: every frame of a whole match is read."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from tests.support.censor import Censor, cards_in
from tests.support.loop import in_loop
from tests.support.web import Guest, open_site

from stolik.contract.registry import find_game
from stolik.games.kierki.cards import write_card
from stolik.games.kierki.rules import Position, random_match
from stolik.service.tables.new_table import start_position


async def watch_to_the_end(guest: Guest) -> None:
    await guest.hear("ended")


@in_loop
async def test_every_frame_of_a_match_shows_only_what_its_reader_may_see() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        seats = {seat: {"kind": "bot", "name": "random"} for seat in "ESW"}
        table = await site.make_table(token, "kierki", seats, seed="hidden")
        position = start_position(find_game("kierki"), "hidden")
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
            moves = [word["move"] for word in ada.heard if word["type"] == "played"]
            for guest, seat in ((ada, "N"), (tab, "N"), (anybody, None), (eve, None)):
                censor = Censor(position.deals, moves, seat)
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


def test_the_censor_sees_a_card_that_is_shown_too_early() -> None:
    position = random_match(Random(3))
    moves: list[int] = []
    while position.turn is not None and len(moves) < 60:
        moves.append(position.moves()[0])
        position = position.play(moves[-1])
    written = [write_card(card) for card in moves]
    view = {"deal": 2, "tricks": [{}], "trick": [{}, {}], "hand": [], "dealt": []}
    for seat, shown, fine in (
        (None, written[52:58], True),
        (None, written[48:52], True),
        (None, [written[58]], False),
        ("N", [write_card(position.deals[1].hands[0][0])], True),
        ("N", [write_card(position.deals[1].hands[1][0])], write_card(position.deals[1].hands[1][0]) in written[52:58]),
    ):
        censor = Censor(position.deals, written, seat)
        frame = {"type": "shown", "view": view | {"dealt": shown}}
        if fine:
            censor.read(frame)
        else:
            with pytest.raises(AssertionError, match="was shown"):
                censor.read(frame)
    with pytest.raises(AssertionError, match="was shown"):
        Censor(position.deals, written, None).read({"type": "asked", "card": written[0]})
