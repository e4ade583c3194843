"""Contests from the page: only the operator starts programs, and everybody sees how they get on."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from tests.support.loop import in_loop
from tests.support.web import OPERATOR, Site, Word, bearer, open_site

from stolik.tournament.folder import open_folder
from stolik.tournament.sandbox import bubblewrap
from stolik.tournament.sandbox.bubblewrap import NoSandbox, Sandbox

PLAYERS = "\n".join(
    json.dumps(player)
    for player in (
        {"name": "Best", "builtin": "perfect"},
        {"name": "Any", "builtin": "random"},
        {"name": "Shell", "program": "sh", "args": ["-c", "echo lost my way >&2; exit 3"]},
    )
)
HOUSE = "\n".join(json.dumps({"name": name, "builtin": "random"}) for name in ("Ann", "Bob"))
WANTED = {"game": "krazki", "format": "round-robin", "players": PLAYERS, "seed": "contest", "paired": True}


async def start(site: Site, **more: object) -> Word:
    response = await site.http.post("/api/contests", json=WANTED | more, headers=bearer(OPERATOR))
    assert response.status_code == 201, response.text
    contest: Word = response.json()
    return contest


@in_loop
async def test_a_contest_is_played_and_everybody_sees_it_fill_in(tmp_path: Path) -> None:
    async with open_site(contests=tmp_path) as site, site.guest() as watcher:
        begun = await start(site)
        assert (begun["running"], begun["games"], begun["total"]) == (True, 0, 6)
        told = (await watcher.hear("contest"))["contest"]
        while told["running"]:
            told = (await watcher.hear("contest"))["contest"]
        assert (told["games"], told["total"]) == (6, 6)
        path = f"/api/contests/{begun['id']}"
        report = (await site.http.get(path)).json()
        assert report["contest"] == told == (await site.http.get("/api/contests")).json()[0]
        assert [player["name"] for player in report["players"]][-1] == "Shell"
        assert report["crosstable"]
        lost = next(game for game in report["games"] if game["ending"] == "crash")
        game = (await site.http.get(f"{path}/games/{lost['number']}", headers=bearer(OPERATOR))).json()
        (seat,) = (seat for seat, name in game["seats"].items() if name == "Shell")
        assert game["stderr"][seat] == "lost my way\n"
        assert game["exits"][seat] == "exit code 3"
        assert game["ends"][seat] == {"kind": "exit.code", "facts": {"code": 3}}
        assert game["cause"] == {"kind": "crash.code", "facts": {"name": "Shell", "code": 3}}
        public = (await site.http.get(f"{path}/games/{lost['number']}")).json()
        assert public == game | {"stderr": {}}
        played = next(each for each in report["games"] if each["ending"] == "rules")
        steps = (await site.http.get(f"{path}/games/{played['number']}")).json()["steps"]
        assert (steps[0]["move"], steps[-1]["choices"]) == (None, 0)
        assert len(report["course"]) == len(report["crosstable"])
        last, players = report["course"][-1], report["players"]
        assert all(abs(last[player["name"]] - player["rating"]) < 0.02 for player in players)


@in_loop
async def test_programs_are_not_run_from_the_page_where_there_is_no_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(memory: int, wanted: bool) -> Sandbox:
        raise NoSandbox("bubblewrap is not installed")

    monkeypatch.setattr(bubblewrap, "find_sandbox", refuse)
    async with open_site(contests=tmp_path) as site:
        refused = await site.http.post("/api/contests", json=WANTED, headers=bearer(OPERATOR))
        assert (refused.status_code, refused.json()["error"]) == (400, "bubblewrap is not installed")
        assert (await site.http.get("/api/contests")).json() == []
        begun = await start(site, players=PLAYERS.rpartition("\n")[0])  # our own players need none
        await site.http.post(f"/api/contests/{begun['id']}/stop", headers=bearer(OPERATOR))


@in_loop
async def test_a_contest_in_a_game_that_is_not_installed_any_more_does_not_hide_the_others(tmp_path: Path) -> None:
    async with open_site(contests=tmp_path) as site, site.guest() as watcher:
        kept = (await start(site))["id"]
        while (await watcher.hear("contest"))["contest"]["running"]:
            pass
        shutil.copytree(tmp_path / kept, tmp_path / "lost")
        settings = tmp_path / "lost" / "tournament.json"
        settings.write_text(settings.read_text().replace('"krazki"', '"chess"'))
        assert [contest["id"] for contest in (await site.http.get("/api/contests")).json()] == [kept]
        refused = await site.http.get("/api/contests/lost")
        assert (refused.status_code, "no game is called 'chess'" in refused.json()["error"]) == (404, True)


def _spoil(folder: Path, how: str) -> None:
    """Breaks a contest's folder in one way."""
    settings, games = folder / "tournament.json", folder / "games.jsonl"
    if how == "no settings":
        settings.unlink()
    elif how == "half a settings file":
        settings.write_bytes(settings.read_bytes()[:40])
    elif how == "an unknown format":
        settings.write_text(settings.read_text().replace('"round-robin"', '"knockout"'))
    elif how == "a folder of games":
        games.unlink()
        games.mkdir()
    elif how == "a bad game":
        games.write_bytes(b"nonsense\n" + games.read_bytes())


