"""Reloads, lost connections and restarts: a token takes its seat back, and nothing else does."""

from __future__ import annotations

from pathlib import Path

from tests.support.loop import in_loop
from tests.support.web import Guest, Site, open_site

AT_ONCE = 0.0
"""A tab that closes is forgiven for no time at all."""


async def begin_othello(site: Site, ada: Guest, bob: Guest) -> str:
    """The id of a table where Ada, black, is asked."""
    await ada.say("invite", to="Bob", game="othello")
    await bob.hear("invited")
    await bob.say("answer", to="Ada", accept=True)
    table = str((await ada.hear("matched"))["table"]["id"])
    await ada.hear("asked", seat="black")
    await bob.hear("asked", seat="black")
    return table


@in_loop
async def test_a_reload_is_not_noticed_by_the_others() -> None:
    async with open_site() as site, site.person("Ada") as ada:
        token = await site.claim("Bob")
        async with site.guest(token) as bob:
            table = await begin_othello(site, ada, bob)
            await ada.settled()
        async with site.guest(token) as bob:
            assert bob.welcome["mine"] == [table]
            shown = await bob.hear("shown", table=table)
            assert (shown["seat"], shown["view"]["moves"]) == ("white", [])
            await bob.hear("asked", seat="black")
            assert not [word for word in await ada.settled() if word["type"] in ("left", "gone", "arrived")]
            await ada.say("play", table=table, move="d3")
            await bob.hear("played", by="black", move="d3")


@in_loop
async def test_a_seat_that_was_lost_is_taken_back_with_the_token_and_not_without() -> None:
    async with open_site(away=AT_ONCE, grace=100.0) as site, site.person("Ada") as ada:
        token = await site.claim("Bob")
        async with site.guest(token) as bob:
            table = await begin_othello(site, ada, bob)
        left = await ada.hear("left", table=table)
        assert left["seat"] == "white"
        assert 0 < left["until"] - site.arena.clock.now() <= 100.0
        async with site.person("Eve") as eve:
            await eve.say("sit", table=table, seat="white")
            assert "taken" in (await eve.hear("error"))["why"]
            assert (await site.http.post("/api/session", json={"name": "Bob"})).status_code == 409
            assert (await site.http.post("/api/session", json={"name": "bob"})).status_code == 409
        async with site.guest(token) as bob:
            assert bob.welcome["mine"] == [table]
            await bob.hear("shown", table=table, seat="white")
            await ada.hear("sat", seat="white", name="Bob")
            await ada.say("play", table=table, move="d3")
            await bob.hear("played", move="d3")


@in_loop
async def test_a_made_table_waits_for_its_person_too() -> None:
    async with open_site(away=AT_ONCE) as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "kierki", {seat: {"kind": "bot", "name": "duck"} for seat in "ESW"})
        async with site.guest() as watcher:
            await watcher.say("watch", table=table)
            async with site.guest(token) as ada:
                await ada.say("sit", table=table, seat="N")
                await ada.hear("shown", seat="N")
            await watcher.hear("left", seat="N")
            async with site.guest(token) as ada:
                view = (await ada.hear("shown", seat="N"))["view"]
                assert len(view["dealt"]) == 13
                await watcher.hear("sat", seat="N")


@in_loop
async def test_a_token_and_a_seat_outlive_a_restart(tmp_path: Path) -> None:
    db = f"{tmp_path}/stolik.db"
    async with open_site(db) as site:
        tokens = {name: await site.claim(name) for name in ("Ada", "Bob")}
        solo = await site.make_table(tokens["Ada"], "graph", {"second": {"kind": "bot", "name": "random"}})
        async with site.guest(tokens["Ada"]) as ada, site.guest(tokens["Bob"]) as bob:
            table = await begin_othello(site, ada, bob)
            await ada.say("play", table=table, move="d3")
            board = (await bob.hear("played", move="d3"))["view"]["board"]
            await ada.say("sit", table=solo, seat="first")
            await ada.hear("shown", table=solo)
    async with open_site(db) as site:
        assert (await site.http.post("/api/session", json={"name": "Bob"})).status_code == 409
        async with site.guest(tokens["Bob"]) as bob, site.guest(tokens["Ada"]) as ada:
            assert (await bob.hear("shown", table=table))["view"]["board"] == board
            assert sorted(ada.welcome["mine"]) == sorted([table, solo])
            await ada.hear("shown", table=solo, seat="first")
            await bob.hear("asked", seat="white")
            await bob.say("play", table=table, move="c3")
            await ada.hear("played", table=table, by="white")


@in_loop
async def test_two_tabs_stay_in_step() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "othello", {"white": {"kind": "bot", "name": "random"}})
        async with site.guest(token) as one:
            await one.say("sit", table=table, seat="black")
            await one.hear("asked", seat="black")
            async with site.guest(token) as two:
                await two.hear("shown", table=table, seat="black")
                await two.hear("asked", seat="black")
                await two.say("play", table=table, move="d3")
                await one.hear("played", by="black", move="d3")
                for tab in (one, two):
                    await tab.hear("asked", seat="black")
                await one.say("play", table=table, move="a1")
                assert "turns no disc" in (await one.hear("refused"))["why"]
                assert not await two.settled()
                await one.say("leave", table=table)
                for tab in (one, two):
                    await tab.hear("table")
                    await tab.say("play", table=table, move="d3")
                    assert "no seat" in (await tab.hear("error"))["why"]


@in_loop
async def test_a_seat_that_was_given_up_before_the_game_is_anybodys_and_a_bot_can_have_it() -> None:
    async with open_site(away=AT_ONCE) as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "kierki", {seat: {"kind": "bot", "name": "duck"} for seat in "SW"})
        async with site.guest(token) as ada, site.person("Bob") as bob:
            await bob.say("sit", table=table, seat="E")
            await bob.hear("table")
            await bob.say("leave", table=table)
            await bob.settled()
            headers = {"Authorization": f"Bearer {token}"}
            path = f"/api/tables/{table}/seats/E"
            response = await site.http.post(path, json={"bot": "heuristic"}, headers=headers)
            assert response.json()["seats"]["E"] == {"name": "heuristic", "kind": "bot", "here": True}
            await ada.say("sit", table=table, seat="N")
            await ada.hear("shown", seat="N")
