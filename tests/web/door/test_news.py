"""What everybody is told of players and tables: at once among few, in rounds in a crowd."""

from __future__ import annotations

import asyncio

from tests.support.simulated import run_simulated

from stolik.web.door.news import CROWD, ROUND, HallNews
from stolik.web.messages import words
from stolik.web.messages.shapes import TableShape


def shape(table: str, stage: str) -> TableShape:
    return TableShape(table, "othello", stage, {})


def test_among_few_every_change_is_told_at_once() -> None:
    async def main() -> None:
        told: list[words.Told] = []
        news = HallNews(range(CROWD), told.append)
        news.player(words.Arrived("Ada", "ready"))
        news.player(words.Changed("Ada", "busy"))
        news.table(shape("t", "playing"))
        assert told == [
            words.Arrived("Ada", "ready"),
            words.Changed("Ada", "busy"),
            words.TableTold(shape("t", "playing")),
        ]

    run_simulated(main())


def test_in_a_crowd_a_round_has_the_last_change_of_each_player_and_table() -> None:
    async def main() -> None:
        told: list[words.Told] = []
        news = HallNews(range(CROWD + 1), told.append)
        for number in range(1000):
            news.player(words.Arrived(f"p{number}", "ready"))
            news.player(words.Changed(f"p{number}", "busy"))
            if number % 2:
                news.player(words.Gone(f"p{number}"))
        for stage in ("gathering", "playing", "over"):
            news.table(shape("t", stage))
        assert told == []
        await asyncio.sleep(2 * ROUND)
        players, tables = told
        assert isinstance(players, words.PlayersTold)
        assert players.here == [words.ListedPlayer(f"p{number}", "busy") for number in range(0, 1000, 2)]
        assert players.gone == [f"p{number}" for number in range(1, 1000, 2)]
        assert tables == words.TablesTold([shape("t", "over")])
        await asyncio.sleep(10 * ROUND)
        assert len(told) == 2

    run_simulated(main())


def test_a_change_at_the_end_of_a_crowd_is_not_told_before_what_waits() -> None:
    async def main() -> None:
        told: list[words.Told] = []
        tabs = set(range(CROWD + 1))
        news = HallNews(tabs, told.append)
        news.player(words.Arrived("Ada", "ready"))
        tabs.clear()
        news.player(words.Gone("Ada"))
        await asyncio.sleep(2 * ROUND)
        assert told == [words.PlayersTold([], ["Ada"])]

    run_simulated(main())
