"""Limits are told before they are hit, and each refusal says which limit it was."""

from __future__ import annotations

import pytest
from tests.support.loop import in_loop
from tests.support.web import bearer, open_site

from stolik.service.tables.desks import NoPort
from stolik.web.door.made_tables import FEW_TABLES_LEFT, MOST_TABLES_EACH


@in_loop
async def test_a_maker_is_told_how_many_tables_are_left_when_few_are() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        async with site.guest(token) as ada, site.person("Eve") as eve:
            assert "tables_left" not in ada.welcome
            made = [await site.make_table(token, "othello", {}) for _ in range(MOST_TABLES_EACH)]
            left = [word["left"] for word in await ada.settled() if word["type"] == "tables_left"]
            assert left == list(range(FEW_TABLES_LEFT + 1, -1, -1))
            async with site.guest(token) as again:
                assert again.welcome["tables_left"] == 0
            await site.http.delete(f"/api/tables/{made[0]}", headers=bearer(token))
            assert (await ada.hear("tables_left"))["left"] == 1
            assert not [word for word in await eve.settled() if word["type"] == "tables_left"]


@in_loop
async def test_a_refusal_says_which_limit_was_hit() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        for _ in range(MOST_TABLES_EACH):
            await site.make_table(token, "othello", {})
        refused = await site.http.post("/api/tables", json={"game": "othello"}, headers=bearer(token))
        said = refused.json()
        assert (refused.status_code, said["code"], said["reason"], said["most"]) == (
            429, "too_many", "tables", MOST_TABLES_EACH,
        )  # fmt: skip


@in_loop
async def test_when_programs_use_every_port_a_table_for_one_is_refused_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "krazki", {})

        def refuse(*_: object, **__: object) -> None:
            raise NoPort("no port is free for one more table")

        monkeypatch.setattr(site.arena._desks, "reserve", refuse)
        wanted = {"game": "krazki", "seats": {"b": {"kind": "program"}}}
        made = await site.http.post("/api/tables", json=wanted, headers=bearer(token))
        opened = await site.http.post(f"/api/tables/{table}/port", json={}, headers=bearer(token))
        for answer in (made, opened):
            assert (answer.json()["code"], answer.json()["reason"]) == ("too_many", "ports")


@in_loop
async def test_what_cannot_be_done_at_a_table_has_a_reason_too() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "othello", {"white": {"kind": "bot", "name": "random"}})
        async with site.guest(token) as ada:
            await ada.say("sit", table=table, seat="black")
            await ada.hear("asked")
            for word, fields, reason in (
                ("offer_draw", {}, "draw_people"),
                ("answer_draw", {"accept": True}, "draw_none"),
                ("claim", {}, "claim_early"),
                ("sit", {"seat": "white"}, "seated"),
            ):
                await ada.say(word, table=table, **fields)
                assert (await ada.hear("error"))["reason"] == reason
            await ada.say("nonsense")
            assert "reason" not in await ada.hear("error")
