"""What is likely wrong with a server of Kierki, in whatever scenario it shows."""

from __future__ import annotations

from typing import Final

from stolik.games.kierki.rules import SEATS, Position
from stolik.games.kierki.wire import Score, ServerMessage, Taken, Total

WRONG_TAKER: Final = (
    "the taker is found wrongly: only cards of the suit that was led can take, and the ace is the highest"
)
WRONG_STATE: Final = (
    "the state of the deal is sent wrongly: DEAL with all 13 cards, then TAKEN for each trick of this deal, in order"
)
WRONG_TOTAL: Final = "TOTAL is not the sum over all deals so far"
SCORE_GOES_ON: Final = "SCORE does not begin again from 0 in the next deal"


def why_other(wanted: ServerMessage, heard: ServerMessage) -> str:
    """What is likely wrong with a message that came instead of another; empty if that depends on the scenario."""
    if isinstance(wanted, Taken) and isinstance(heard, Taken) and heard.cards == wanted.cards:
        return WRONG_TAKER
    return ""


def why_points(position: Position, heard: Score | Total) -> str:
    """What is likely wrong with these points, at the end of a deal."""
    match = position.open
    if isinstance(heard, Total):
        return WRONG_TOTAL
    if len(match.sheet) > 1 and heard.points == tuple(zip(SEATS, match.totals, strict=True)):
        return SCORE_GOES_ON
    return f"the points of type {position.deals[len(match.sheet) - 1].kind} are counted wrongly"
