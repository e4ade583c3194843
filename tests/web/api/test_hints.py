"""Hints: in practice against bots, for the one whose turn it is, and nowhere else."""

from __future__ import annotations

from tests.support.loop import in_loop
from tests.support.web import bearer, open_site

BOT = {"kind": "bot", "name": "random"}


@in_loop
async def test_a_hint_in_practice_is_a_legal_move_and_the_result_does_not_count() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "krazki", {"c": BOT}, practice=True)
        async with site.guest(token) as ada:
            await ada.say("sit", table=table, seat="b")
            asked = await ada.hear("asked", table=table, seat="b")
            assert asked["seat"] == "b"
            answer = await site.http.post(f"/api/tables/{table}/hint", headers=bearer(token))
            assert answer.status_code == 200, answer.text
            await ada.say("play", table=table, move=answer.json()["move"])
            await ada.hear("played", table=table, by="b")
        assert (await site.http.get(f"/api/tables/{table}")).json()["counts"] is False


@in_loop
async def test_no_hint_is_given_where_the_result_counts_or_somebody_else_is_to_move() -> None:
    async with open_site() as site:
        ada_token, bob_token = await site.claim("Ada"), await site.claim("Bob")
        rated = await site.make_table(ada_token, "krazki", {"c": BOT})
        practice = await site.make_table(ada_token, "krazki", {}, practice=True)
        async with site.guest(ada_token) as ada, site.guest(bob_token) as bob:
            await ada.say("sit", table=rated, seat="b")
            await ada.hear("asked", table=rated, seat="b")
            await ada.say("sit", table=practice, seat="b")
            await bob.say("sit", table=practice, seat="c")
            await ada.hear("asked", table=practice)
            for table, token, why in (
                (rated, ada_token, "in practice against bots only"),
                (practice, ada_token, ""),
                (practice, bob_token, ""),
                (rated, bob_token, "not your turn"),
            ):
                refused = await site.http.post(f"/api/tables/{table}/hint", headers=bearer(token))
                assert refused.status_code == 403, refused.text
                assert why in refused.json()["error"]


@in_loop
async def test_a_bot_cannot_be_asked_to_wait_for_ever() -> None:
    async with open_site() as site:
        headers = bearer(await site.claim("Ada"))
        for pause in (-1, 11):
            refused = await site.http.post("/api/tables", json={"game": "graph", "bot_pause": pause}, headers=headers)
            assert refused.status_code == 400
            assert "a bot can wait for 0 to 10 seconds" in refused.json()["error"]


@in_loop
async def test_a_rematch_of_practice_is_practice_again() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "graph", {"second": BOT}, practice=True, bot_pause=0.01)
        async with site.guest(token) as ada:
            await ada.say("sit", table=table, seat="first")
            await ada.play_on(table)
            await ada.say("rematch", table=table)
            again = (await ada.hear("matched"))["table"]
        assert again["counts"] is False
        assert site.arena.house.tables[again["id"]].rules.bot_pause == 0.01
