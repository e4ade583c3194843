"""The HTTP part of the API, asked from outside."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from tests.support.loop import in_loop
from tests.support.store import second_hand
from tests.support.web import Site, bearer, open_site

from stolik.contract import packages
from stolik.contract.registry import all_games
from stolik.games.othello.rules import START, read_square, read_transcript
from stolik.web.door.made_tables import MOST_TABLES_EACH

DOCS = Path(__file__).parents[3] / "docs"


async def finished(site: Site, game: str, seat: str, bots: dict[str, str], **more: object) -> str:
    """The id of a table where Ada, at that seat, has played to the end."""
    token = await site.claim("Ada")
    seats = {bot_seat: {"kind": "bot", "name": name} for bot_seat, name in bots.items()}
    table = await site.make_table(token, game, seats, **more)
    async with site.guest(token) as ada:
        await ada.say("sit", table=table, seat=seat)
        await ada.play_on(table)
    return table


@in_loop
async def test_a_name_is_offered_and_kept() -> None:
    async with open_site() as site:
        offered = (await site.http.post("/api/session", json={})).json()
        assert offered["name"].isascii()
        assert offered["name"].isalnum()
        taken = await site.http.post("/api/session", json={"name": offered["name"]})
        assert (taken.status_code, "taken" in taken.json()["error"]) == (409, True)
        async with site.guest(offered["token"]) as guest:
            assert guest.welcome["name"] == offered["name"]


@in_loop
async def test_the_games_are_listed_with_their_seats_and_bots() -> None:
    async with open_site() as site:
        games = {game["name"]: game for game in (await site.http.get("/api/games")).json()}
        assert set(games) == set(all_games())
        difficulties = [all_games()[name].difficulty for name in games]
        assert difficulties == sorted(difficulties), "easier games come first"
        assert games["kierki"]["seats"] == ["N", "E", "S", "W"]
        assert games["krazki"]["bots"] == ["random", "easy", "steady", "strong", "best"]
        assert games["krazki"]["missing_bots"] == {}


@in_loop
async def test_a_bot_that_cannot_play_here_is_not_offered_and_to_ask_for_it_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(packages, "is_installed", lambda package: package != "numba")
    async with open_site() as site:
        games = {game["name"]: game for game in (await site.http.get("/api/games")).json()}
        assert games["graph"]["bots"] == ["random", "easy", "steady"]
        assert games["graph"]["missing_bots"]["best"].startswith("best of graph needs numba, which is not installed: ")
        wanted = {"game": "graph", "seats": {"first": {"kind": "bot", "name": "best"}}}
        headers = bearer(await site.claim("Ada"))
        refused = await site.http.post("/api/tables", json=wanted, headers=headers)
        assert refused.status_code == 400
        assert refused.json()["error"].startswith("best of graph needs numba, which is not installed: pip install ")
        assert (await site.http.get("/api/tables")).json() == []


@in_loop
async def test_what_the_page_must_know_of_a_game_is_told_by_the_server() -> None:
    async with open_site() as site:
        games = {game["name"]: game for game in (await site.http.get("/api/games")).json()}
        othello, kierki = games["othello"], games["kierki"]
        assert othello["formats"] == ["json", "transcript", "ggf", "report"]
        assert kierki["formats"] == ["json", "kierki", "report"]
        assert [name for name, game in games.items() if game["hidden"]] == ["kierki"]
        assert [name for name, game in games.items() if game["low_score_wins"]] == ["kierki"]
        assert (othello["game_time"], othello["increment"], othello["turn_time"]) == (300.0, 5.0, None)
        assert (kierki["game_time"], kierki["turn_time"]) == (None, 60.0)
        assert [name for name, game in games.items() if not game["programs"]] == ["othello"]
        assert othello["lobby_command"] == "stolik join othello --host HOST --port PORT --name NAME"
        assert kierki["lobby_command"] is None
        assert all(game["judged"] for game in games.values())
        assert kierki["variants"] == ["kierki-early-end"]
        for game in games.values():
            assert {"board.js", "picture.svg", "style.css", "words.en.json"} <= set(game["page"])
            assert (await site.http.get(f"/static/games/{game['name']}/board.js")).status_code == 200


@in_loop
async def test_the_page_is_served_with_the_same_facts_as_the_api_tells() -> None:
    async with open_site() as site:
        found = re.search('id="games">(.*?)</script>', (await site.http.get("/")).text)
        assert found
        assert json.loads(found[1]) == (await site.http.get("/api/games")).json()


@in_loop
async def test_a_table_is_made_listed_and_found() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        seats = {"N": {"kind": "person", "name": "Ada"}, "E": {"kind": "bot", "name": "duck"}, "S": {"kind": "program"}}
        table = await site.make_table(token, "kierki", seats, turn_time=30)
        found = (await site.http.get(f"/api/tables/{table}")).json()
        assert (await site.http.get("/api/tables")).json() == [found]
        assert (await site.http.get("/api/tables?game=kierki&search=ada&open=true&count=1")).json() == [found]
        assert (await site.http.get("/api/tables?game=othello")).json() == []
        assert (await site.http.get("/api/tables?count=1000")).status_code == 400
        assert found["seats"] == {
            "N": {"name": "Ada", "kind": "person", "here": False},
            "E": {"name": "duck", "kind": "bot", "here": True},
            "S": None,
            "W": None,
        }
        assert (found["stage"], found["turn_time"]) == ("gathering", 30)
        assert found["commands"]["S"] == f"kierki-klient -h HOST -p {found['port']} -S -a"
        assert set(found["commands"]) == {"S", "W"}


@in_loop
async def test_a_table_that_cannot_be_is_refused_in_words() -> None:
    async with open_site() as site:
        headers = bearer(await site.claim("Ada"))
        for wanted, words in (
            ({"game": "chess"}, "no game is called 'chess'"),
            ({"game": "othello", "seats": {"N": {"kind": "person"}}}, "no seat 'N'"),
            ({"game": "othello", "seats": {"white": {"kind": "bot", "name": "nobody"}}}, "nobody"),
            ({"game": "othello", "turn_time": -1}, "seconds"),
            ({"game": "othello", "colour": "red"}, "colour"),
            ({}, "game"),
            ([], "object"),
        ):
            response = await site.http.post("/api/tables", json=wanted, headers=headers)
            assert (response.status_code, words in response.json()["error"]) == (400, True), response.text
        assert (await site.http.post("/api/tables", json={"game": "othello"})).status_code == 401
        too_much = await site.http.post("/api/tables", json={"game": "x" * 100_000}, headers=headers)
        assert too_much.status_code == 413
        assert (await site.http.get("/api/tables/nothing")).status_code == 404
        assert (await site.http.get("/api/nothing")).json() == {"error": "Not Found", "code": "not_found"}


@in_loop
async def test_a_finished_game_can_be_stepped_through_and_taken_along(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        table = await finished(site, "othello", "black", {"white": "random"})
        listed = (await site.http.get("/api/records", params={"game": "othello", "player": "Ada"})).json()
        assert [each["id"] for each in listed] == [table]
        record = (await site.http.get(f"/api/records/{table}")).json()
        assert record["outcome"] == listed[0]["outcome"]
        first, *steps = record["steps"]
        assert (first["seat"], first["move"], first["view"]["turn"]) == (None, None, "black")
        position = START
        for step in steps:
            assert step["seat"] == position.turn
            position = position.play(read_square(step["move"]))
            assert step["view"]["discs"] == position.discs
            assert step["view"]["moves"] == []
        assert position.turn is None
        transcript = await site.http.get(f"/api/records/{table}/export", params={"format": "transcript"})
        assert list(read_transcript(transcript.text.strip())) == [read_square(step["move"]) for step in steps]
        assert transcript.headers["content-disposition"] == f'attachment; filename="othello-{table}.txt"'
        wrong = await site.http.get(f"/api/records/{table}/export", params={"format": "pgn"})
        assert (wrong.status_code, "transcript, ggf" in wrong.json()["error"]) == (400, True)
        assert (await site.http.get(f"/api/tables/{table}")).json()["stage"] == "over"


@in_loop
async def test_a_finished_match_can_be_seen_from_any_seat(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        table = await finished(site, "kierki", "N", dict.fromkeys("ESW", "random"), seed="a match")
        public = (await site.http.get(f"/api/records/{table}")).json()["steps"]
        assert len(public) == 1 + 7 * 52
        assert not any(step["view"]["hand"] or step["view"]["dealt"] for step in public)
        east = (await site.http.get(f"/api/records/{table}", params={"seat": "E"})).json()["steps"]
        assert len(east[0]["view"]["hand"]) == 13
        assert [deal["kind"] for deal in east[-1]["view"]["sheet"]] == list(range(1, 8))
        assert (await site.http.get(f"/api/records/{table}", params={"seat": "?"})).status_code == 400


@in_loop
async def test_players_and_leaders_are_told(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        await finished(site, "graph", "first", {"second": "random"})
        ada = (await site.http.get("/api/players/Ada")).json()
        (tally,) = ada["tallies"]
        assert (tally["game"], tally["kind"], tally["won"] + tally["lost"]) == ("graph", "person", 1)
        leaders = (await site.http.get("/api/leaderboard", params={"game": "graph"})).json()
        assert {(each["name"], each["kind"]) for each in leaders} == {("Ada", "person"), ("random", "bot")}
        assert (await site.http.get("/api/leaderboard", params={"game": "othello"})).json() == []
        nobody = await site.http.get("/api/players/<b>no/body")
        assert (nobody.status_code, nobody.headers["content-type"]) == (404, "application/json")


@in_loop
async def test_a_wrong_address_is_told_to_a_person_by_the_page_and_to_a_program_in_json() -> None:
    async with open_site() as site:
        for path, kind in (
            ("/players/Ada", "text/html"),
            ("/api/nothing", "application/json"),
            ("/static/x", "application/json"),
        ):
            response = await site.http.get(path)
            assert (response.status_code, response.headers["content-type"].partition(";")[0]) == (404, kind)


@in_loop
async def test_without_a_store_there_are_no_records() -> None:
    async with open_site() as site:
        for path in ("/api/records", "/api/leaderboard?game=othello"):
            assert (await site.http.get(path)).json() == []
        for path in ("/api/records/x", "/api/players/Ada"):
            assert (await site.http.get(path)).status_code == 404


@in_loop
async def test_every_answer_carries_the_security_headers() -> None:
    async with open_site() as site:
        for path in ("/", "/health", "/api/docs", "/api/nothing", "/static/nothing.js", "/static/../app.py"):
            headers = (await site.http.get(path)).headers
            assert "script-src 'self'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "set-cookie" not in headers
            assert "server" not in headers


@in_loop
async def test_the_api_is_described_for_programs_and_for_people() -> None:
    async with open_site() as site:
        api: dict[str, Any] = (await site.http.get("/api/openapi.json")).json()
        assert api["openapi"].startswith("3.1")
        assert api["paths"]["/api/tables"]["post"]["security"] == [{"token": []}]
        names = set(api["components"]["schemas"])
        assert {"TableShape", "RecordShape", "WantedTable", "ErrorShape", "Code"} <= names
        for path, ways in api["paths"].items():
            for way in ways.values():
                assert way["summary"]
                in_path = [each["name"] for each in way["parameters"] if each["in"] == "path"]
                assert all(f"{{{name}}}" in path for name in in_path)
        page = (await site.http.get("/api/docs")).text
        assert "/api/tables/{id}" in page
        assert "<script" not in page
        assert " style=" not in page


@in_loop
async def test_every_address_of_the_api_is_in_the_documentation() -> None:
    async with open_site() as site:
        paths = (await site.http.get("/api/openapi.json")).json()["paths"]
    for name in ("api.md", "api.pl.md"):
        page = (DOCS / name).read_text(encoding="utf-8")
        # Of two addresses that differ at their end, the second is written shorter.
        wanted = {
            path: rf"{re.sub('{[a-z]+}', '[A-Za-z{}]+', path)}[`?]|…/{path.rpartition('/')[2]}`" for path in paths
        }
        assert [path for path, pattern in wanted.items() if not re.search(pattern, page)] == [], name


@in_loop
async def test_health_and_metrics_are_there() -> None:
    async with open_site() as site:
        assert (await site.http.get("/health")).json() == {"status": "ok"}
        assert "stolik_tables" in (await site.http.get("/metrics")).text


class Kept(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def test_records_of_a_game_that_is_not_installed_any_more_are_listed_and_cannot_be_replayed(database: str) -> None:
    @in_loop
    async def main() -> None:
        async with open_site(database) as site:
            table = await finished(site, "graph", "first", {"second": "random"}, seed="1")
            with second_hand(database) as engine, engine.begin() as connection:
                connection.execute(text("UPDATE tables SET game = 'chess'"))
            [listed] = (await site.http.get("/api/records")).json()
            assert (listed["id"], listed["game"], sorted(listed["seats"])) == (table, "chess", ["first", "second"])
            for path in (f"/api/records/{table}", f"/api/records/{table}/analysis", f"/api/records/{table}/export"):
                refused = await site.http.get(path)
                assert (refused.status_code, refused.json()["code"]) == (400, "impossible")
                assert "no game is called 'chess'" in refused.json()["error"]

    main()


def test_health_and_the_log_tell_of_a_store_that_cannot_write(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # A logger of its own: other tests in the same process set up logging as programs do.
    log, kept = logging.Logger("store"), Kept()
    log.addHandler(kept)
    monkeypatch.setattr("stolik.store.writing.queue.log", log)
    monkeypatch.setattr("stolik.web.door.people.WRITING", 0.5)

    @in_loop
    async def main() -> None:
        async with open_site(database) as site:
            assert (await site.http.get("/health")).json() == {"status": "ok"}
            with second_hand(database) as engine:
                with engine.begin() as connection:
                    connection.execute(text("ALTER TABLE sessions RENAME TO elsewhere"))
                assert (await site.http.post("/api/session", json={"name": "Ada"})).status_code == 503
                failing = await site.http.get("/health")
                assert failing.status_code == 503
                assert failing.json()["status"] == "failing"
                assert failing.json()["reason"] == "the store cannot write: the database refuses to work"
                with engine.begin() as connection:
                    connection.execute(text("ALTER TABLE elsewhere RENAME TO sessions"))
            await site.claim("Bob")
            assert (await site.http.get("/health")).status_code == 200

    main()
    assert any(line.startswith("store fails why='the database refuses to work' error=") for line in kept.messages)
    assert kept.messages[-1] == "store works again"


@in_loop
async def test_long_answers_are_compressed() -> None:
    async with open_site() as site:
        async with httpx.AsyncClient() as client:
            url = f"http://127.0.0.1:{site.port}/api/openapi.json"
            async with client.stream("GET", url, headers={"Accept-Encoding": "gzip"}) as response:
                raw = b"".join([piece async for piece in response.aiter_raw()])
        assert gzip.decompress(raw).startswith(b"{")


@in_loop
async def test_a_port_for_programs_is_opened_when_somebody_at_the_table_asks_for_it() -> None:
    async with open_site() as site:
        token, other = await site.claim("Ada"), await site.claim("Eve")
        table = await site.make_table(token, "kierki", {"N": {"kind": "person", "name": "Ada"}})
        path = f"/api/tables/{table}"
        assert "port" not in (await site.http.get(path)).json()
        assert (await site.http.post(f"{path}/port", headers=bearer(other))).status_code == 403
        async with site.guest() as watcher:
            opened = (await site.http.post(f"{path}/port", headers=bearer(token))).json()
            assert opened["commands"].keys() == {"E", "S", "W"}
            assert (await watcher.hear("table"))["table"]["port"] == opened["port"]
        assert (await site.http.post(f"{path}/port", headers=bearer(token))).json() == opened
        othello = await site.make_table(token, "othello", {})
        refused = await site.http.post(f"/api/tables/{othello}/port", headers=bearer(token))
        assert (refused.status_code, "own door" in refused.json()["error"]) == (400, True)


@in_loop
async def test_nobody_makes_more_tables_by_asking_for_many_at_once() -> None:
    async with open_site() as site:
        headers = bearer(await site.claim("Ada"))
        asked = [site.http.post("/api/tables", json={"game": "othello"}, headers=headers) for _ in range(20)]
        codes = [response.status_code for response in await asyncio.gather(*asked)]
        assert sorted(codes) == [201] * MOST_TABLES_EACH + [429] * (20 - MOST_TABLES_EACH)
