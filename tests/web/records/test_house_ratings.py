"""Ratings of those who play at the house's tables: on the leaderboard, and on a player's page."""

from __future__ import annotations

from pathlib import Path

from tests.support.loop import in_loop
from tests.support.web import Site, open_site

from stolik.contract import Ending, Kind, Player
from stolik.store.stored import TableFacts
from stolik.table.events import Ended
from stolik.web.records.house_ratings import _Ladder

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


def finished(number: int, seats: dict[str, Player]) -> TableFacts:
    outcome = Ended(Ending.RULES, "", {"b": 1, "c": 0}, ("b",))
    return TableFacts(f"{number:05}", "krazki", 0.0, seats, ended=float(number), outcome=outcome)


def test_ratings_take_bounded_memory_and_forget_whoever_has_not_played_for_longest() -> None:
    ladder = _Ladder("krazki", most=10)
    ladder.take(
        [
            finished(number, {"b": Player(f"p{number}", Kind.PROGRAM), "c": Player("bot", Kind.BOT)})
            for number in range(50)
        ]
    )
    kept = {player.name for player in ladder.skills.best(100)}
    assert kept == {"bot", *(f"p{number}" for number in range(41, 50))}


def test_a_program_without_a_name_is_not_rated() -> None:
    ladder = _Ladder("krazki")
    nameless = [Player(name, Kind.PROGRAM) for name in ("192.0.2.1:4000", "2001:db8::1:4000")]
    ladder.take([finished(1, {"b": nameless[0], "c": nameless[1]})])
    ladder.take([finished(2, {"b": nameless[0], "c": Player("Ada", Kind.PERSON)})])
    assert [player.name for player in ladder.skills.best(9)] == ["Ada"]