@in_loop
async def test_a_broken_contest_does_not_hide_the_others_and_no_result_is_read_for_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_site(contests=tmp_path) as site, site.guest() as watcher:
        kept = (await start(site))["id"]
        while (await watcher.hear("contest"))["contest"]["running"]:
            pass
        broken = ["no settings", "half a settings file", "an unknown format", "a folder of games"]
        for number, how in enumerate([*broken, "a bad game"]):
            copy = tmp_path / f"0copy{number}"
            shutil.copytree(tmp_path / kept, copy)
            _spoil(copy, how)
        (tmp_path / "0file").write_text("not a folder")
        assert (await site.http.get("/api/contests/0copy4")).status_code == 200, "a bad game is left out"
        assert (await site.http.get("/api/contests/0copy3")).status_code == 404
        monkeypatch.setattr("stolik.tournament.folder.Folder.read", lambda _: pytest.fail("a result was read"))
        listed = (await site.http.get("/api/contests")).json()
        assert [contest["id"] for contest in listed] == [kept, "0copy4"]
        assert (listed[0]["games"], listed[0]["total"]) == (6, 6)


@in_loop
async def test_a_contest_is_stopped_and_goes_on(tmp_path: Path) -> None:
    async with open_site(contests=tmp_path) as site, site.guest() as watcher:
        begun = await start(site, rounds=300)
        path = f"/api/contests/{begun['id']}"
        stopped = await site.http.post(f"{path}/stop", headers=bearer(OPERATOR))
        assert stopped.status_code == 200
        while (await watcher.hear("contest"))["contest"]["running"]:
            pass
        resumed = (await site.http.post(f"{path}/resume", headers=bearer(OPERATOR))).json()
        assert resumed["running"]
        assert resumed["games"] < resumed["total"]
        await site.http.post(f"{path}/stop", headers=bearer(OPERATOR))


@in_loop
async def test_only_the_operator_starts_programs(tmp_path: Path) -> None:
    async with open_site(contests=tmp_path) as site:
        person = await site.claim("Ada")
        for headers in ({}, bearer(person), bearer(OPERATOR + "x"), {"Authorization": OPERATOR}):
            for path in ("/api/contests", "/api/contests/x/stop", "/api/contests/x/resume"):
                response = await site.http.post(path, json=WANTED, headers=headers)
                assert (response.status_code, "operator" in response.json()["error"]) == (403, True)
        evil = bearer(OPERATOR) | {"Origin": "http://evil.example"}
        assert (await site.http.post("/api/contests", json=WANTED, headers=evil)).status_code == 403
        assert (await site.http.get("/api/contests")).json() == []
        assert not list(tmp_path.iterdir())


@in_loop
async def test_a_contest_that_cannot_be_is_refused_in_words(tmp_path: Path) -> None:
    async with open_site(contests=tmp_path) as site:
        for wrong, words in (
            ({"game": "chess"}, "no game is called 'chess'"),
            ({"format": "knockout"}, "no format is called 'knockout'"),
            ({"players": "nobody"}, "players, line 1"),
            ({"players": '{"name": "A", "program": "/no/such"}'}, "no program '/no/such'"),
            ({"players": '{"name": "A", "builtin": "random"}'}, "players"),
            ({"rounds": -1}, "rounds"),
            ({"move_time": 0}, "seconds"),
            ({"size": [9]}, "the starts of krazki have one size only"),
            ({"game": "graph", "players": HOUSE, "size": [9]}, "two numbers: vertices and edges"),
            ({"game": "graph", "players": HOUSE, "size": [9, 99]}, "a connected graph of 9 vertices has 8 to 36 edges"),
            ({"positions": "b |bc|cb|\nb |bd|"}, "start positions: line 2"),
            ({"positions": "b |bc|cb|", "size": [9]}, "cannot be given together"),
        ):
            response = await site.http.post("/api/contests", json=WANTED | wrong, headers=bearer(OPERATOR))
            assert (response.status_code, words in response.json()["error"]) == (400, True), response.text
        for path in ("/api/contests/x", "/api/contests/..", "/api/contests/x/games/1"):
            assert (await site.http.get(path)).status_code == 404
        assert not list(tmp_path.iterdir())


@in_loop
@pytest.mark.parametrize(
    ("wanted", "setups"),
    [
        ({"game": "krazki", "positions": "b |bc|cb|\nc |b|c|\n"}, ["b |bc|cb|", "c |b|c|"]),
        ({"game": "graph", "size": [9, 12]}, ["9 ", "9 "]),
    ],
)
async def test_a_contest_starts_from_positions_of_a_file_or_of_a_size(
    tmp_path: Path, wanted: Word, setups: list[str]
) -> None:
    async with open_site(contests=tmp_path) as site, site.guest() as watcher:
        begun = await start(site, players=HOUSE, format="cyclic", paired=False, rounds=1, **wanted)
        while (await watcher.hear("contest"))["contest"]["running"]:
            pass
        results = open_folder(tmp_path / begun["id"]).results()
        played = [results[number].setup for number in sorted(results)]
        assert [setup[: len(start)] for setup, start in zip(played, setups, strict=True)] == setups


@in_loop
async def test_where_programs_cannot_be_refereed_the_operator_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "pidfd_open")
    async with open_site(contests=tmp_path) as site:
        for path in ("/api/contests", "/api/contests/any/resume"):
            response = await site.http.post(path, json=WANTED, headers=bearer(OPERATOR))
            assert response.status_code >= 400
            assert "run only on Linux" in response.text
        assert list(tmp_path.iterdir()) == []
