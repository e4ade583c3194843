"""What referees send back."""

from __future__ import annotations

import pickle

from stolik.tournament.plan.assignment import Conduct, Ending, Result, Said


def test_a_result_is_the_same_in_another_process() -> None:
    result = Result(
        7,
        2,
        {"b": "One", "c": "Two"},
        "c |c|b|",
        Ending.OVERTIME,
        "late",
        ("b",),
        {"b": 1, "c": 0},
        ["0"],
        [0.25],
        by="c",
        movers=["c"],
        elapsed=[0.5],
        conduct={"c": Conduct("signal 9", "Zażółć \x00", "bubblewrap")},
        transcript=[Said(0.1, "c", "<", "200 c |c|b|"), Said(0.2, "c", ">", "210 0")],
    )
    assert pickle.loads(pickle.dumps(result)) == result
