"""What somebody may say, and what may wait for somebody who does not listen."""

from __future__ import annotations

from tests.support.loop import in_loop

from stolik.web.door.bucket import Bucket, Buckets
from stolik.web.door.tab import MOST_WAITING, Tab
from stolik.web.messages.words import Pong


class Time:
    """A time that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_a_burst_and_then_as_it_fills() -> None:
    bucket = Bucket(rate=2, burst=3, now=(time := Time()))
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    time.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    time.now += 100
    assert bucket.is_full
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_buckets_forget_those_who_were_quiet_and_serve_nobody_new_when_all_are_busy() -> None:
    buckets = Buckets(rate=1, burst=1, now=(time := Time()), most=2)
    assert [buckets.take(name) for name in ("a", "a", "b", "c")] == [True, False, True, False]
    time.now += 1
    assert [buckets.take(name) for name in ("c", "a")] == [True, True]


@in_loop
async def test_a_tab_that_does_not_read_is_dropped_and_nobody_waits_for_it() -> None:
    tab = Tab()
    for _ in range(MOST_WAITING):
        tab.say(Pong())
    assert not tab.dropped.is_set()
    tab.hear("one too many")
    assert tab.dropped.is_set()
    assert tab.waiting.qsize() == MOST_WAITING


@in_loop
async def test_a_tab_that_is_closed_still_reads_what_waits() -> None:
    tab = Tab()
    tab.say(Pong())
    tab.close()
    assert [tab.waiting.get_nowait() for _ in range(2)] == ['{"type":"pong"}', None]
