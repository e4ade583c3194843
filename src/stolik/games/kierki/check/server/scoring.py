"""SCORE and TOTAL: recomputed for every type of deal."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.games.kierki.check.causes import SCORE_GOES_ON, WRONG_TOTAL
from stolik.games.kierki.check.quotes import EARLY_END, KINDS, SCORE, TOTAL
from stolik.games.kierki.check.table import ServerStage

topic = Topic("scoring")

_TYPES = {
    1: "tricks",
    2: "hearts",
    3: "queens",
    4: "jacks and kings",
    5: "the king of hearts",
    6: "the seventh and the last trick",
    7: "everything (the robber)",
}


async def _score(t: ServerStage, *, kind: int) -> None:
    with t.setting_up():
        await t.four(kind)
    await t.play_deal()


for _kind, _what in _TYPES.items():
    topic.add(
        f"score-type-{_kind}",
        f"SCORE of a deal of type {_kind} counts {_what}.",
        partial(_score, kind=_kind),
        KINDS,
        cause=f"the points of type {_kind} are counted wrongly",
    )


@topic.scenario(TOTAL, cause=WRONG_TOTAL)
async def total_adds_up(t: ServerStage) -> None:
    """TOTAL is the sum of the points of all deals so far."""
    with t.setting_up():
        await t.four(1, 2, 6)
    await t.play_out()


@topic.scenario(SCORE, cause=SCORE_GOES_ON)
async def score_is_of_one_deal(t: ServerStage) -> None:
    """SCORE has the points of one deal only."""
    with t.setting_up():
        await t.four(6, 6)
    await t.play_out()


@topic.scenario(EARLY_END, cause="after a deal that ended early the next one does not begin as it should")
async def early_end_or_not(t: ServerStage) -> None:
    """A deal whose points are all given out can end, or be played on."""
    with t.setting_up():
        await t.four(5, 3, 5)
    await t.play_out()


@topic.scenario(KINDS, cause="one of the seven types of deals is counted wrongly, or the sums are")
async def match_of_all_types(t: ServerStage) -> None:
    """A match with a deal of every type is played to its end."""
    with t.setting_up():
        await t.four(1, 2, 3, 4, 5, 6, 7)
    await t.play_out()
