"""The crier in simulated time: everyone hears everything, in order, however slow, and nobody makes the others wait."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.simulated import run_simulated, stand_still

from stolik.lobby.words import Gone, LobbyEvent, News
from stolik.service.lobby import crier
from stolik.service.lobby.crier import DOORS_AT_ONCE, NEWS_AT_ONCE, Crier

A_WHILE = 100 * crier.ROUND_INTERVAL


class Ear:
    """A door that remembers what it hears."""

    def __init__(self) -> None:
        self.keeps_up = True
        self.heard: list[LobbyEvent] = []
        self.news: list[News] = []
        self.sent_away = False

    def hear_news(self, news: News) -> None:
        self.heard += news.events
        self.news.append(news)

    def dismiss(self, why: str) -> None:
        assert why == "You are disconnected: you do not read what you are told."
        self.sent_away = True


class Slow(Ear):
    """One that it takes long to tell."""

    def hear_news(self, news: News) -> None:
        super().hear_news(news)
        stand_still(0.1)


def events(number: int) -> list[LobbyEvent]:
    return [Gone(f"player{each}") for each in range(number)]


def a_crowd(town_crier: Crier, size: int) -> list[Ear]:
    ears = [Ear() for _ in range(size)]
    for ear in ears:
        town_crier.join(ear)
    return ears


def test_in_a_small_lobby_everyone_hears_at_once() -> None:
    async def main() -> None:
        town_crier = Crier()
        ears = a_crowd(town_crier, DOORS_AT_ONCE)
        for event in events(3):
            town_crier.say(event)
        assert all(ear.heard == events(3) for ear in ears)

    run_simulated(main())


def test_in_a_large_lobby_others_have_their_turn_before_all_have_heard() -> None:
    async def main() -> None:
        town_crier = Crier()
        ears = a_crowd(town_crier, 5 * DOORS_AT_ONCE)
        for event in events(10):
            town_crier.say(event)
        for turn in range(1, 6):
            assert sum(bool(ear.heard) for ear in ears) == turn * DOORS_AT_ONCE
            await asyncio.sleep(0)
        await asyncio.sleep(A_WHILE)
        assert all(ear.heard == events(10) for ear in ears)
        assert len({ear.news[-1] for ear in ears}) == 1, "it is put into words once for all"

    run_simulated(main())


def test_whoever_is_told_something_alone_has_heard_what_was_said_before() -> None:
    async def main() -> None:
        town_crier = Crier()
        ears = a_crowd(town_crier, DOORS_AT_ONCE + 1)
        for event in events(10):
            town_crier.say(event)
        assert ears[-1].heard == []
        town_crier.catch_up(ears[-1])
        assert ears[-1].heard == events(10)
        await asyncio.sleep(A_WHILE)
        assert ears[-1].heard == events(10)

    run_simulated(main())


def test_those_who_came_at_different_moments_soon_hear_the_same_news() -> None:
    async def main() -> None:
        town_crier = Crier()
        ears = a_crowd(town_crier, DOORS_AT_ONCE)
        for number, event in enumerate(events(3 * NEWS_AT_ONCE)):
            town_crier.say(event)
            if number < DOORS_AT_ONCE:
                ears += a_crowd(town_crier, 1)
        await asyncio.sleep(A_WHILE)
        for number, ear in enumerate(ears[DOORS_AT_ONCE:]):
            assert ear.heard == events(3 * NEWS_AT_ONCE)[number + 1 :]
        whole = [{news for news in ear.news if len(news.events) == NEWS_AT_ONCE} for ear in ears[DOORS_AT_ONCE:]]
        assert all(shared == whole[0] for shared in whole), "it is put into words once for all"

    run_simulated(main())


@pytest.mark.parametrize("before", [0, NEWS_AT_ONCE - 1])
def test_whoever_is_told_something_alone_has_heard_the_latest_news_wherever_a_portion_ends(before: int) -> None:
    async def main() -> None:
        town_crier = Crier()
        a_crowd(town_crier, 2 * DOORS_AT_ONCE)
        for event in events(before):
            town_crier.say(event)
        ear = Ear()
        town_crier.join(ear)
        for event in events(3):
            town_crier.say(event)
        town_crier.catch_up(ear)
        assert ear.heard == events(3)

    run_simulated(main())


def test_a_slow_reader_is_passed_by_and_then_hears_what_it_missed() -> None:
    async def main() -> None:
        town_crier = Crier()
        slow, quick = a_crowd(town_crier, 2)
        slow.keeps_up = False
        said = events(3 * NEWS_AT_ONCE)
        for event in said:
            town_crier.say(event)
            town_crier.catch_up(slow)
        await asyncio.sleep(A_WHILE)
        assert slow.heard == []
        slow.keeps_up = True
        await asyncio.sleep(A_WHILE)
        assert slow.heard == quick.heard == said
        assert all(len(news.events) <= NEWS_AT_ONCE for news in slow.news), "and not all of it at once"

    run_simulated(main())


def test_whoever_never_reads_is_sent_away_and_what_was_kept_for_it_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crier, "MOST_NEWS", 10)

    async def main() -> None:
        town_crier = Crier()
        deaf, quick = a_crowd(town_crier, 2)
        deaf.keeps_up = False
        for event in events(10):
            town_crier.say(event)
        await asyncio.sleep(A_WHILE)
        assert not deaf.sent_away
        town_crier.say(Gone("one more"))
        await asyncio.sleep(A_WHILE)
        assert deaf.sent_away
        town_crier.leave(deaf)
        await asyncio.sleep(A_WHILE)
        assert town_crier._events == []
        assert len(quick.heard) == 11

    run_simulated(main())


def test_in_a_large_lobby_on_a_slow_machine_the_crier_goes_round_less_often_and_tells_more_at_a_time() -> None:
    async def main() -> None:
        town_crier, ear = Crier(), Slow()
        a_crowd(town_crier, DOORS_AT_ONCE)
        town_crier.join(ear)
        for event in events(100):
            town_crier.say(event)
            await asyncio.sleep(0.01)
        await asyncio.sleep(A_WHILE)
        assert ear.heard == events(100)
        assert len(ear.news) == 5, "0.1 s to tell it, and 0.3 to rest"

    run_simulated(main())


def test_in_a_smaller_lobby_everyone_hears_everything_at_once_however_slow_it_is() -> None:
    async def main() -> None:
        town_crier, ears = Crier(), [Slow() for _ in range(DOORS_AT_ONCE)]
        for ear in ears:
            town_crier.join(ear)
        for said in range(1, 4):
            town_crier.say(events(3)[said - 1])
            assert all(ear.heard == events(3)[:said] for ear in ears)

    run_simulated(main())


def test_a_door_that_breaks_does_not_silence_the_crier() -> None:
    class Broken(Ear):
        def hear_news(self, news: News) -> None:
            raise RuntimeError("broken")

    async def main() -> None:
        town_crier = Crier()
        town_crier.join(Broken())
        (ear,) = a_crowd(town_crier, 1)
        with pytest.raises(RuntimeError):
            town_crier.say(Gone("one"))
        await asyncio.sleep(0)
        assert ear.heard == [Gone("one")]

    run_simulated(main())


steps = st.lists(
    st.tuples(st.sampled_from(["join", "leave", "say", "slow", "read", "alone", "turn", "wait"]), st.integers(0, 9)),
    max_size=60,
)


def take_step(town_crier: Crier, ear: Ear, step: str) -> Ear | None:
    """A step of somebody who is there; None when they have left."""
    if step == "leave":
        town_crier.leave(ear)
        return None
    if step == "alone":
        town_crier.catch_up(ear)
    else:
        ear.keeps_up = step == "read"
    return ear


@given(steps)
def test_everyone_hears_all_that_was_said_while_it_was_there_once_and_in_order(history: list[tuple[str, int]]) -> None:
    async def main() -> None:
        town_crier = Crier()
        ears: list[Ear | None] = [None] * 10
        due: dict[Ear, list[LobbyEvent]] = {}
        for number, (step, at) in enumerate(history):
            ear = ears[at]
            if step == "join" and ear is None:
                ears[at] = joined = Ear()
                due[joined] = []
                town_crier.join(joined)
            elif step == "say":
                event = Gone(str(number))
                for each in filter(None, ears):
                    due[each].append(event)
                town_crier.say(event)
            elif step == "turn":
                await asyncio.sleep(0)
            elif step == "wait":
                await asyncio.sleep(A_WHILE)
            elif ear is not None:
                ears[at] = take_step(town_crier, ear, step)
            for each, said in due.items():
                assert each.heard == said[: len(each.heard)]
        for each in filter(None, ears):
            each.keeps_up = True
        await asyncio.sleep(A_WHILE)
        for each in filter(None, ears):
            assert each.heard == due[each]
        assert town_crier._events == []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crier, "DOORS_AT_ONCE", 3)
        patch.setattr(crier, "NEWS_AT_ONCE", 4)
        run_simulated(main())
