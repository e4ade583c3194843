"""What tabs are told of players and tables: only what they look at, at once among few, in rounds in a crowd."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from tests.support.simulated import run_simulated
from tests.support.web import in_memory

from stolik.contract import Kind
from stolik.service.arena import Arena
from stolik.service.tables.new_table import NewTable, SeatFor
from stolik.web.door import news as news_module
from stolik.web.door.hall import Hall
from stolik.web.door.news import CROWD, MANY_ROWS, ROUND, LobbyNews
from stolik.web.door.tab import Tab
from stolik.web.messages.looks import Look, PlayersLook, TablesLook
from stolik.web.messages.shapes import ContestShape, TableShape

Word = dict[str, Any]


class Counting(Tab):
    """A tab whose client reads at once; what it heard, and how many bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Word] = []
        self.bytes = 0

    def hear(self, text: str) -> None:
        self.heard.append(json.loads(text))
        self.bytes += len(text.encode())

    def news(self) -> list[Word]:
        """What it has heard since the last call."""
        heard, self.heard = self.heard, []
        return heard


def shape(table: str, stage: str = "playing") -> TableShape:
    return TableShape(table, "othello", stage, {})


def crowded() -> LobbyNews:
    """News of a lobby with many tabs."""
    news = LobbyNews()
    for _ in range(CROWD + 1):
        news.enter(Counting())
    return news


def types(words: list[Word]) -> list[str]:
    return [word["type"] for word in words]


def test_among_few_every_change_is_told_at_once_and_in_plain_words() -> None:
    async def main() -> None:
        news, tab = LobbyNews(), Counting()
        news.enter(tab)
        news.player("Ada", "ready")
        news.player("Ada", "busy")
        news.gone("Ada")
        assert news.table(shape("t")) == {tab}
        news.over(shape("t", "over"))
        assert tab.news() == [
            {"type": "arrived", "name": "Ada", "status": "ready"},
            {"type": "changed", "name": "Ada", "status": "busy"},
            {"type": "gone", "name": "Ada"},
            {"type": "table", "table": {"id": "t", "game": "othello", "stage": "playing", "seats": {}}},
            {"type": "table", "table": {"id": "t", "game": "othello", "stage": "over", "seats": {}}},
        ]

    run_simulated(main())


def test_in_a_crowd_a_round_has_the_last_change_of_each_player_and_table() -> None:
    async def main() -> None:
        news, tab = crowded(), Counting()
        news.enter(tab)
        for number in range(60):
            news.player(f"p{number:02}", "ready")
            news.player(f"p{number:02}", "busy")
            if number % 2:
                news.gone(f"p{number:02}")
        for stage in ("gathering", "playing"):
            assert news.table(shape("t", stage)) == set()
        assert tab.news() == []
        await asyncio.sleep(2 * ROUND)
        tables, players = tab.news()
        assert tables["table"]["stage"] == "playing"
        assert players["here"] == [{"name": f"p{number:02}", "status": "busy"} for number in range(0, 60, 2)]
        news.over(shape("t", "over"))
        await asyncio.sleep(2 * ROUND)
        (ended,) = tab.news()
        assert ended["table"]["stage"] == "over"
        await asyncio.sleep(10 * ROUND)
        assert tab.news() == []

    run_simulated(main())


def test_a_tab_hears_only_of_the_part_that_it_looks_at() -> None:
    async def main() -> None:
        news, tab = LobbyNews(), Counting()
        news.look(tab, Look(players=PlayersLook(count=2)))
        assert tab.news() == [{"type": "players", "here": [], "gone": [], "fresh": True}]
        news.table(shape("t"))
        for name in ("Bea", "Cyd"):
            news.player(name, "ready")
        assert types(tab.news()) == ["players", "players"]
        news.player("Dan", "ready")
        assert tab.news() == [{"type": "players", "here": [], "gone": [], "total": 3}]
        news.player("Ada", "ready")
        assert tab.news() == [
            {"type": "players", "here": [{"name": "Ada", "status": "ready"}], "gone": ["Cyd"], "total": 4}
        ]
        news.player("Cyd", "busy")
        assert tab.news() == []
        news.look(tab, Look())
        news.gone("Ada")
        assert tab.news() == []

    run_simulated(main())


def test_a_new_look_is_answered_with_all_its_rows_and_an_equal_one_with_nothing() -> None:
    async def main() -> None:
        news, tab = LobbyNews(), Counting()
        news.table(shape("old"))
        look = Look(TablesLook(game="othello"))
        news.look(tab, look)
        (word,) = tab.news()
        assert (word["type"], word["fresh"], [one["id"] for one in word["tables"]]) == ("tables", True, ["old"])
        news.look(tab, look)
        assert tab.news() == []
        news.look(tab, Look(TablesLook(game="graph")))
        assert tab.news() == [{"type": "tables", "tables": [], "fresh": True}]
        news.leave(tab)
        news.table(shape("new"))
        assert tab.news() == []

    run_simulated(main())


