"""How a person may end a game from the page: by resigning, by a draw, or by claiming the win."""

from __future__ import annotations

from collections.abc import Iterator

from stolik.contract import Kind, Player, Seat
from stolik.service.tables.live_table import LiveTable
from stolik.table import inputs
from stolik.table.table import Stage
from stolik.web.door.person import SeatDoor
from stolik.web.door.refusal import Refusal
from stolik.web.messages.problems import Reason


def resign(at: SeatDoor) -> None:
    """Gives the game up. While other people or programs play, at a table of more than two, a bot plays on."""
    _need_a_game(at.live)
    plays_on = any(player.kind is not Kind.BOT for _, player in _opponents(at))
    at.live.take(inputs.Resign(at.seat, plays_on))
    if at.seat in at.live.resigned:
        at.person.lose_seat(at.live.id)


def offer_draw(at: SeatDoor) -> None:
    """Offers a draw to the people at the table. Bots agree to what the people agree to."""
    _need_a_game(at.live)
    opponents = dict(_opponents(at))
    kinds = {player.kind for player in opponents.values()}
    if Kind.PERSON not in kinds:
        raise Refusal("only people agree on a draw", reason=Reason.DRAW_PEOPLE)
    if Kind.PROGRAM in kinds:
        raise Refusal("a program cannot agree on a draw", reason=Reason.DRAW_PROGRAM)
    at.live.take(inputs.OfferDraw(at.seat))
    if not at.live.is_over and at.live.draw_offered_by != at.seat:
        raise Refusal("you have offered a draw already: make a move first", reason=Reason.DRAW_TWICE)
    for seat, player in opponents.items():
        if player.kind is Kind.BOT:
            at.live.take(inputs.AcceptDraw(seat))


def answer_draw(at: SeatDoor, *, accept: bool) -> None:
    """Accepts or declines the draw that another offers."""
    if at.live.draw_offered_by in (None, at.seat):
        raise Refusal("nobody offers you a draw", reason=Reason.DRAW_NONE)
    at.live.take(inputs.AcceptDraw(at.seat) if accept else inputs.DeclineDraw(at.seat))


def claim(at: SeatDoor) -> None:
    """Claims the win, when the opponent has not come back in time."""
    at.live.take(inputs.Claim(at.seat))
    if not at.live.is_over:
        why = "the win cannot be claimed: your opponent is here, or still has time to come back"
        raise Refusal(why, reason=Reason.CLAIM_EARLY)


def _need_a_game(live: LiveTable) -> None:
    if live.stage is Stage.GATHERING:
        raise Refusal("the game has not begun: leave your seat instead", reason=Reason.NOT_BEGUN)


def _opponents(at: SeatDoor) -> Iterator[tuple[Seat, Player]]:
    """The other players who are still in the game, also those who are away for a moment."""
    for seat in at.live.game.seats:
        player = at.live.sitter(seat)
        if seat != at.seat and seat not in at.live.taken_over and player is not None:
            yield seat, player
