"""Opinions of finished games: formed one game after another, within bounds, and told as they come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from tests.support.loop import in_loop
from tests.support.web import open_site

from stolik.players.analysis import Opinion
from stolik.service.bots.analyst import Finished
from stolik.store.store import open_store
from stolik.web.messages.problems import Problem
from stolik.web.records.analyses import MOST_KEPT, MOST_WAITING, PATIENCE, Analyses


def game(*moves: str) -> Finished:
    return Finished("krazki", "b |b|", moves or ("0",))


class Judge:
    """Says what it is told to say, when it is told to."""

    def __init__(self) -> None:
        self.may_go_on = asyncio.Event()
        self.judged: list[Finished] = []

    async def __call__(self, finished: Finished) -> AsyncGenerator[Opinion, None]:
        self.judged.append(finished)
        for ply, move in enumerate(finished.moves, 1):
            if move == "?":
                raise ValueError("to analyse krazki takes numba")
            if move == "!":
                return
            yield Opinion(ply, "b", move, (move,), 0.0, 0.0, 0.0, exact=True)
            await self.may_go_on.wait()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@in_loop
async def test_opinions_are_told_as_they_come_and_kept() -> None:
    judge = Judge()
    analyses = Analyses(lambda: 0.0, judge)
    assert analyses.ask("a", game("0", "1")).state == "waiting"
    await settle()
    half = analyses.ask("a", game("0", "1"))
    assert (half.state, half.moves, [one.move for one in half.opinions]) == ("running", 2, ["0"])
    judge.may_go_on.set()
    await settle()
    assert [one.move for one in analyses.ask("a", game()).opinions] == ["0", "1"]
    assert analyses.ask("a", game()).state == "done"
    assert len(judge.judged) == 1


@pytest.mark.parametrize(("move", "why"), [("?", "numba"), ("!", "before its time")])
def test_what_cannot_be_judged_says_why_and_the_next_game_is_judged(move: str, why: str) -> None:
    @in_loop
    async def judged() -> None:
        judge = Judge()
        judge.may_go_on.set()
        analyses = Analyses(lambda: 0.0, judge)
        analyses.ask("bad", game(move))
        analyses.ask("good", game())
        await settle()
        bad = analyses.ask("bad", game(move))
        assert (bad.state, why in (bad.why or "")) == ("unavailable", True)
        assert analyses.ask("good", game()).state == "done"

    judged()


@in_loop
async def test_too_many_games_are_refused_until_others_do_not_wait_any_more() -> None:
    now = 0.0
    judge = Judge()
    analyses = Analyses(lambda: now, judge)
    for number in range(MOST_WAITING):
        analyses.ask(str(number), game())
    with pytest.raises(Problem, match="wait to be judged"):
        analyses.ask("one more", game())
    now = PATIENCE + 1
    assert analyses.ask("one more", game()).state == "waiting"
    judge.may_go_on.set()
    await settle()
    assert len(judge.judged) == 1, "nobody waits for the others"
    assert analyses.ask("1", game()).state == "waiting"
    await settle()
    assert analyses.ask("1", game()).state == "done", "it is judged when somebody asks again"


@in_loop
async def test_one_address_that_asks_for_many_games_makes_nobody_else_wait_or_be_refused() -> None:
    judge = Judge()
    analyses = Analyses(lambda: 0.0, judge)
    for number in range(MOST_WAITING + 1):
        analyses.ask(f"greedy {number}", game(str(number)), "greedy")
        await settle()
    for name in ("modest", "another"):
        assert analyses.ask(name, game(name), name).state == "waiting"
    with pytest.raises(Problem, match="wait to be judged"):
        analyses.ask("more", game(), "greedy")
    assert analyses.known(f"greedy {MOST_WAITING}") is None, "the newest made room"
    judge.may_go_on.set()
    await settle()
    assert {finished.moves[0] for finished in judge.judged[:4]} >= {"modest", "another"}


@in_loop
async def test_a_game_that_nobody_asks_about_any_more_is_not_judged_to_its_end() -> None:
    now = 0.0
    judge = Judge()
    analyses = Analyses(lambda: now, judge)
    analyses.ask("a", game("0", "1", "2"))
    await settle()
    now = PATIENCE + 1
    judge.may_go_on.set()
    await settle()
    assert analyses.ask("a", game()).state == "waiting", "what was thought so far is forgotten"


@in_loop
async def test_only_so_many_games_are_remembered() -> None:
    judge = Judge()
    judge.may_go_on.set()
    analyses = Analyses(lambda: 0.0, judge)
    for number in range(MOST_KEPT + 5):
        analyses.ask(str(number), game())
        await settle()
    before = len(judge.judged)
    assert analyses.ask(str(MOST_KEPT), game()).state == "done"
    assert analyses.ask("0", game()).state == "waiting"
    await settle()
    assert len(judge.judged) == before + 1


async def never() -> Finished:
    """What is asked for a game that was judged already."""
    raise AssertionError("it is kept")


@in_loop
async def test_opinions_outlive_the_service(tmp_path: Path) -> None:
    judge = Judge()
    judge.may_go_on.set()
    async with open_store(tmp_path / "stolik.db") as store:
        before = Analyses(lambda: 0.0, judge, store)
        before.ask("a", game("0", "1"))
        before.ask("b", game("0", "!"))
        while before.ask("b", game()).state != "unavailable":
            await asyncio.sleep(0)
        found = await before.of("a", never)
        assert found.state == "done"
    async with open_store(tmp_path / "stolik.db") as store:
        after = Analyses(lambda: 0.0, judge, store)
        assert await after.of("a", never) == found
        with pytest.raises(AssertionError, match="it is kept"):
            await after.of("b", never)


@in_loop
async def test_what_an_older_version_thought_is_thought_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Judge()
    judge.may_go_on.set()
    async with open_store(tmp_path / "stolik.db") as store:
        for version in ("1.0", "1.1"):
            monkeypatch.setattr("stolik.web.records.analyses._VERSION", version)
            analyses = Analyses(lambda: 0.0, judge, store)
            assert (await analyses.of("a", asked)).state == "waiting"
            while (await analyses.of("a", asked)).state != "done" or await store.opinions_of("a", version) is None:
                await asyncio.sleep(0)
    assert len(judge.judged) == 2


async def asked() -> Finished:
    """The game that is judged."""
    return game()


@in_loop
async def test_the_opinions_of_a_record_are_asked_for_over_http(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site, site.guest() as watcher:
        token = await site.claim("Ada")
        seats = {seat: {"kind": "bot", "name": "random"} for seat in "bc"}
        table = await site.make_table(token, "krazki", seats)
        path = f"/api/records/{table}/analysis"
        while (await site.http.get(f"/api/tables/{table}")).json()["stage"] != "over":
            await watcher.hear("table")
        while (said := (await site.http.get(path)).json())["state"] in ("waiting", "running"):
            await asyncio.sleep(0)
        assert said["state"] == "done", said
        moves = [step["move"] for step in (await site.http.get(f"/api/records/{table}")).json()["steps"]]
        assert [one["move"] for one in said["opinions"]] == moves[1:]
        assert all(one["cost"] >= 0 and one["exact"] for one in said["opinions"])
        assert (await site.http.get("/api/records/none/analysis")).status_code == 404
        assert (await site.http.get("/api/contests/none/games/1/analysis")).status_code == 404


@in_loop
async def test_nothing_is_thought_of_a_game_that_is_on(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        table = await site.make_table(await site.claim("Ada"), "kierki", {})
        assert (await site.http.get(f"/api/records/{table}/analysis")).json()["code"] == "still_played"
