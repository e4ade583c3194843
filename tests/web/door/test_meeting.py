"""People meet in the lobby, invite each other, and play to the end."""

from __future__ import annotations

from tests.support.loop import in_loop
from tests.support.web import Guest, open_site

from stolik.games.othello.rules import START, read_square, write_square


@in_loop
async def test_two_people_invite_and_play_othello_to_its_end() -> None:
    async with open_site() as site, site.person("Ada") as ada, site.person("Bob") as bob:
        assert bob.welcome["players"] == [{"name": name, "status": "ready"} for name in ("Ada", "Bob")]
        await ada.hear("arrived", name="Bob")
        await ada.say("invite", to="Bob", game="othello")
        await ada.hear("changed", name="Bob", status="busy")
        assert (await ada.hear("inviting"))["to"] == "Bob"
        assert await bob.hear("invited") == {"type": "invited", "by": "Ada", "game": "othello"}
        await bob.say("answer", to="Ada", accept=True)
        matched = await ada.hear("matched")
        assert matched["seat"] == "black"
        assert (await bob.hear("matched"))["seat"] == "white"
        table = matched["table"]["id"]
        await play_both(ada, bob, table)
        await ada.hear("changed", name="Ada", status="ready")


async def play_both(ada: Guest, bob: Guest, table: str) -> None:
    """Plays first legal moves in turn, and checks every position against the rules."""
    position = START
    players = {"black": ada, "white": bob}
    while position.turn is not None:
        mover = position.turn
        await players[mover].hear("asked", seat=mover)
        text = write_square(position.moves()[0])
        await players[mover].say("play", table=table, move=text)
        position = position.play(read_square(text))
        for guest in players.values():
            played = await guest.hear("played")
            assert (played["by"], played["move"]) == (mover, text)
            assert played["view"]["turn"] == position.turn
            assert played["view"]["discs"] == position.discs
    for guest in players.values():
        ended = await guest.hear("ended")
        assert (ended["ending"], ended["scores"]) == ("rules", position.scores)
        assert ended["winners"] == list(position.winners)


@in_loop
async def test_an_invitation_can_be_taken_back_and_declined_and_all_tabs_hear_of_it() -> None:
    async with open_site() as site:
        token = await site.claim("Bob")
        async with site.person("Ada") as ada, site.guest(token) as bob, site.guest(token) as again:
            await ada.say("invite", to="Bob", game="graph")
            for tab in (bob, again):
                await tab.hear("invited", by="Ada")
            await ada.say("cancel", to="Bob")
            for guest, other in ((ada, "Bob"), (bob, "Ada"), (again, "Ada")):
                await guest.hear("withdrawn", other=other)
            await ada.say("invite", to="Bob", game="krazki")
            await bob.hear("invited", game="krazki")
            await bob.say("answer", to="Ada", accept=False)
            for guest, other in ((ada, "Bob"), (bob, "Ada"), (again, "Ada")):
                await guest.hear("withdrawn", other=other)
            await ada.hear("changed", name="Bob", status="ready")


@in_loop
async def test_a_new_tab_is_told_of_the_invitation_that_stands() -> None:
    async with open_site() as site:
        tokens = {name: await site.claim(name) for name in ("Ada", "Bob")}
        async with site.guest(tokens["Ada"]) as ada, site.guest(tokens["Bob"]) as bob:
            await ada.say("invite", to="Bob", game="othello")
            await bob.hear("invited")
            async with site.guest(tokens["Ada"]) as again:
                assert (await again.hear("inviting"))["to"] == "Bob"
            async with site.guest(tokens["Bob"]) as again:
                assert (await again.hear("invited"))["by"] == "Ada"


@in_loop
async def test_an_invitation_that_cannot_be_is_refused() -> None:
    async with open_site() as site, site.person("Ada") as ada:
        await ada.say("invite", to="Ada", game="othello")
        assert "yourself" in (await ada.hear("error"))["why"]
        await ada.say("invite", to="Bob", game="chess")
        assert "no game is called 'chess'" in (await ada.hear("error"))["why"]
        await ada.say("invite", to="Bob", game="kierki")
        assert "make a table" in (await ada.hear("error"))["why"]
        await ada.say("invite", to="Nobody", game="othello")
        await ada.hear("withdrawn", other="Nobody")
        await ada.say("answer", to="Bob", accept=True)
        assert "nobody has invited you" in (await ada.hear("error"))["why"]


