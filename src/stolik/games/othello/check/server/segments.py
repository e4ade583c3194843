"""TCP is a stream: messages can be split and joined anywhere."""

from __future__ import annotations

from stolik.check.scenario import Topic
from stolik.check.scenarios.segments import SERVER_JOINS, SERVER_SPLITS, add_splits
from stolik.games.othello.check.games import coordinates
from stolik.games.othello.check.quotes import LINES, TCP
from stolik.games.othello.check.server_stage import ServerStage
from stolik.games.othello.rules import read_square

topic = Topic("segments")

_NAME = b"CNAME~Ann\n"
_D3 = read_square("d3")
_LENGTH = len(f"CMOV~{coordinates(_D3)}\n")


async def _split_name(t: ServerStage, *, at: int) -> None:
    await t.open()
    await t.login("Bob")
    peer = await t.come("Ann")
    await peer.send_split(_NAME, at)
    await t.hears("Bob", "SADDP~Ann")


def _move(t: ServerStage) -> bytes:
    return f"CMOV~{t.at(_D3)}\n".encode()


async def _split_move(t: ServerStage, *, at: int) -> None:
    match = await t.game()
    await t.players[match.mover].send_split(_move(t), at)
    await t.moved(match.waiting, _D3)


add_splits(topic, "name", "CNAME", len(_NAME), _split_name, TCP, SERVER_SPLITS)
add_splits(topic, "move", "A move", _LENGTH, _split_move, TCP, SERVER_SPLITS)


@topic.scenario(TCP, cause=SERVER_SPLITS)
async def everything_byte_by_byte(t: ServerStage) -> None:
    """Names, invitations, answers and moves can come byte by byte."""
    await t.open()

    async def dribble(who: str, line: str) -> None:
        await t.players[who].send_byte_by_byte(f"{line}\n".encode())

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


@topic.scenario(TCP, cause=SERVER_JOINS)
async def name_and_ping_in_one_segment(t: ServerStage) -> None:
    """CNAME and CPING can come in one segment."""
    await t.open()
    peer = await t.come("Ann")
    await peer.send("CNAME~Ann", "CPING")
    await t.hears("Ann", "SPONG")


@topic.scenario(TCP, cause=SERVER_JOINS)
async def name_and_invitation_in_one_segment(t: ServerStage) -> None:
    """CNAME and CREQ can come in one segment."""
    await t.open()
    await t.login("Bob")
    peer = await t.come("Ann")
    await peer.send("CNAME~Ann", "CREQ~Bob")
    await t.invited("Bob", "Ann")


@topic.scenario(TCP, cause=SERVER_JOINS)
async def five_pings_in_one_segment(t: ServerStage) -> None:
    """Five pings in one segment get five answers."""
    await t.open()
    await t.login("Ann")
    await t.players["Ann"].send(*["CPING"] * 5)
    for _ in range(5):
        await t.hears("Ann", "SPONG")


@topic.scenario(TCP, cause=SERVER_JOINS)
async def invitation_taken_back_in_one_segment(t: ServerStage) -> None:
    """An invitation and CREQC can come in one segment."""
    await t.open()
    await t.login("Ann", "Bob")
    await t.players["Ann"].send("CREQ~Bob", "CREQC~Bob")
    await t.invited("Bob", "Ann")
    await t.hears("Bob", "SREQC~Ann")


@topic.scenario(TCP, cause=SERVER_JOINS)
async def ping_and_move_in_one_segment(t: ServerStage) -> None:
    """A ping and a move can come in one segment."""
    match = await t.game()
    await t.players[match.mover].send_bytes(b"CPING\n" + _move(t))
    await t.hears(match.mover, "SPONG")
    await t.moved(match.waiting, _D3)


@topic.scenario(TCP, cause=SERVER_JOINS)
async def move_and_half_of_a_ping(t: ServerStage) -> None:
    """A segment can have one message and the beginning of the next."""
    match = await t.game()
    await t.players[match.mover].send_split(_move(t) + b"CPING\n", _LENGTH + 3)
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
