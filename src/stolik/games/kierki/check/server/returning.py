"""Leaving and coming back, at every stage of a match."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault, FaultKind, Phrase, phrase
from stolik.games.kierki.cards import Card
from stolik.games.kierki.check.causes import WRONG_STATE
from stolik.games.kierki.check.deals import ended_by_north, put
from stolik.games.kierki.check.quotes import IAM, RETURN, SUSPENDED, TCP
from stolik.games.kierki.check.table import RESUMING, ServerStage
from stolik.games.kierki.rules import SEATS

topic = Topic("returning")

_CAUSES = {
    "silent": "after somebody came back the server does not send DEAL, TAKEN or TRICK",
    "closed": "the server turns away the client that comes back",
    "other": WRONG_STATE,
    "exit": (
        "the server ends when a player leaves; the document has it wait: handle the errors of recv() and send(), such "
        "as a reset"
    ),
    "crashed": "the server crashes when a player leaves: write to a closed socket raises SIGPIPE unless it is ignored",
}


async def _goes_on(t: ServerStage) -> None:
    """The match goes on for a trick and more."""
    await t.asked(t.timeout + t.pace.patience)
    await t.answer()
    here = (t.number, len(t.position.open.cards))
    while (t.number, len(t.position.open.cards)) != (here[0] + 1, here[1]) and t.number < 13:
        await t.play_card()


async def _leaves(
    t: ServerStage, *, trick: int, place: int, leavers: Sequence[int], kinds: Sequence[int] = (1,)
) -> None:
    """When the player of that place is asked, others leave (0 is who is asked, 1 the next one) and come back."""
    with t.setting_up():
        await t.four(*kinds, timeout=RESUMING)
        seat = await t.play_to(trick, place)
    leaving = [SEATS[(SEATS.index(seat) + step) % 4] for step in leavers]
    for one in leaving:
        await t.leave(one)
    for one in leaving:
        await t.come_back(one)
    await _goes_on(t)


_STAGES = {
    "asked-player-leaves": ("The player who is asked leaves and comes back, and is asked again.", 1, 1, [0]),
    "waiting-player-leaves": ("A player who is not asked leaves and comes back.", 1, 1, [2]),
    "player-leaves-after-its-card": ("A player leaves after it has put its card; the card stays.", 1, 2, [3]),
    "leader-leaves-after-its-card": ("The leader leaves in the middle of a trick.", 1, 4, [1]),
    "player-leaves-in-the-fifth-trick": ("Who comes back in the fifth trick hears of the four before.", 5, 1, [2]),
    "player-leaves-in-the-middle-of-a-trick": ("Who comes back in the middle of a trick is asked in turn.", 4, 3, [1]),
    "player-leaves-in-the-last-trick": ("Who comes back in the last trick hears of twelve tricks.", 13, 2, [0]),
    "two-players-leave": ("Two players leave and come back.", 3, 2, [0, 2]),
    "three-players-leave": ("Three players leave and come back.", 3, 1, [1, 2, 3]),
}
for _name, (_title, _trick, _place, _leavers) in _STAGES.items():
    topic.add(
        _name, _title, partial(_leaves, trick=_trick, place=_place, leavers=_leavers), RETURN, slow=True, causes=_CAUSES
    )


@topic.scenario(
    RETURN,
    slow=True,
    cause="the server needs somebody at the table: it writes to a closed socket, or looks for a player who is gone",
)
async def all_four_leave(t: ServerStage) -> None:
    """All four leave and come back, and the match goes on."""
    with t.setting_up():
        await t.four(1, timeout=RESUMING)
        await t.play_to(2, 2)
    for seat in SEATS:
        await t.leave(seat)
    try:
        for seat in SEATS:
            await t.come_back(seat)
        await _goes_on(t)
    except Fault as fault:
        t.raise_crash()
        t.advise("when all four have left, the match does not go on: {came}", came=fault.came)


@topic.scenario(RETURN, slow=True, causes=_CAUSES)
async def player_leaves_in_the_second_deal(t: ServerStage) -> None:
    """Who comes back in the second deal hears of that deal alone."""
    with t.setting_up():
        await t.four(1, 6, timeout=RESUMING)
        await t.play_deal()
        seat = await t.play_to(3)
    gone = SEATS[(SEATS.index(seat) + 1) % 4]
    await t.leave(gone)
    await t.come_back(gone)
    await _goes_on(t)


@topic.scenario(RETURN, slow=True, causes=_CAUSES)
async def player_leaves_between_two_deals(t: ServerStage) -> None:
    """Who leaves when a deal has just begun comes back to that deal."""
    with t.setting_up():
        await t.four(6, 1, timeout=RESUMING)
        await t.play_deal()
        await t.asked()
    await t.leave(t.turn)
    await t.come_back(t.turn)
    await _goes_on(t)


@topic.scenario(RETURN, slow=True, causes=_CAUSES)
async def leaves_again_and_again(t: ServerStage) -> None:
    """A player can leave and come back several times."""
    with t.setting_up():
        await t.four(1, timeout=RESUMING)
        await t.play_to(2)
    for _ in range(4):
        gone = t.turn
        await t.leave(gone)
        await t.come_back(gone)
        await t.asked(t.timeout + t.pace.patience)
    await _goes_on(t)


@topic.scenario(RETURN, slow=True, causes=_CAUSES)
async def a_match_with_many_returns_ends(t: ServerStage) -> None:
    """A match in which somebody leaves in every third trick is played to its end."""
    with t.setting_up():
        await t.four(7, timeout=RESUMING)
    for trick in (3, 6, 9, 12):
        seat = await t.play_to(trick, 2)
        gone = SEATS[(SEATS.index(seat) + trick) % 4]
        await t.leave(gone)
        await t.come_back(gone)
        await t.asked(t.timeout + t.pace.patience)
    await t.play_out()


@topic.scenario(
    SUSPENDED,
    slow=True,
    causes=_CAUSES | {"extra": "the match goes on without the player who left; the document has it wait"},
)
async def match_waits_for_an_empty_seat(t: ServerStage) -> None:
    """While a seat is empty nobody else is asked and no trick is taken."""
    with t.setting_up():
        await t.four(1, timeout=RESUMING)
        seat = await t.play_to(1, 2)
    before, question = t.number, t.question().text()
    await t.leave(seat)
    for other in SEATS:
        if other != seat:
            await _hears_nothing_new(t, other)
    assert (t.number, t.question().text()) == (before, question)  # noqa: S101 - nobody has played
    await t.come_back(seat)
    await _goes_on(t)


async def _hears_nothing_new(t: ServerStage, seat: str) -> None:
    peer = t.at[seat]
    await t.until(lambda: bool(peer.waiting) or peer.has_ended, 0.3)
    for line in peer.waiting:
        if not line.startswith("TRICK"):
            raise peer.fault(FaultKind.EXTRA, Phrase("nothing while a seat is empty"), Phrase(line))
    if peer.waiting:
        t.allowed("while a seat is empty the others are still asked")
        peer.forget()
    if peer.has_ended:
        raise peer.fault(FaultKind.CLOSED, Phrase("the others stay connected"), Phrase("the connection was closed"))


@topic.scenario(SUSPENDED, slow=True, causes=_CAUSES | {"other": "a taken seat is given away while the match waits"})
async def other_seats_are_busy_while_one_is_empty(t: ServerStage) -> None:
    """While the match waits for one seat, the others are BUSY."""
    with t.setting_up():
        await t.four(1, timeout=RESUMING)
        seat = await t.play_to(1)
    gone = SEATS[(SEATS.index(seat) + 2) % 4]
    await t.leave(gone)
    players = dict(t.at)
    newcomer = await t.sit(seat, f"{seat} too")
    line = await newcomer.hear(Phrase("BUSY"))
    t.at = players
    listed = line.removeprefix("BUSY")
    # A server may need a moment to see that the seat is empty: it is then still listed.
    if not line.startswith("BUSY") or sorted(listed.replace(gone, "")) != sorted(players):
        wanted = Phrase("BUSY" + "".join(one for one in SEATS if one in players))
        raise newcomer.fault(FaultKind.OTHER, wanted, phrase("{line} came", line=line))
    await newcomer.expect_closed()
    await t.come_back(gone)
    await _goes_on(t)


@topic.scenario(SUSPENDED, slow=True, causes=_CAUSES)
async def card_while_a_seat_is_empty(t: ServerStage) -> None:
    """A card that is sent while a seat is empty does no harm."""
    with t.setting_up():
        await t.four(1, timeout=RESUMING)
        seat = await t.play_to(1)
    gone = SEATS[(SEATS.index(seat) + 2) % 4]
    await t.leave(gone)
    card = t.legal()[0]
    await t.at[seat].send(put(1, card))
    await asyncio.sleep(0.1)  # so that the server reads the card while the seat is empty
    await t.come_back(gone)
    await _settle(t, card)
    await _goes_on(t)


def _is_refused(t: ServerStage) -> bool:
    """Whether the asked player was told that its message was wrong."""
    return any(line.startswith("WRONG") for line in t.at[t.turn].waiting)


async def _settle(t: ServerStage, card: Card) -> None:
    """The asked player sent this card while the match waited: the server has kept it, or refuses it."""
    asked = t.at[t.turn]
    following = t.at[SEATS[(SEATS.index(t.turn) + 1) % 4]]

    def is_accepted() -> bool:
        return any(line.startswith(("TRICK", "TAKEN")) for line in following.waiting)

    await t.until(lambda: is_accepted() or _is_refused(t), t.timeout + t.pace.patience)
    if _is_refused(t):
        await t.expect_wrong(t.turn)
    elif is_accepted():
        await t.played(card)
    else:
        raise asked.fault(FaultKind.SILENT, Phrase("the card is accepted, or WRONG comes"), Phrase("nothing came"))


@topic.scenario(IAM, causes={"crashed": "the server crashes when a player leaves before the match"})
async def leaving_before_the_match_frees_the_seat(t: ServerStage) -> None:
    """Who leaves before the match begins frees the seat for somebody else."""
    await t.open(1)
    await t.take("N")
    await t.leave("N")
    wait = t.pace.wait(t.pace.patience / 2)
    while True:
        again = await t.sit("N", "N again")
        if not await t.until(lambda peer=again: bool(peer.waiting) or peer.has_ended, 0.3):  # type: ignore[misc]
            break
        if await wait.is_over():
            t.advise("a player who leaves before the match does not free the seat")
            return
    for seat in "ESW":
        await t.sit(seat)
    await t.expect_deals()


async def _ends_badly(t: ServerStage, *, how: str) -> None:
    with t.setting_up():
        await t.four(1, timeout=RESUMING)
        await t.play_to(2, 3)
    gone = t.turn
    await getattr(t.at.pop(gone), how)()
    await t.come_back(gone)
    await _goes_on(t)


for _name, _how, _title in (
    ("connection-is-reset", "reset", "A connection that is reset (RST) is a player who left."),
    ("connection-is-half-closed", "close_half", "A player who closes its sending half has left."),
):
    topic.add(_name, _title, partial(_ends_badly, how=_how), SUSPENDED, slow=True, causes=_CAUSES)


@topic.scenario(SUSPENDED, slow=True, causes=_CAUSES)
async def player_leaves_when_a_deal_ends(t: ServerStage) -> None:
    """A player leaves just when the last card of a deal is put: the server has several messages for who is gone."""
    with t.setting_up():
        program = await t.open(timeout=RESUMING, deals=ended_by_north((1, 6)))
        for seat in SEATS:
            await t.sit(seat)
        await t.expect_deals()
        await t.play_to(13, 4)
    assert program is not None  # noqa: S101 - no scenario for a server that is already running
    card = t.legal()[0]
    async with program.stopped():
        await t.at["N"].send(put(13, card))
        await t.leave("W")
    await t.until(lambda: _is_refused(t) or t.all_ended() or any(map(t.has_news, "ES")))
    if any(map(t.has_news, "ES")):
        await t.played(card)
        await t.come_back("W")
    else:  # the server has seen first that the seat is empty
        await t.come_back("W")
        await _settle(t, card)
    await _goes_on(t)


@topic.scenario(TCP, slow=True, causes=_CAUSES)
async def player_leaves_with_its_card(t: ServerStage) -> None:
    """A player sends a card and leaves at once: the card came before the end of the connection."""
    with t.setting_up():
        await t.four(1, timeout=RESUMING)
        seat = await t.play_to(2, 2)
    program = t.program
    assert program is not None  # noqa: S101 - no scenario for a server that is already running
    card = t.legal()[0]
    async with program.stopped():
        await t.at[seat].send(put(2, card))
        await t.leave(seat)
    await t.come_back(seat)
    following = SEATS[(SEATS.index(seat) + 1) % 4]
    await t.until(lambda: bool(t.at[following].waiting or t.at[seat].waiting), t.timeout + t.pace.patience)
    if t.at[following].waiting:
        await t.played(card)
    else:
        t.advise("a card that comes just before the end of the connection is lost: read until recv() returns 0")
    await _goes_on(t)
