"""Tables that have not begun do not stay for ever."""

from __future__ import annotations

from pathlib import Path

from tests.support.loop import in_loop
from tests.support.web import bearer, open_site

from stolik.service.tables.sweep import FORGOTTEN, Sweep


@in_loop
async def test_a_maker_puts_a_table_away_and_nobody_else_does(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site, site.guest() as watcher:
        token, other = await site.claim("Ada"), await site.claim("Eve")
        table = await site.make_table(token, "kierki", {"N": {"kind": "bot", "name": "duck"}})
        path = f"/api/tables/{table}"
        assert (await site.http.delete(path)).status_code == 401
        assert (await site.http.delete(path, headers=bearer(other))).status_code == 403
        assert (await site.http.delete(path, headers=bearer(token))).status_code == 200
        over = await watcher.hear("table")
        while over["table"]["stage"] != "over":
            over = await watcher.hear("table")
        assert over["table"]["outcome"]["ending"] == "abandoned"
        assert not site.arena.house.tables
        assert (await site.http.delete(path, headers=bearer(token))).status_code == 404
    async with open_site(f"{tmp_path}/stolik.db") as site:
        assert not site.arena.house.tables


@in_loop
async def test_a_game_that_has_begun_is_not_put_away() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "othello", {"white": {"kind": "bot", "name": "random"}})
        async with site.guest(token) as ada:
            await ada.say("sit", table=table, seat="black")
            await ada.hear("asked")
            refused = await site.http.delete(f"/api/tables/{table}", headers=bearer(token))
            assert (refused.status_code, "has begun" in refused.json()["error"]) == (403, True)


@in_loop
async def test_a_deserted_table_is_put_away_after_a_while_and_others_are_not() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        alone, minded, waited_at = [await site.make_table(token, "othello", {}) for _ in range(3)]
        sweep = Sweep(site.arena.house.tables, 3600)
        sweep.is_minded = lambda live: live.id == minded
        async with site.guest(token) as ada:
            await ada.say("sit", table=waited_at, seat="black")
            await ada.hear("sat")
            for now in (0.0, FORGOTTEN - 1):
                sweep.look(now)
                assert set(site.arena.house.tables) == {alone, minded, waited_at}
            sweep.look(FORGOTTEN)
            assert set(site.arena.house.tables) == {minded, waited_at}
