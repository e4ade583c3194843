"""Ends that people choose on the page, clocks, and moves that the house makes for people."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.support.loop import in_loop
from tests.support.web import Guest, Site, bearer, open_site

AT_ONCE = 0.01
SOON = 0.05


async def sit_down(site: Site, table: str, **guests: Guest) -> None:
    """Seats the guests, and waits until the game has begun."""
    for seat, guest in guests.items():
        await guest.say("sit", table=table, seat=seat)
    for seat, guest in guests.items():
        await guest.hear("shown", table=table, seat=seat)


async def leaders(site: Site) -> list[str]:
    """Everybody whose games of Othello are rated, the best first."""
    return [line["name"] for line in (await site.http.get("/api/leaderboard?game=othello")).json()]


@in_loop
async def test_who_resigns_loses_and_it_is_rated(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        table = await site.make_table(await site.claim("Maker"), "othello", {})
        async with site.person("Ada") as ada, site.person("Bob") as bob:
            await sit_down(site, table, black=ada, white=bob)
            await ada.say("resign", table=table)
            ended = await bob.hear("ended")
            assert (ended["ending"], ended["by"], ended["winners"]) == ("resigned", "black", ["white"])
            assert "rated" not in ended, "a game is rated unless it says otherwise"
        assert await leaders(site) == [
            "Bob",
            "Ada",
        ]


@in_loop
async def test_who_leaves_the_seat_in_a_game_has_resigned() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "othello", {"white": {"kind": "bot", "name": "random"}})
        async with site.guest(token) as ada:
            await sit_down(site, table, black=ada)
            await ada.say("leave", table=table)
            assert (await ada.hear("ended"))["winners"] == ["white"]


@in_loop
async def test_a_draw_is_offered_declined_and_agreed_on_and_not_rated(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        table = await site.make_table(await site.claim("Maker"), "othello", {})
        async with site.person("Ada") as ada, site.person("Bob") as bob:
            await sit_down(site, table, black=ada, white=bob)
            await bob.say("answer_draw", table=table, accept=True)
            assert "nobody offers" in (await bob.hear("error"))["why"]
            await ada.say("offer_draw", table=table)
            assert (await bob.hear("draw_offered"))["seat"] == "black"
            await bob.say("answer_draw", table=table, accept=False)
            assert (await ada.hear("draw_declined"))["seat"] == "white"
            await ada.say("offer_draw", table=table)
            assert "make a move first" in (await ada.hear("error"))["why"]
            await bob.say("offer_draw", table=table)
            await ada.hear("draw_offered", seat="white")
            await ada.say("answer_draw", table=table, accept=True)
            ended = await bob.hear("ended")
            assert (ended["ending"], ended["winners"], ended["rated"]) == ("agreed", ["black", "white"], False)
        assert await leaders(site) == []


@in_loop
async def test_a_new_tab_is_told_of_the_draw_that_is_offered() -> None:
    async with open_site() as site:
        token = await site.claim("Bob")
        table = await site.make_table(token, "othello", {})
        async with site.person("Ada") as ada, site.guest(token) as bob:
            await sit_down(site, table, black=ada, white=bob)
            await ada.say("offer_draw", table=table)
            await bob.hear("draw_offered")
            async with site.guest(token) as again:
                assert (await again.hear("draw_offered"))["seat"] == "black"


@in_loop
async def test_a_bot_agrees_on_no_draw() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "krazki", {"c": {"kind": "bot", "name": "random"}})
        async with site.guest(token) as ada:
            await sit_down(site, table, b=ada)
            await ada.say("offer_draw", table=table)
            assert "only people" in (await ada.hear("error"))["why"]


@in_loop
async def test_at_a_table_of_four_bots_agree_to_what_the_people_agree_to() -> None:
    async with open_site() as site:
        bots = {seat: {"kind": "bot", "name": "random"} for seat in "SW"}
        table = await site.make_table(await site.claim("Maker"), "kierki", bots)
        async with site.person("Ada") as ada, site.person("Bob") as bob:
            await sit_down(site, table, N=ada, E=bob)
            await ada.say("offer_draw", table=table)
            await bob.hear("draw_offered")
            await bob.say("answer_draw", table=table, accept=True)
            assert (await ada.hear("ended"))["ending"] == "agreed"


@in_loop
async def test_the_win_is_claimed_when_the_opponent_has_left(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db", away=AT_ONCE, grace=SOON) as site:
        table = await site.make_table(await site.claim("Maker"), "othello", {})
        async with site.person("Ada") as ada:
            async with site.person("Bob") as bob:
                await sit_down(site, table, black=ada, white=bob)
                await ada.say("claim", table=table)
                assert "cannot be claimed" in (await ada.hear("error"))["why"]
            assert (await ada.hear("left"))["until"] > 0
            ended = None
            while ended is None:  # the time to come back has not passed at once
                await asyncio.sleep(SOON)
                await ada.say("claim", table=table)
                ended = next((word for word in await ada.settled() if word["type"] == "ended"), None)
            assert (ended["ending"], ended["by"], ended["winners"]) == ("claimed", "white", ["black"])
        assert await leaders(site) == [
            "Ada",
            "Bob",
        ]


@in_loop
async def test_who_resigns_at_a_table_of_four_goes_and_a_bot_plays_on() -> None:
    async with open_site() as site:
        bots = {seat: {"kind": "bot", "name": "random"} for seat in "SW"}
        token = await site.claim("Ada")
        # Bob says nothing: a bot moves for Bob too, soon.
        table = await site.make_table(token, "kierki", bots, turn_time=0.3)
        async with site.guest(token) as ada, site.person("Bob") as bob:
            await sit_down(site, table, N=ada, E=bob)
            await ada.say("resign", table=table)
            assert (await bob.hear("taken_over"))["resigned"] is True
            seats = (await site.http.get(f"/api/tables/{table}")).json()["seats"]
            assert seats["N"] == {"name": "Ada", "kind": "person", "here": False, "stand_in": "resigned"}
            await ada.say("play", table=table, move="2C")
            assert "no seat" in (await ada.hear("error"))["why"]
            await bob.hear("played", by="N")
            async with site.guest(token) as again:
                assert again.welcome["mine"] == []
            await bob.say("resign", table=table)
            ended = await bob.hear("ended")
            assert (ended["winners"], ended["by"]) == (["S", "W"], "E")


@in_loop
async def test_a_bot_plays_on_for_who_does_not_come_back_until_they_do() -> None:
    async with open_site(away=AT_ONCE, grace=SOON) as site:
        bots = {seat: {"kind": "bot", "name": "random"} for seat in "SW"}
        token = await site.claim("Ada")
        table = await site.make_table(token, "kierki", bots)
        async with site.person("Bob") as bob:
            async with site.guest(token) as ada:
                await sit_down(site, table, N=ada, E=bob)
            await bob.hear("left", seat="N")
            assert (await bob.hear("taken_over", seat="N"))["resigned"] is False
            seats = (await site.http.get(f"/api/tables/{table}")).json()["seats"]
            assert seats["N"]["stand_in"] == "away"
            seating = await site.http.post(
                f"/api/tables/{table}/seats/N", json={"bot": "random"}, headers=bearer(token)
            )
            assert seating.status_code == 403, "the seat stays a person's"
            async with site.guest(token) as ada:
                await ada.hear("shown", seat="N")
                await bob.hear("sat", seat="N")


@in_loop
async def test_a_bot_moves_for_a_person_who_is_silent_at_a_table_of_four() -> None:
    async with open_site() as site:
        bots = {seat: {"kind": "bot", "name": "random"} for seat in "SW"}
        table = await site.make_table(await site.claim("Maker"), "kierki", bots, turn_time=0.2)
        async with site.person("Ada") as ada, site.person("Bob") as bob:
            await sit_down(site, table, N=ada, E=bob)
            for seat in "NE":
                await bob.hear("played", by=seat)


@in_loop
async def test_the_clocks_of_both_are_told_and_who_runs_out_loses() -> None:
    async with open_site() as site:
        table = await site.make_table(await site.claim("Maker"), "othello", {}, game_time=0.5, increment=0.25)
        async with site.person("Ada") as ada, site.person("Bob") as bob:
            await sit_down(site, table, black=ada, white=bob)
            assert (await ada.hear("asked"))["clocks"] == {"black": 0.5, "white": 0.5}
            await ada.say("play", table=table, move="d3")
            clocks = (await bob.hear("asked", seat="white"))["clocks"]
            assert 0.25 < clocks["black"] <= 0.75
            ended = await bob.hear("ended")
            assert (ended["ending"], ended["by"]) == ("overtime", "white")


@in_loop
async def test_the_side_and_the_clock_of_an_invitation_are_those_of_the_game() -> None:
    async with open_site() as site, site.person("Ada") as ada, site.person("Bob") as bob:
        terms = {"side": "white", "game_time": 60, "increment": 1}
        await ada.say("invite", to="Bob", game="othello", terms=terms)
        assert (await bob.hear("invited"))["terms"] == terms
        await bob.say("answer", to="Ada", accept=True)
        matched = await ada.hear("matched")
        assert (matched["seat"], matched["table"]["game_time"], matched["table"]["increment"]) == ("white", 60, 1)
        await ada.hear("asked", seat="black")
        await bob.say("play", table=matched["table"]["id"], move="d3")
        await ada.hear("played", by="black")


@in_loop
async def test_impossible_terms_are_refused_and_a_declined_invitation_says_so() -> None:
    async with open_site() as site, site.person("Ada") as ada, site.person("Bob") as bob:
        for terms in ({"side": "north"}, {"game_time": -1}, {"untimed": True, "turn_time": 5}):
            await ada.say("invite", to="Bob", game="othello", terms=terms)
            assert (await ada.hear("error"))["code"] == "refused"
        await ada.say("invite", to="Bob", game="othello")
        await bob.hear("invited")
        await bob.say("answer", to="Ada", accept=False)
        assert (await ada.hear("withdrawn"))["why"] == "declined"


@in_loop
async def test_those_who_watched_are_taken_along_to_the_rematch() -> None:
    async with open_site() as site:
        table = await site.make_table(await site.claim("Maker"), "othello", {})
        async with site.person("Ada") as ada, site.person("Bob") as bob, site.guest() as eve:
            await sit_down(site, table, black=ada, white=bob)
            await eve.say("watch", table=table)
            await eve.hear("shown")
            await ada.say("resign", table=table)
            await eve.hear("ended")
            for guest in (ada, bob):
                await guest.say("rematch", table=table)
            again = await ada.hear("matched")
            assert again["seat"] == "white"
            followed = await eve.hear("followed", table=table)
            assert followed["new"]["id"] == again["table"]["id"]


@in_loop
async def test_a_private_table_is_in_no_list_but_its_players_own(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        token = await site.claim("Ada")
        async with site.person("Eve") as eve, site.guest(token) as ada:
            table = await site.make_table(token, "othello", {}, private=True)
            assert (await ada.hear("table"))["table"]["private"] is True
            assert (await site.http.get("/api/tables")).json() == []
            async with site.guest() as anybody:
                assert anybody.welcome["tables"] == []
            async with site.person("Bob") as bob:
                await bob.say("watch", table=table)  # the address is the key
                await sit_down(site, table, black=ada, white=bob)
                await ada.say("resign", table=table)
                await bob.hear("ended")
            assert not any(word["type"] == "table" for word in await eve.settled())
        assert (await site.http.get("/api/records")).json() == []
        assert (await site.http.get("/api/records?player=Ada")).json() == []
        others = bearer(await site.claim("Eva"))
        assert (await site.http.get("/api/records?player=Ada", headers=others)).json() == []
        (own,) = (await site.http.get("/api/records?player=Ada", headers=bearer(token))).json()
        assert own["id"] == table
        assert (await site.http.get(f"/api/records/{table}")).status_code == 200
