"""A new game goes on from the middle of a finished one, and does not count."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.support.loop import in_loop
from tests.support.web import Site, bearer, open_site

from stolik.contract.registry import all_games, find_game
from stolik.games.kierki.rules import TRICKS, Position
from stolik.service.bots.analyst import Finished
from stolik.web.api.forks import start_after

BOTS = {"black": {"kind": "bot", "name": "random"}, "white": {"kind": "bot", "name": "random"}}


def some_game(name: str) -> Finished:
    """The start and the moves of a random game, in its notation."""
    game, rng = find_game(name), Random(name)
    position = game.start(rng)
    setup, moves = game.write(position), []
    while position.turn is not None:
        move = rng.choice(position.moves())
        moves.append(game.write_move(move))
        position = position.play(move)
    return Finished(name, setup, tuple(moves))


@pytest.mark.parametrize("name", all_games())
def test_play_goes_on_where_the_other_game_was(name: str) -> None:
    played, game = some_game(name), find_game(name)
    assert start_after(name, played, 0) == game.read(played.setup)
    middle = start_after(name, played, len(played.moves) // 2)
    assert middle.turn is not None
    assert game.read(game.write(middle)) == middle


def test_kierki_goes_on_from_the_first_card_of_the_deal() -> None:
    played = some_game("kierki")
    match = find_game("kierki").read(played.setup)
    third = start_after("kierki", played, 2 * 4 * TRICKS + 5)
    assert isinstance(third, Position)
    assert third.deals == match.deals[2:]
    assert third.open.tricks == ()


@pytest.mark.parametrize(
    ("wanted", "ply", "why"),
    [
        ("graph", 0, "a game of krazki"),
        ("krazki", -1, "nothing after -1"),
        ("krazki", 999, "moves"),
        ("krazki", None, "over"),
    ],
)
def test_what_cannot_go_on_is_refused_in_words(wanted: str, ply: int | None, why: str) -> None:
    played = some_game("krazki")
    with pytest.raises(ValueError, match=why):
        start_after(wanted, played, len(played.moves) if ply is None else ply)


async def finished(site: Site, token: str) -> str:
    async with site.guest() as watcher:
        table = await site.make_table(token, "othello", BOTS)
        await watcher.hear("table")
        while (await site.http.get(f"/api/tables/{table}")).json()["stage"] != "over":
            await watcher.hear("table")
    return table


@in_loop
async def test_a_table_that_goes_on_is_asked_for_by_record_and_ply(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        token = await site.claim("Ada")
        record = await finished(site, token)
        steps = (await site.http.get(f"/api/records/{record}")).json()["steps"]
        assert all(step["choices"] > 0 for step in steps[:-1])
        await site.make_table(token, "othello", BOTS, after={"record": record, "ply": 20})
        for after, code in (
            ({"record": "none", "ply": 1}, "not_found"),
            ({"record": record, "ply": 99}, "impossible"),
            ({"contest": "none", "number": 1, "ply": 0}, "not_found"),
            ({"ply": 0}, "impossible"),
        ):
            wanted = {"game": "othello", "after": after}
            refused = await site.http.post("/api/tables", json=wanted, headers=bearer(token))
            assert refused.json()["code"] == code, refused.text


@in_loop
async def test_a_fork_shows_the_position_and_its_result_does_not_count(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        token = await site.claim("Ada")
        record = await finished(site, token)
        steps = (await site.http.get(f"/api/records/{record}")).json()["steps"]
        turn = steps[20]["view"]["turn"]
        seats = {seat: who for seat, who in BOTS.items() if seat != turn}
        async with site.guest(token) as ada:
            fork = await site.make_table(token, "othello", seats, after={"record": record, "ply": 20})
            assert (await site.http.get(f"/api/tables/{fork}")).json()["counts"] is False
            await ada.say("sit", table=fork, seat=turn)
            shown = await ada.hear("shown", table=fork)
            assert (shown["view"]["board"], shown["view"]["turn"]) == (steps[20]["view"]["board"], turn)
            await ada.play_on(fork, shown["view"])
            await ada.hear("table")
        assert (await site.http.get(f"/api/records/{fork}")).json()["counts"] is False
        assert (await site.http.get("/api/records?player=Ada")).json() == []
        assert (await site.http.get("/api/players/Ada")).json()["tallies"] == []