@in_loop
async def test_a_rematch_begins_when_every_person_has_asked() -> None:
    async with open_site() as site, site.person("Ada") as ada, site.person("Bob") as bob:
        await ada.say("invite", to="Bob", game="othello")
        await bob.hear("invited")
        await bob.say("answer", to="Ada", accept=True)
        table = (await ada.hear("matched"))["table"]["id"]
        await bob.hear("asked")
        await bob.say("resign", table=table)
        ended = await ada.hear("ended")
        assert (ended["ending"], ended["by"], ended["winners"]) == ("resigned", "white", ["black"])
        await ada.say("rematch", table=table)
        assert (await bob.hear("rematch"))["name"] == "Ada"
        await bob.say("rematch", table=table)
        again = await ada.hear("matched")
        assert (again["seat"], again["table"]["game"]) == ("white", "othello"), "they swap colours"
        assert again["table"]["id"] != table
        await ada.hear("asked", table=again["table"]["id"], seat="black")
        await bob.hear("asked", table=again["table"]["id"])


@in_loop
async def test_only_those_who_played_can_ask_for_a_rematch() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "krazki", {"c": {"kind": "bot", "name": "random"}})
        async with site.guest(token) as ada, site.person("Eve") as eve:
            await ada.say("rematch", table=table)
            assert "no finished game" in (await ada.hear("error"))["why"]
            await ada.say("sit", table=table, seat="b")
            await ada.play_on(table)
            await eve.say("rematch", table=table)
            assert "did not play" in (await eve.hear("error"))["why"]
            await ada.say("rematch", table=table)  # its other player is a bot, which always wants to
            await ada.hear("matched")


@in_loop
async def test_one_who_sits_at_a_made_table_is_busy_until_the_game_is_over() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "othello", {"white": {"kind": "bot", "name": "random"}})
        async with site.guest(token) as ada, site.person("Bob") as bob:
            assert {"name": "Ada", "status": "ready"} in bob.welcome["players"]
            await ada.say("sit", table=table, seat="black")
            await bob.hear("changed", name="Ada", status="busy")
            await bob.say("invite", to="Ada", game="othello")
            await bob.hear("withdrawn", other="Ada")
            async with site.guest() as late:
                assert {"name": "Ada", "status": "busy"} in late.welcome["players"]
            await ada.say("resign", table=table)
            await bob.hear("changed", name="Ada", status="ready")


@in_loop
async def test_a_screen_hears_of_what_it_shows_and_of_its_own_tables() -> None:
    async with open_site() as site, site.person("Ada") as ada:
        token = await site.claim("Bob")
        mine = await site.make_table(token, "othello", {"black": {"kind": "person", "name": "Bob"}})
        async with site.guest(token, look={"players": {"count": 1}}) as bob:
            assert (bob.welcome["players"], [one["id"] for one in bob.welcome["tables"]]) == ([], [mine])
            players = await bob.hear("players", fresh=True)
            assert (players["here"], players["total"]) == ([{"name": "Ada", "status": "ready"}], 2)
            other = await site.make_table(await site.claim("Cyd"), "othello", {})
            await bob.say("look", tables={"open": True, "game": "othello"})
            # Two tables of the same minute are in any order.
            assert {one["id"] for one in (await bob.hear("tables", fresh=True))["tables"]} == {other, mine}
            assert not [word for word in bob.heard if word["type"] == "table" and word["table"]["id"] == other]
            await ada.say("sit", table=mine, seat="white")
            changed = await bob.hear("table")
            assert changed["table"]["seats"]["white"]["name"] == "Ada"


@in_loop
async def test_a_screen_cannot_look_at_more_than_there_is_room_for() -> None:
    async with open_site() as site, site.guest() as guest:
        await guest.say("look", tables={"count": 201})
        assert (await guest.hear("error"))["code"] == "unreadable"
