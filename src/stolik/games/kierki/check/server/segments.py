"""TCP is a stream: messages can be split and joined anywhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from stolik.check.peers import Peer
from stolik.check.scenario import Topic
from stolik.check.scenarios.segments import SERVER_JOINS, SERVER_SPLITS, add_splits
from stolik.games.kierki.cards import DECK
from stolik.games.kierki.check.deals import put
from stolik.games.kierki.check.quotes import FORMAT, TCP
from stolik.games.kierki.check.server.greeting import LF_ENDS
from stolik.games.kierki.check.table import LONG, RESUMING, ServerStage
from stolik.games.kierki.rules import SEATS

topic = Topic("segments")

_BYTES = 10
"""Of `TRICK12C` and its end."""


async def _asked(t: ServerStage, timeout: int = LONG) -> None:
    with t.setting_up():
        await t.four(1, timeout=timeout)
        await t.asked()


async def _split_card(t: ServerStage, *, at: int) -> None:
    await _asked(t)
    card = next(card for card in t.legal() if len(put(1, card)) == _BYTES - 2)
    whole = put(1, card).encode() + b"\r\n"
    await t.at[t.turn].send_split(whole, at)
    await t.played(card)
    await t.asked()


add_splits(topic, "card", "A card", _BYTES, _split_card, TCP, SERVER_SPLITS)


@topic.scenario(TCP, cause=SERVER_SPLITS)
async def cards_byte_by_byte(t: ServerStage) -> None:
    """Cards can come byte by byte."""
    await _asked(t)
    for _ in range(4):
        await t.asked()
        card = t.legal()[0]
        await t.at[t.turn].send_byte_by_byte(put(t.number, card).encode() + b"\r\n")
        await t.played(card)


async def _wrong_and_right(t: ServerStage, send: Callable[[Peer, bytes, bytes], Awaitable[None]]) -> None:
    """A player sends a wrong card and then a right one; both are answered."""
    await _asked(t)
    seat = t.turn
    wrong, card = next(card for card in DECK if card not in t.hand(seat)), t.legal()[0]
    await send(t.at[seat], put(1, wrong).encode() + b"\r\n", put(1, card).encode() + b"\r\n")
    await t.expect_wrong(seat)
    await t.played(card)
    await t.asked()


@topic.scenario(TCP, cause=SERVER_JOINS)
async def two_messages_in_one_segment(t: ServerStage) -> None:
    """A wrong and a right card can come in one segment."""
    await _wrong_and_right(t, lambda peer, wrong, right: peer.send_bytes(wrong + right))


@topic.scenario(TCP, cause=SERVER_JOINS)
async def message_and_half_of_the_next(t: ServerStage) -> None:
    """A segment can have one message and the beginning of the next."""
    await _wrong_and_right(t, lambda peer, wrong, right: peer.send_split(wrong + right, len(wrong) + 4))


@topic.scenario(TCP, cause=SERVER_JOINS)
async def split_between_cr_and_lf_with_a_tail(t: ServerStage) -> None:
    """A segment can begin with the LF of the last message."""
    await _wrong_and_right(t, lambda peer, wrong, right: peer.send_split(wrong + right, len(wrong) - 1))


@topic.scenario(FORMAT, cause=LF_ENDS)
async def card_ended_by_lf_alone(t: ServerStage) -> None:
    """A card that ends with LF alone is not a message: it is wrong when its end comes."""
    await _asked(t, RESUMING)
    seat = t.turn
    peer = t.at[seat]
    await peer.send_bytes(put(1, t.legal()[0]).encode() + b"\n")
    if await t.until(lambda: t.has_news(seat), 0.3):
        if peer.has_ended:
            t.allowed("a LF without a CR ends the connection")
            return
        await t.expect_wrong(seat)
        t.allowed("a LF without a CR is answered WRONG at once")
        await t.answer()
    else:
        await t.refused(seat, "", may_close=True)
        await t.answer()
    await t.asked()


@topic.scenario(TCP, cause=SERVER_SPLITS)
async def iam_of_four_in_pieces_at_once(t: ServerStage) -> None:
    """Four clients can send IAM in pieces, turn by turn."""
    await t.open(1)
    for seat in SEATS:
        t.at[seat] = await t.connect(seat)
    for piece in ("I", "AM", "{seat}\r", "\n"):
        for seat in SEATS:
            await t.at[seat].send_bytes(piece.replace("{seat}", seat).encode())
    await t.expect_deals()
    await t.asked()
