"""The lobby at the client: who can be invited, and answers to invitations."""

from __future__ import annotations

from stolik.check.exchange import quoted
from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault, FaultKind, NotReached, Phrase, phrase
from stolik.games.othello.check.client_stage import FOE, ClientStage
from stolik.games.othello.check.quotes import ACCEPTED, CREQ, CREQC, CRES, INVITE, LIST, SADDP, SDELP, SREQC, SUPS

topic = Topic("inviting")

_INVITES = {
    "other": "the client sends something else than CREQ and the player's name",
    "closed": "the client disconnects when it is told of other players",
}
_ANSWERS = {
    "silent": "the client does not answer an invitation",
    "other": "the answer is not CRES, the inviter's name, and ACCEPT or DECLINE",
}


@topic.scenario(CREQ, causes=_INVITES)
async def invites_a_player(t: ClientStage) -> None:
    """The person invites a player who is in the lobby: CREQ and the name."""
    await t.join("Dan", "Ann", FOE)
    await t.told(f"invite {FOE}", f"CREQ~{FOE}")


@topic.scenario(SADDP, causes=_INVITES)
async def invites_a_newcomer(t: ClientStage) -> None:
    """A player who has come later can be invited."""
    await t.join()
    await t.tell("SADDP~Ann")
    await t.told("invite Ann", "CREQ~Ann")


@topic.scenario(LIST, causes=_INVITES)
async def invites_one_of_many(t: ClientStage) -> None:
    """In a lobby of fifty players each can be invited."""
    await t.join("Dan", *(f"Player{number}" for number in range(50)))
    await t.told("invite Player37", "CREQ~Player37")


_NOT_FOUND = {
    "crashed": "the client uses a player whom it has not found in its list",
    "exit": "the client ends when somebody cannot be invited",
    "closed": "the client ends the connection when somebody cannot be invited",
    "extra": "the client sends something else when somebody cannot be invited",
}


async def _is_not_invited(t: ClientStage, advice: str) -> None:
    """The person tries to invite somebody who cannot be invited: the server would refuse it too."""
    await t.type(f"invite {FOE}")
    try:
        await t.hears_nothing()
    except Fault as fault:
        if fault.kind is not FaultKind.EXTRA or f"CREQ~{FOE}" not in str(fault.came):
            raise
        t.advise(advice)


@topic.scenario(SUPS, causes=_NOT_FOUND)
async def busy_player_is_not_invited(t: ClientStage) -> None:
    """A player who is BUSY is not invited."""
    await t.join("Dan", "Ann", FOE)
    await t.tell(f"SUPS~{FOE}~BUSY")
    await _is_not_invited(t, "the client invites a player who is BUSY")


@topic.scenario(SUPS, causes=_INVITES)
async def player_is_ready_again(t: ClientStage) -> None:
    """A player who is READY again can be invited."""
    await t.join("Dan", "Ann", FOE)
    await t.tell(f"SUPS~{FOE}~BUSY", f"SUPS~{FOE}~READY")
    await t.told(f"invite {FOE}", f"CREQ~{FOE}")


@topic.scenario(SDELP, causes=_NOT_FOUND)
async def player_who_has_left_is_not_invited(t: ClientStage) -> None:
    """A player who has left the lobby is not invited."""
    await t.join("Dan", "Ann", FOE)
    await t.tell(f"SDELP~{FOE}")
    await _is_not_invited(t, "the client invites a player who has left")


@topic.scenario(CREQC, causes=_INVITES | {"other": "the client sends something else than CREQC and the player's name"})
async def takes_an_invitation_back(t: ClientStage) -> None:
    """The person takes the invitation back: CREQC and the name."""
    await t.join("Dan", FOE)
    await t.told(f"invite {FOE}", f"CREQ~{FOE}")
    await t.told("cancel", f"CREQC~{FOE}")


@topic.scenario(INVITE, causes={"extra": "the client sends a move or another invitation while it waits"})
async def waits_for_the_answer(t: ClientStage) -> None:
    """While the person waits for the answer, the client sends nothing but pings."""
    await t.join("Dan", FOE)
    await t.told(f"invite {FOE}", f"CREQ~{FOE}")
    await t.hears_nothing(0.8)


@topic.scenario(SREQC, causes=_INVITES)
async def invites_again_after_a_declined_invitation(t: ClientStage) -> None:
    """When an invitation was declined, the person can invite again."""
    await t.join("Dan", "Ann", FOE)
    await t.told(f"invite {FOE}", f"CREQ~{FOE}")
    await t.tell(f"SREQC~{FOE}", f"SUPS~{FOE}~READY")
    await t.told("invite Ann", "CREQ~Ann")


@topic.scenario(CRES, causes=_ANSWERS)
async def accepts_an_invitation(t: ClientStage) -> None:
    """The person accepts: CRES, the inviter's name, ACCEPT."""
    await t.join()
    await t.tell(f"SADDP~{FOE}", f"SREQ~{FOE}")
    await t.accepts()


@topic.scenario(CRES, causes=_ANSWERS)
async def declines_an_invitation(t: ClientStage) -> None:
    """The person declines: CRES, the inviter's name, DECLINE."""
    await t.join()
    await t.tell(f"SADDP~{FOE}", f"SREQ~{FOE}")
    await t.until(lambda: any("ACCEPT" in line or "YES" in line for line in t.client.waiting), 0.3)
    if t.client.waiting and "CRES" in t.client.waiting[-1]:
        raise NotReached(Phrase("the client accepts by itself"), program=False)
    await t.answers(FOE, "decline", "DECLINE", "NO")


@topic.scenario(SREQC, causes=_ANSWERS | {"extra": "the client answers an invitation that was taken back"})
async def invitation_was_taken_back(t: ClientStage) -> None:
    """An invitation that was taken back is not accepted; the next one is."""
    await t.join()
    await t.tell(f"SADDP~{FOE}", "SADDP~Ann", f"SREQ~{FOE}", f"SREQC~{FOE}")
    await t.tell("SREQ~Ann")
    line = await t.typed("accept", lambda came: came.startswith("CRES"), Phrase("CRES~Ann~ACCEPT"))
    if line == f"CRES~{FOE}~ACCEPT":  # a client that plays by itself may have been quicker
        t.allowed("the client answers before the invitation is taken back")
        await t.hear_until(lambda came: came.startswith("CRES~Ann"), Phrase("CRES~Ann~ACCEPT"))
    elif not line.startswith("CRES~Ann"):
        raise t.client.fault(FaultKind.OTHER, Phrase("CRES~Ann~ACCEPT"), phrase("{line} came", line=quoted(line)))


@topic.scenario(ACCEPTED, causes=_ANSWERS)
async def accepts_after_declining(t: ClientStage) -> None:
    """After an answer the next invitation can be answered."""
    await t.join()
    await t.tell(f"SADDP~{FOE}", f"SREQ~{FOE}")
    await t.accepts()
    await t.tell(f"SREQC~{FOE}")  # the inviter was quicker in taking it back
    await t.white("Ann")
    await t.foe_moves()
    await t.moves()
