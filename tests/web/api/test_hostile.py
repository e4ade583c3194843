"""Whatever comes through the page's door is refused in words, and harms nobody."""

from __future__ import annotations

import json

import pytest
from tests.support.loop import in_loop
from tests.support.web import Guest, bearer, open_site
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from stolik.web.door.socket import BURST
from stolik.web.messages.words import LONGEST

NONSENSE = (
    "",
    "hello",
    "[]",
    "{}",
    "null",
    '{"type": "dance"}',
    '{"type": "play"}',
    '{"type": "play", "table": 7, "move": "d3"}',
    '{"type": "play", "table": "x", "move": ["d3"]}',
    '{"type": "invite", "to": {"$gt": ""}, "game": "othello"}',
    '{"type": "answer", "to": "Bob", "accept": "yes"}',
    '{"type": "ping", "more": 1}',
    '{"type": ["play"]}',
    "[" * 2000,
    '{"type": "watch", "table": "\\ud800"}',
    "\x00",
)


@in_loop
async def test_what_cannot_be_read_is_refused_in_words_and_the_connection_stays() -> None:
    async with open_site() as site, site.person("Ada") as ada:
        for text in NONSENSE:
            await ada.socket.send(text)
            assert (await ada.next())["type"] == "error", text
        await ada.socket.send(b"\xff\xfe")
        assert (await ada.next())["type"] == "error"
        assert await ada.settled() == []


@in_loop
async def test_a_message_that_is_too_long_closes_its_connection_alone() -> None:
    async with open_site() as site, site.person("Ada") as ada, site.person("Bob") as bob:
        await ada.socket.send(json.dumps({"type": "play", "table": "x" * LONGEST, "move": ""}))
        code, heard = await ada.closed()
        assert code == 1009
        assert "bytes at most" in heard[-1]["why"]
        await bob.settled()


@in_loop
async def test_a_message_that_never_ends_is_not_read() -> None:
    async with open_site() as site, site.person("Ada") as ada, site.person("Bob") as bob:
        await ada.socket.send("x" * 1_000_000)
        code, _ = await ada.closed()
        assert code == 1009
        await bob.settled()


@in_loop
async def test_a_flood_is_cut_off_and_the_others_do_not_feel_it() -> None:
    async with open_site() as site, site.person("Ada") as ada, site.person("Bob") as bob:
        flood = '{"type": "ping"}'
        for _ in range(int(BURST) + 100):
            await ada.socket.send(flood)
        code, heard = await ada.closed()
        assert code == 1008
        assert "too much" in heard[-1]["why"]
        await bob.settled()


@in_loop
async def test_a_socket_of_another_site_is_refused() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        for origin in ("http://evil.example", "null", f"http://127.0.0.1:{site.port}.evil.example"):
            with pytest.raises(InvalidStatus) as refused:
                async with site.guest(token, origin):
                    pass
            assert refused.value.response.status_code == 403
        async with site.guest(token, f"http://127.0.0.1:{site.port}") as ada:
            await ada.settled()


@in_loop
async def test_a_change_that_another_site_asks_for_is_refused() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        for path in ("/api/session", "/api/tables", "/api/tables/x/seats/N"):
            headers = bearer(token) | {"Origin": "http://evil.example"}
            assert (await site.http.post(path, json={}, headers=headers)).status_code == 403
            plain = bearer(token) | {"Content-Type": "text/plain"}
            assert (await site.http.post(path, content="{}", headers=plain)).status_code == 415


@in_loop
async def test_who_does_not_say_hello_first_is_shown_out() -> None:
    async with open_site() as site:
        for first in ('{"type": "ping"}', "nonsense", '{"type": "hello", "token": "stolen"}'):
            async with connect(f"ws://127.0.0.1:{site.port}/api/ws") as socket:
                guest = Guest(socket)
                await socket.send(first)
                code, heard = await guest.closed()
                assert (code, heard[-1]["type"]) == (1008, "error")


@in_loop
async def test_nobody_plays_without_a_token_or_without_a_seat() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        table = await site.make_table(token, "othello", {"white": {"kind": "bot", "name": "random"}})
        async with site.guest(token) as ada, site.guest() as nobody, site.person("Eve") as eve:
            await ada.say("sit", table=table, seat="black")
            await ada.hear("asked", seat="black")
            for word in ("play", "leave", "resign", "offer_draw", "claim", "rematch", "sit"):
                more = {"play": {"move": "d3"}, "sit": {"seat": "black"}}.get(word, {})
                for guest in (nobody, eve):
                    await guest.say(word, table=table, **more)
                    assert (await guest.hear("error"))["why"]
            await eve.say("sit", table=table, seat="<b>")
            assert "no such seat" in (await eve.hear("error"))["why"]
            await eve.say("watch", table="0" * 15)
            assert "no such table" in (await eve.hear("error"))["why"]
            path = f"/api/tables/{table}/seats/black"
            response = await site.http.post(path, json={"bot": "random"}, headers=bearer(await site.claim("Mallory")))
            assert response.status_code == 403
            assert (await site.http.post(path, json={"bot": "random"})).status_code == 401
            await ada.say("play", table=table, move="d3")
            await ada.hear("played", by="black", move="d3")


@in_loop
async def test_names_with_markup_come_through_as_they_are_and_bad_ones_not_at_all() -> None:
    async with open_site() as site:
        markup = "<script>alert(1)</script>"
        async with site.person(markup) as guest, site.guest() as other:
            assert guest.welcome["name"] == markup
            assert other.welcome["players"] == [{"name": markup, "status": "ready"}]
        for bad in ("", "two words", "a~b", "x" * 33, "line\nbreak", "\u202eevil", "nul\x00"):
            response = await site.http.post("/api/session", json={"name": bad})
            assert (response.status_code, "name" in response.json()["error"]) == (400, True), bad
        for bot in ("random", "Heuristic", "PERFECT"):
            assert (await site.http.post("/api/session", json={"name": bot})).status_code == 409


@in_loop
async def test_a_person_has_only_so_many_tables_and_tabs() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        for _ in range(8):
            await site.make_table(token, "othello", {})
        response = await site.http.post("/api/tables", json={"game": "othello"}, headers=bearer(token))
        assert response.status_code == 429
        assert "finish one first" in response.json()["error"]
