"""TCP is a stream: messages can be split and joined anywhere."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.games.othello.check.games import coordinates
from stolik.games.othello.check.quotes import LINES, TCP
from stolik.games.othello.check.server_stage import ServerStage
from stolik.games.othello.rules import read_square

topic = Topic("segments")

_SPLIT = "your server takes what one recv() returns for one message: TCP may split a message anywhere"
_JOIN = "your server reads one message from what recv() returns and throws the rest away: TCP may join messages"
_D3 = read_square("d3")
_LENGTH = len(f"CMOV~{coordinates(_D3)}\n")


async def _split_name(t: ServerStage, *, at: int) -> None:
    await t.open()
    await t.login("Bob")
    peer = await t.come("Ann")
    whole = b"CNAME~Ann\n"
    await peer.send_pieces([whole[:at], whole[at:]])
    await t.hears("Bob", "SADDP~Ann")


for _at in range(1, len(b"CNAME~Ann\n")):
    topic.add(
        f"name-split-after-{_at}",
        f"CNAME can come in two segments, split after {_at} of its 10 bytes.",
        partial(_split_name, at=_at),
        TCP,
        cause=_SPLIT,
    )


def _move(t: ServerStage) -> bytes:
    return f"CMOV~{t.at(_D3)}\n".encode()


async def _split_move(t: ServerStage, *, at: int) -> None:
    match = await t.game()
    whole = _move(t)
    await t.players[match.mover].send_pieces([whole[:at], whole[at:]])
    await t.moved(match.waiting, _D3)


for _at in range(1, _LENGTH):
    topic.add(
        f"move-split-after-{_at}",
        f"A move can come in two segments, split after {_at} of its 9 bytes.",
        partial(_split_move, at=_at),
        TCP,
        cause=_SPLIT,
    )


@topic.scenario(TCP, cause=_SPLIT)
async def everything_byte_by_byte(t: ServerStage) -> None:
    """Names, invitations, answers and moves can come byte by byte."""
    await t.open()

    async def dribble(who: str, line: str) -> None:
        await t.players[who].send_pieces([bytes([byte]) for byte in f"{line}\n".encode()])

    for who in ("Ann", "Bob"):
        await t.come(who)
        await dribble(who, f"CNAME~{who}")
    await t.hears("Ann", "SADDP~Bob")
    await dribble("Ann", "CREQ~Bob")
    await t.invited("Bob", "Ann")
    await dribble("Bob", "CRES~Ann~ACCEPT")
    match = await t.begun("Ann", "Bob")
    await dribble(match.mover, f"CMOV~{t.at(_D3)}")
    await t.moved(match.waiting, _D3)


@topic.scenario(TCP, cause=_JOIN)
async def name_and_ping_in_one_segment(t: ServerStage) -> None:
    """CNAME and CPING can come in one segment."""
    await t.open()
    peer = await t.come("Ann")
    await peer.send("CNAME~Ann", "CPING")
    await t.hears("Ann", "SPONG")


@topic.scenario(TCP, cause=_JOIN)
async def name_and_invitation_in_one_segment(t: ServerStage) -> None:
    """CNAME and CREQ can come in one segment."""
    await t.open()
    await t.login("Bob")
    peer = await t.come("Ann")
    await peer.send("CNAME~Ann", "CREQ~Bob")
    await t.invited("Bob", "Ann")


@topic.scenario(TCP, cause=_JOIN)
async def five_pings_in_one_segment(t: ServerStage) -> None:
    """Five pings in one segment get five answers."""
    await t.open()
    await t.login("Ann")
    await t.players["Ann"].send(*["CPING"] * 5)
    for _ in range(5):
        await t.hears("Ann", "SPONG")


@topic.scenario(TCP, cause=_JOIN)
async def invitation_taken_back_in_one_segment(t: ServerStage) -> None:
    """An invitation and CREQC can come in one segment."""
    await t.open()
    await t.login("Ann", "Bob")
    await t.players["Ann"].send("CREQ~Bob", "CREQC~Bob")
    await t.invited("Bob", "Ann")
    await t.hears("Bob", "SREQC~Ann")


@topic.scenario(TCP, cause=_JOIN)
async def ping_and_move_in_one_segment(t: ServerStage) -> None:
    """A ping and a move can come in one segment."""
    match = await t.game()
    await t.players[match.mover].send_bytes(b"CPING\n" + _move(t))
    await t.hears(match.mover, "SPONG")
    await t.moved(match.waiting, _D3)


@topic.scenario(TCP, cause=_JOIN)
async def move_and_half_of_a_ping(t: ServerStage) -> None:
    """A segment can have one message and the beginning of the next."""
    match = await t.game()
    await t.players[match.mover].send_pieces([_move(t) + b"CPI", b"NG\n"])
    await t.moved(match.waiting, _D3)
    await t.hears(match.mover, "SPONG")


@topic.scenario(LINES, cause="a message is taken for whole before its new line has come")
async def move_without_an_end(t: ServerStage) -> None:
    """A move without a new line is not a message yet."""
    match = await t.game()
    mover = t.players[match.mover]
    await mover.send_bytes(_move(t)[:-1])
    await t.settle(match.waiting)
    await mover.send_bytes(b"\n")
    await t.moved(match.waiting, _D3)
