"""Ratings of those who play at the house's tables: on the leaderboard, and on a player's page."""

from __future__ import annotations

from pathlib import Path

from tests.support.loop import in_loop
from tests.support.web import Site, open_site

BOTS = ("perfect", "random")


async def play(site: Site, token: str, *bots: str) -> None:
    """A game of Krążki between two bots, to its end."""
    async with site.guest() as watcher:
        seats = {seat: {"kind": "bot", "name": bot} for seat, bot in zip("bc", bots, strict=True)}
        table = await site.make_table(token, "krazki", seats)
        while (await site.http.get(f"/api/tables/{table}")).json()["stage"] != "over":
            await watcher.hear("table")


@in_loop
async def test_the_better_one_leads_and_is_rated_game_by_game(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        token = await site.claim("Ada")
        assert (await site.http.get("/api/leaderboard?game=krazki")).json() == []
        before: list[float] = []
        for order in (BOTS, BOTS[::-1]) * 2:
            await play(site, token, *order)
            leader = (await site.http.get("/api/leaderboard?game=krazki")).json()[0]
            before.append(leader["rating"])
            assert leader["interval"][0] < leader["rating"] < leader["interval"][1]
        assert len(set(before)) == len(before), "every game is taken in as soon as it is over"
        first, second = (await site.http.get("/api/leaderboard?game=krazki")).json()
        assert (first["name"], second["name"]) == BOTS
        assert first["won"] + second["won"] == 4
        page = (await site.http.get("/api/players/perfect")).json()
        assert page["tallies"] == [first]
        assert (await site.http.get("/api/leaderboard?game=othello")).json() == []
        assert (await site.http.get("/api/leaderboard?game=chess")).json()["code"] == "impossible"


@in_loop
async def test_a_service_that_begins_again_rates_the_same(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        await play(site, await site.claim("Ada"), *BOTS)
        before = (await site.http.get("/api/leaderboard?game=krazki")).json()
    async with open_site(f"{tmp_path}/stolik.db") as site:
        assert (await site.http.get("/api/leaderboard?game=krazki")).json() == before


@in_loop
async def test_playing_oneself_changes_nothing(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        token = await site.claim("Ada")
        await play(site, token, "random", "random")
        assert (await site.http.get("/api/leaderboard?game=krazki")).json() == []
        (tally,) = (await site.http.get("/api/players/random")).json()["tallies"]
        assert (tally["won"], tally["lost"]) == (1, 1)
