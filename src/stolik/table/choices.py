"""What players may choose to end a game by: resigning, a draw, a claim, or calling it off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stolik.contract import Ending, Seat
from stolik.table.events import DrawDeclined, DrawOffered, Event
from stolik.table.inputs import AcceptDraw, Cancel, Claim, DeclineDraw, OfferDraw, Resign
from stolik.table.stage import Stage

if TYPE_CHECKING:
    from stolik.table.table import Table


def _has_no_say(table: Table, seat: Seat) -> bool:
    """Whether a seat cannot choose how the game ends: no game is on, or its player is not in it."""
    no_game = table.stage in (Stage.GATHERING, Stage.OVER)
    return no_game or seat not in table.players or seat in table.resigned


def cancel(table: Table, cancel: Cancel, now: float) -> list[Event]:
    """Ends the game, and nobody wins: some protocols let a player do that."""
    if _has_no_say(table, cancel.seat):
        return []
    table.accepted(cancel, now)
    return [table.end(Ending.CANCELLED, f"{cancel.seat} ended the game", (), cancel.seat)]


def resign(table: Table, resign: Resign, now: float) -> list[Event]:
    """Ends the game, or has the house play on for the seat when enough others are left."""
    seat = resign.seat
    if _has_no_say(table, seat):
        return []
    table.accepted(resign, now)
    if resign.plays_on and table.has_spare_players:
        table.resigned |= {seat}
        return table.take_over(seat, resigned=True)
    return [table.end(Ending.RESIGNED, f"{seat} resigned", table.others(seat), seat)]


def offer_draw(table: Table, offer: OfferDraw, now: float) -> list[Event]:
    """Offers a draw, or accepts the one that stands."""
    seat = offer.seat
    if table.draw.waits_for(seat):
        return accept_draw(table, AcceptDraw(seat), now)
    if _has_no_say(table, seat) or table.stage is not Stage.PLAYING or not table.draw.can_be_made_by(seat):
        return []
    table.accepted(offer, now)
    table.draw.make(seat)
    return [DrawOffered(seat)]


def accept_draw(table: Table, accept: AcceptDraw, now: float) -> list[Event]:
    """Agrees to the draw that stands; the game ends when everyone who still plays has agreed."""
    if _has_no_say(table, accept.seat) or not table.draw.waits_for(accept.seat):
        return []
    table.accepted(accept, now)
    everyone = tuple(seat for seat in table.game.seats if seat not in table.taken_over)
    if not table.draw.accept(accept.seat, everyone):
        return []
    return [table.end(Ending.AGREED, "the players agreed on a draw", everyone, table.draw.by)]


def decline_draw(table: Table, decline: DeclineDraw, now: float) -> list[Event]:
    """Declines the draw that stands."""
    if _has_no_say(table, decline.seat) or not table.draw.waits_for(decline.seat):
        return []
    table.accepted(decline, now)
    table.draw.drop()
    return [DrawDeclined(decline.seat)]


def claim(table: Table, claim: Claim, now: float) -> list[Event]:
    """Wins the game for a player whose only opponent has not come back in time."""
    gone = table.absences.over(now) if table.rules.on_absence == "claim" else None
    if _has_no_say(table, claim.seat) or table.has_spare_players or gone is None:
        return []
    table.accepted(claim, now)
    return [table.end(Ending.CLAIMED, f"{gone} left and did not come back", table.others(gone), gone)]
