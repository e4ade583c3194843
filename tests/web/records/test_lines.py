"""Better lines of finished games: what would have been better than a move, and what would have followed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from tests.support.loop import in_loop
from tests.support.web import open_site

from stolik.contract.registry import find_game
from stolik.players.analysis import Opinion
from stolik.service.bots.analyst import Finished
from stolik.web.messages.problems import Problem
from stolik.web.records import lines as subject
from stolik.web.records.analyses import Analyses
from stolik.web.records.lines import MOST_KEPT, MOST_WAITING, Lines

GAME = Finished("krazki", "b |bb|cc|", ("0", "1"))


async def judge(finished: Finished) -> AsyncGenerator[Opinion, None]:
    """Finds the first move a slip and the second one good."""
    yield Opinion(1, "b", "0", ("0 b",), -1.0, 0.0, 1.0, exact=True)
    yield Opinion(2, "c", "1", ("1",), 0.0, 0.0, 0.0, exact=True)


class Player:
    """Plays on as it is told to, when it is told to."""

    def __init__(self, *moves: str) -> None:
        self.moves = moves
        self.may_go_on = asyncio.Event()
        self.asked: list[Finished] = []

    async def __call__(self, finished: Finished) -> AsyncGenerator[str, None]:
        self.asked.append(finished)
        for move in self.moves:
            if move == "?":
                raise ValueError("to analyse krazki takes numba")
            if move == "!":
                raise OSError("no process")
            yield move
            await self.may_go_on.wait()


async def find() -> Finished:
    return GAME


async def judged(*keys: str) -> Analyses:
    analyses = Analyses(lambda: 0.0, judge)
    for key in keys:
        analyses.ask(key, GAME)
        await settle()
    return analyses


async def settle() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


@in_loop
async def test_the_better_move_is_told_at_once_and_the_others_as_they_come() -> None:
    player = Player("1 c", "0")
    lines = Lines(await judged("a"), player)
    first = await lines.of("a", 1, None, find)
    assert (first.state, [(one.seat, one.move) for one in first.steps]) == ("running", [("b", "0 b")])
    await settle()
    assert [one.move for one in (await lines.of("a", 1, None, find)).steps] == ["0 b", "1 c"]
    player.may_go_on.set()
    await settle()
    done = await lines.of("a", 1, "c", find)
    assert (done.state, [(one.seat, one.move) for one in done.steps]) == (
        "done",
        [("b", "0 b"), ("c", "1 c"), ("b", "0")],
    )
    assert player.asked[0].moves == ("0 b",)
    assert len(player.asked) == 1


@in_loop
async def test_only_a_judged_move_that_was_not_the_best_has_a_better_line() -> None:
    lines = Lines(await judged("a"), Player())
    with pytest.raises(Problem, match="has not been judged"):
        await lines.of("a", 3, None, find)
    with pytest.raises(Problem, match="has not been judged"):
        await lines.of("b", 1, None, find)
    with pytest.raises(Problem, match="no move was better"):
        await lines.of("a", 2, None, find)
    with pytest.raises(Problem, match="no seat 'x'"):
        await lines.of("a", 1, "x", find)


@pytest.mark.parametrize(("move", "why"), [("?", "numba"), ("!", "could not be started")])
def test_a_line_that_cannot_be_thought_of_says_why_and_has_the_better_move(move: str, why: str) -> None:
    @in_loop
    async def told() -> None:
        lines = Lines(await judged("a"), Player(move))
        await lines.of("a", 1, None, find)
        await settle()
        line = await lines.of("a", 1, None, find)
        assert (line.state, why in (line.why or ""), len(line.steps)) == ("unavailable", True, 1)

    told()


@in_loop
async def test_two_who_ask_at_the_same_time_get_the_same_line() -> None:
    player = Player()
    lines = Lines(await judged("a"), player)
    await asyncio.gather(lines.of("a", 1, None, find), lines.of("a", 1, None, find))
    await settle()
    assert len(player.asked) == 1


@in_loop
async def test_a_few_lines_are_thought_of_at_a_time_and_not_many_wait() -> None:
    player = Player("1 c")
    names = [f"g{number}" for number in range(MOST_WAITING)]
    lines = Lines(await judged(*names, "more"), player)
    for name in names:
        await lines.of(name, 1, None, find)
    await settle()
    assert len(player.asked) == subject.MOST_AT_ONCE
    with pytest.raises(Problem, match="ask again in a minute"):
        await lines.of("more", 1, None, find)
    player.may_go_on.set()
    await settle()
    assert (await lines.of("more", 1, None, find)).state == "running"


@in_loop
async def test_only_so_many_lines_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "MOST_KEPT", 2)
    player = Player()
    lines = Lines(await judged("a", "b", "c"), player)
    for name in ("a", "b", "c", "a"):
        await lines.of(name, 1, None, find)
        await settle()
    assert len(player.asked) == 4
    assert MOST_KEPT > 2


def random_kierki() -> tuple[str, list[str]]:
    game = find_game("kierki")
    position, moves = game.start(Random(7)), []
    for _ in range(5):
        move = position.moves()[-1]
        moves.append(game.write_move(move))
        position = position.play(move)
    return game.write(game.start(Random(7))), moves


@in_loop
async def test_a_seat_sees_its_own_cards_in_a_line_and_everyone_sees_none() -> None:
    setup, moves = random_kierki()
    other = find_game("kierki").write_move(find_game("kierki").read(setup).moves()[0])

    async def kierki_judge(finished: Finished) -> AsyncGenerator[Opinion, None]:
        yield Opinion(1, "N", moves[0], (other,), -1.0, 0.0, 1.0, exact=False)

    async def kierki() -> Finished:
        return Finished("kierki", setup, tuple(moves[:1]))

    analyses = Analyses(lambda: 0.0, kierki_judge)
    analyses.ask("k", await kierki())
    await settle()
    ask = partial(Lines(analyses, Player()).of, "k", 1)
    assert len((await ask("E", kierki)).steps[0].view.hand) == 13
    assert not (await ask(None, kierki)).steps[0].view.hand


@in_loop
async def test_a_better_line_of_a_record_is_asked_for_over_http(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site, site.guest() as watcher:
        seats = {seat: {"kind": "bot", "name": "random"} for seat in "bc"}
        table = await site.make_table(await site.claim("Ada"), "krazki", seats)
        while (await site.http.get(f"/api/tables/{table}")).json()["stage"] != "over":
            await watcher.hear("table")
        record = f"/api/records/{table}"
        assert (await site.http.get(f"{record}/better?ply=1")).status_code == 404
        while (said := (await site.http.get(f"{record}/analysis")).json())["state"] != "done":
            await asyncio.sleep(0)
        slip = next(one for one in said["opinions"] if one["cost"] > 0)
        better = f"{record}/better?ply={slip['ply']}"
        while (line := (await site.http.get(better)).json())["state"] == "running":
            await asyncio.sleep(0)
        assert (line["state"], line["steps"][0]["move"]) == ("done", slip["best"][0])
        assert line["steps"][-1]["view"]["turn"] in ("b", "c", None)
        for wrong in ("", "x", "-1", "1" * 12):
            assert (await site.http.get(f"{record}/better?ply={wrong}")).json()["code"] == "impossible"
        assert (await site.http.get("/api/contests/none/games/1/better?ply=1")).status_code == 404
