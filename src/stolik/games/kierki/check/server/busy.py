"""BUSY: seats that are taken."""

from __future__ import annotations

from stolik.check.peers import Peer
from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault, FaultKind, Phrase, phrase
from stolik.games.kierki.check.quotes import BUSY, BUSY_GAME
from stolik.games.kierki.check.table import ServerStage
from stolik.games.kierki.rules import SEATS

topic = Topic("busy")

CROWD = 8


@topic.scenario(
    BUSY,
    causes={
        "silent": "a second client for a taken seat gets no answer",
        "closed": "a second client for a taken seat is disconnected without BUSY",
        "other": "BUSY does not list exactly the seats that are taken",
    },
)
async def seat_is_taken(t: ServerStage) -> None:
    """A second client for a taken seat hears BUSY with that seat, and is disconnected."""
    await t.open()
    await t.take("N")


@topic.scenario(BUSY, cause="BUSY should list all seats that are taken, not only the one that was asked for")
async def busy_lists_all_taken_seats(t: ServerStage) -> None:
    """BUSY lists all seats that are taken."""
    await t.open()
    for number, seat in enumerate("WNE"):
        await t.take(seat, "WNE"[:number])


@topic.scenario(BUSY, cause="when a second client is refused, the server forgets the first one at the seat")
async def the_first_keeps_the_seat(t: ServerStage) -> None:
    """After a second client got BUSY, the first one still has its seat and plays."""
    await t.open()
    await t.take("N")
    for seat in "ESW":
        await t.sit(seat)
    await t.expect_deals()
    await t.play_to(2)


@topic.scenario(
    BUSY_GAME,
    causes={
        "silent": (
            "a fifth client gets no answer while the match is on: accept() is not called, or no thread is left to read "
            "its IAM"
        ),
        "closed": "a fifth client is disconnected without BUSY",
    },
)
async def fifth_client(t: ServerStage) -> None:
    """During the match every newcomer hears BUSY with all four seats."""
    with t.setting_up():
        await t.four(1)
        await t.asked()
    players = dict(t.at)
    for seat in SEATS:
        await t.expect_busy(await t.sit(seat, f"{seat} too"), SEATS)
    t.at = players
    await t.play_to(2)


@topic.scenario(BUSY_GAME, cause="the match stops while a newcomer has not said IAM: the server waits for it")
async def silent_newcomer_in_a_match(t: ServerStage) -> None:
    """A newcomer who says nothing does not stop the match."""
    with t.setting_up():
        await t.four(1)
        await t.asked()
    await t.connect("silent")
    await t.play_deal()


@topic.scenario(BUSY_GAME, cause="a wrong first message during the match disturbs the players")
async def wrong_newcomer_in_a_match(t: ServerStage) -> None:
    """A newcomer with a wrong first message is disconnected, and the match goes on."""
    with t.setting_up():
        await t.four(1)
        await t.asked()
    peer = await t.connect("wrong")
    await peer.send("HELLO")
    heard: list[str] = []
    while not await peer.is_closed():
        heard.append(await peer.hear(Phrase("the connection is closed")))
        if not heard[-1].startswith("BUSY"):
            raise peer.fault(FaultKind.OTHER, Phrase("the connection is closed"), phrase("{line} came", line=heard[-1]))
    if heard:
        t.allowed("BUSY is sent before IAM has come")
    await t.play_to(2)


@topic.scenario(BUSY, cause="two clients can get the same seat when they come at the same time")
async def many_for_one_seat_at_once(t: ServerStage) -> None:
    """Of many clients that want one seat at the same time, one gets it and all others hear BUSY."""
    await t.open()
    crowd = [await t.connect(f"N {number}") for number in range(1, CROWD + 1)]
    for peer in crowd:
        await peer.send("IAMN")

    def refused() -> list[Peer]:
        return [peer for peer in crowd if peer.waiting or peer.has_ended]

    await t.until(lambda: len(refused()) == CROWD - 1)
    left = [peer for peer in crowd if peer not in refused()]
    if len(left) != 1:
        came = phrase("{n} of {all} did", n=len(left), all=CROWD)
        raise Fault(FaultKind.OTHER, Phrase("one client gets the seat"), came)
    for peer in refused():
        await t.expect_busy(peer, "N")
    t.at["N"] = left[0]
    for seat in "ESW":
        await t.sit(seat)
    await t.expect_deals()
