"""While the store does not answer, the page is told so, clocks stand still, and then it is told the new deadlines."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.loop import in_loop
from tests.support.store import held
from tests.support.web import Site, open_site

BOT = {"kind": "bot", "name": "random"}


async def until_failing(site: Site) -> None:
    async with asyncio.timeout(30):
        while (await site.http.get("/health")).json()["status"] != "failing":
            await asyncio.sleep(0.05)


@in_loop
async def test_people_are_told_that_the_service_saves_and_play_goes_on_by_itself(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.web.door.hall.SAVING_AGAIN", 0.2)
    async with open_site(database) as site:
        token = await site.claim("Ada")
        async with site.guest(token) as ada:
            table = await site.make_table(token, "krazki", {"c": BOT}, turn_time=30)
            await ada.say("sit", table=table, seat="b")
            shown = await ada.hear("shown", table=table)
            view = shown["view"]
            while not view["moves"]:
                view = (await ada.hear("played", table=table))["view"]
            asked = await ada.hear("asked", table=table, seat="b")
            with held(database):
                await ada.hear("saving", on=True)
                await ada.say("play", table=table, move=view["moves"][0])
                await ada.say("ping")
                before = len(ada.heard)
                await ada.hear("pong")
                await ada.hear("saving", on=True)  # again: the page must not think that its connection is lost
                assert {word["type"] for word in ada.heard[before:]} <= {"pong", "saving"}
                async with site.guest() as late:
                    await late.hear("saving", on=True)
                await until_failing(site)
            await ada.hear("played", table=table, by="b")
            await ada.hear("saving", on=False)
            assert (await site.http.get("/health")).json() == {"status": "ok"}
            assert asked["deadline"] is not None


@in_loop
async def test_whoever_is_to_move_is_told_the_deadline_after_an_outage(database: str) -> None:
    async with open_site(database) as site:
        token = await site.claim("Ada")
        async with site.guest(token) as ada:
            table = await site.make_table(token, "othello", {"white": BOT}, turn_time=30)
            await ada.say("sit", table=table, seat="black")
            before = await ada.hear("asked", table=table, seat="black")
            with held(database):
                await ada.hear("saving", on=True)
                await asyncio.sleep(0.5)
            await ada.hear("saving", on=False)
            after = await ada.hear("asked", table=table, seat="black")
            assert after["deadline"] > before["deadline"] + 0.5


@in_loop
async def test_a_name_that_cannot_be_kept_is_refused_without_a_word_of_the_database_and_stays_free(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stolik.web.door.people.WRITING", 0.2)
    async with open_site(database) as site:
        with held(database):
            refused = await site.http.post("/api/session", json={"name": "Ada"})
            assert refused.status_code == 503
            assert refused.json() == {
                "error": "the store does not answer now: try again in a moment",
                "code": "no_store",
            }
        assert site.arena.store is not None
        await site.arena.store.written()
        assert await site.claim("Ada")
