"""TCP is a stream: messages can be split and joined anywhere."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.games.kierki.cards import DECK
from stolik.games.kierki.check.quotes import FORMAT, TCP
from stolik.games.kierki.check.server.greeting import LF_ENDS
from stolik.games.kierki.check.table import LONG, RESUMING, SEATS, ServerStage, put

topic = Topic("segments")

_SPLIT = "your server takes what one recv() returns for one message: TCP may split a message anywhere"
_JOIN = "your server reads one message from what recv() returns and throws the rest away: TCP may join messages"
_BYTES = 9
"""Of `TRICK12C` and its end: places where it can be split."""


async def _asked(t: ServerStage, timeout: int = LONG) -> None:
    with t.setting_up():
        await t.four(1, timeout=timeout)
        await t.asked()


async def _split_card(t: ServerStage, *, at: int) -> None:
    await _asked(t)
    card = next(card for card in t.legal() if len(put(1, card)) == _BYTES - 1)
    whole = put(1, card).encode() + b"\r\n"
    await t.at[t.turn].send_pieces([whole[:at], whole[at:]])
    await t.played(card)
    await t.asked()


for _at in range(1, _BYTES + 1):
    topic.add(
        f"card-split-after-{_at}",
        f"A card can come in two segments, split after {_at} of its 10 bytes.",
        partial(_split_card, at=_at),
        TCP,
        cause=_SPLIT,
    )


@topic.scenario(TCP, cause=_SPLIT)
async def cards_byte_by_byte(t: ServerStage) -> None:
    """Cards can come byte by byte."""
    await _asked(t)
    for _ in range(4):
        await t.asked()
        card = t.legal()[0]
        await t.at[t.turn].send_pieces([bytes([byte]) for byte in put(t.number, card).encode() + b"\r\n"])
        await t.played(card)


@topic.scenario(TCP, cause=_JOIN)
async def two_messages_in_one_segment(t: ServerStage) -> None:
    """A wrong and a right card can come in one segment."""
    await _asked(t)
    seat = t.turn
    wrong = next(card for card in DECK if card not in t.hand(seat))
    card = t.legal()[0]
    await t.at[seat].send(put(1, wrong), put(1, card))
    await t.expect_wrong(seat)
    await t.played(card)
    await t.asked()


@topic.scenario(TCP, cause=_JOIN)
async def message_and_half_of_the_next(t: ServerStage) -> None:
    """A segment can have one message and the beginning of the next."""
    await _asked(t)
    seat = t.turn
    wrong = next(card for card in DECK if card not in t.hand(seat))
    card = t.legal()[0]
    right = put(1, card).encode() + b"\r\n"
    await t.at[seat].send_pieces([put(1, wrong).encode() + b"\r\n" + right[:4], right[4:]])
    await t.expect_wrong(seat)
    await t.played(card)
    await t.asked()


@topic.scenario(TCP, cause=_JOIN)
async def split_between_cr_and_lf_with_a_tail(t: ServerStage) -> None:
    """A segment can begin with the LF of the last message."""
    await _asked(t)
    seat = t.turn
    wrong = next(card for card in DECK if card not in t.hand(seat))
    card = t.legal()[0]
    await t.at[seat].send_pieces([put(1, wrong).encode() + b"\r", b"\n" + put(1, card).encode() + b"\r\n"])
    await t.expect_wrong(seat)
    await t.played(card)
    await t.asked()


@topic.scenario(FORMAT, cause=LF_ENDS)
async def card_ended_by_lf_alone(t: ServerStage) -> None:
    """A card that ends with LF alone is not a message: it is wrong when its end comes."""
    await _asked(t, RESUMING)
    seat = t.turn
    peer = t.at[seat]
    await peer.send_bytes(put(1, t.legal()[0]).encode() + b"\n")
    if await t.until(lambda: bool(peer.waiting) or peer.has_ended, 0.3):
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


@topic.scenario(TCP, cause=_SPLIT)
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
