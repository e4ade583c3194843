"""The suites of the code protocol, for every game for two that speaks it: programs on pipes, and clients over TCP."""

from __future__ import annotations

import sys
from typing import Literal

from stolik.check.codes import ending, lines, moves
from stolik.check.codes.histories import CodeHistories
from stolik.check.codes.quotes import DOCUMENT
from stolik.check.codes.stage import PipedStage, TcpStage
from stolik.check.scenario import Suite
from stolik.contract import AnyGame

CLIENT = "-client"
"""Behind a game's name: a client over TCP."""


def can_be_checked(game: AnyGame) -> bool:
    """Whether the house has scenarios for programs of this game: it is for two, and hides nothing."""
    return game.protocol is None and len(game.seats) == 2 and not game.hidden


def code_suite(game: AnyGame, over: Literal["pipes", "tcp"]) -> Suite:
    """The scenarios for programs of a game."""
    base = PipedStage if over == "pipes" else TcpStage
    stage = type(base.__name__, (base,), {"game": game})
    return Suite(
        name=game.name if over == "pipes" else game.name + CLIENT,
        title="{game}: a program on standard input and output" if over == "pipes" else "{game}: a client over TCP",
        document=DOCUMENT,
        document_language="pl",
        topics=(moves.topic, lines.topic_for(over), ending.topic),
        stage=stage,
        role="stdio" if over == "pipes" else "client",
        parameters="" if over == "pipes" else "--ip HOST --port PORT",
        placeholders=base.placeholders,
        own=(sys.executable, "-m", "stolik", "bot", game.name, "--strength", "random"),
        values={"game": game.title},
        page=game.page,
        fuzz=CodeHistories(),
    )