def test_a_row_that_another_row_has_driven_out_is_gone() -> None:
    async def main() -> None:
        news, tab = LobbyNews(), Counting()
        news.look(tab, Look(TablesLook(count=1)))
        news.table(shape("a"))
        tab.news()
        news.table(shape("b"))
        (word,) = tab.news()
        assert ([one["id"] for one in word["tables"]], word["gone"], word["total"]) == (["b"], ["a"], 2)

    run_simulated(main())


def test_the_order_by_rating_follows_the_leaderboard() -> None:
    async def main() -> None:
        news, tab = LobbyNews(), Counting()
        news.look(tab, Look(TablesLook(order="rating", count=1)))
        news.rate("othello", {"Ada": 30.0})
        assert types(tab.news()) == ["tables"]

    run_simulated(main())


def test_contests_are_told_to_those_who_look_and_in_a_crowd_only_how_they_stand() -> None:
    contest = ContestShape("c", "othello", "swiss", 1, False, "s", (), 0, 9, True)

    async def main() -> None:
        news, plain, other = LobbyNews(), Counting(), Counting()
        news.enter(plain)
        news.look(other, Look())
        news.contest(contest)
        assert (types(plain.news()), other.news()) == (["contest"], [])
        news.look(other, Look(contests=True))
        for _ in range(CROWD):
            news.enter(Counting())
        for _ in range(9):
            news.contest(contest)
        await asyncio.sleep(2 * ROUND)
        assert (types(plain.news()), types(other.news())) == (["contest"], ["contest"])

    run_simulated(main())


def test_what_comes_during_a_round_is_told_in_the_next_one() -> None:
    async def main() -> None:
        news, tab = crowded(), Counting()
        news.enter(tab)
        news.player("Ada", "ready")
        await asyncio.sleep(ROUND)  # the round has begun, and every tab is told in its turn
        news.player("Bea", "ready")
        late = Counting()
        news.look(late, Look(players=PlayersLook()))
        gone = Counting()
        news.look(gone, Look(players=PlayersLook(search="x")))
        news.leave(gone)
        await asyncio.sleep(5 * ROUND)
        assert [word["name"] for word in tab.news()] == ["Ada", "Bea"]
        assert [one["name"] for word in late.news() for one in word["here"]] == ["Ada", "Bea"]
        assert gone.news() == []

    run_simulated(main())


@pytest.mark.parametrize("logins", [500, 1000])
def test_a_tab_hears_a_bounded_amount_however_many_come(logins: int) -> None:
    """A tab with twenty rows hears of the total in each round, and of a row when it is one of the twenty."""

    async def main() -> None:
        hall, tab = Hall(Arena(in_memory())), Counting()
        hall.enter(tab, None, Look(TablesLook(count=20), PlayersLook(count=20)))
        for number in range(logins):
            hall.enter(Counting(), f"player{number:05}", Look())
            if number % 10 == 9:
                await asyncio.sleep(ROUND)
        await asyncio.sleep(10 * ROUND)
        total = tab.news()[-1]["total"]
        assert total == logins
        rounds = logins / 10
        assert tab.bytes < 200 * 20 + 60 * (MANY_ROWS + rounds)

    run_simulated(main())


async def _bytes_for_tables(count: int) -> int:
    hall, tab = Hall(Arena(in_memory())), Counting()
    hall.enter(tab, None, Look(TablesLook(count=20), PlayersLook(count=20)))
    for number in range(count):
        seats = {"black": SeatFor(Kind.PERSON, f"p{number}")}
        await hall.make_table(f"maker{number}", NewTable("othello", seats))
    await asyncio.sleep(10 * ROUND)
    return tab.bytes


def test_a_storm_of_new_tables_is_told_as_what_the_screen_shows_at_its_end() -> None:
    async def main() -> None:
        small, large = await _bytes_for_tables(MANY_ROWS + 100), await _bytes_for_tables(MANY_ROWS + 400)
        assert large < small + 10_000

    run_simulated(main())


def test_the_bytes_that_all_logins_cause_grow_with_their_number_not_with_its_square(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(news_module, "TOLD_A_SECOND", 100)

    async def sent(logins: int) -> int:
        hall = Hall(Arena(in_memory()))
        tabs = [Counting() for _ in range(logins)]
        for number, tab in enumerate(tabs):
            hall.enter(tab, f"player{number}", Look(TablesLook(), PlayersLook(count=20)))
            await asyncio.sleep(0.01)
        await asyncio.sleep(10 * ROUND)
        return sum(tab.bytes for tab in tabs)

    async def main() -> None:
        few, many = await sent(150), await sent(600)
        assert many < 6 * few  # four times as many logins; sixteen times as many bytes, if everyone heard of everyone

    run_simulated(main())
