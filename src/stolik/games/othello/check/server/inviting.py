"""Invitations: CREQ, CRES, CREQC, and who is told what of them."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault, FaultKind, Phrase, phrase
from stolik.games.othello.check.messages import is_invitation_of
from stolik.games.othello.check.quotes import (
    ACCEPTED,
    CREQ,
    CREQC,
    CRES,
    INVITE,
    SREQC,
    SSTARTG,
    SUPS,
    UNEXPECTED,
    WRONG,
    YES_NO,
)
from stolik.games.othello.check.server_lobby import GONE
from stolik.games.othello.check.server_stage import ServerStage

topic = Topic("inviting")

_STATES = {"silent": "the others are not told that a player is busy, or ready again"}


async def _three(t: ServerStage) -> None:
    with t.setting_up():
        await t.open()
        await t.login("Ann", "Bob", "Cyd")


@topic.scenario(CREQ, lone=True, causes={"silent": "an invitation is not passed on to the invited player"})
async def invitation_arrives(t: ServerStage) -> None:
    """The invited player hears who invites."""
    with t.setting_up():
        await t.open()
        await t.login("Ann", "Bob")
    await t.invite("Ann", "Bob")


@topic.scenario(SUPS, causes=_STATES)
async def invited_player_is_busy(t: ServerStage) -> None:
    """When a player is invited, the others hear that the player is BUSY."""
    await _three(t)
    await t.invite("Ann", "Bob")
    await t.hears("Cyd", "SUPS~Bob~BUSY")


@topic.scenario(ACCEPTED, lone=True, causes={"silent": "the game does not begin for both when it is accepted"})
async def invitation_is_accepted(t: ServerStage) -> None:
    """When the invitation is accepted, both hear SSTARTG with the other's name."""
    with t.setting_up():
        await t.open()
        await t.login("Ann", "Bob")
        await t.invite("Ann", "Bob")
    await t.accept("Bob", "Ann")


@topic.scenario(YES_NO, cause="the server fails at an answer other than ACCEPT or DECLINE")
async def invitation_is_accepted_with_yes(t: ServerStage) -> None:
    """YES is understood too: the document has both words."""
    with t.setting_up():
        await t.open()
        await t.login("Ann", "Bob")
        await t.invite("Ann", "Bob")
    await t.answer("Bob", "Ann", "YES")
    try:
        await t.begun("Ann", "Bob")
    except Fault:
        t.raise_crash()
        t.allowed("YES is not understood: the document has ACCEPT in one place and YES in another")


@topic.scenario(SUPS, causes=_STATES)
async def players_are_busy(t: ServerStage) -> None:
    """When a game begins, the others have heard that both players are BUSY."""
    await t.game("Ann", "Bob", "Cyd")
    await t.hears("Cyd", "SUPS~Ann~BUSY")
    await t.hears("Cyd", "SUPS~Bob~BUSY")


@topic.scenario(SSTARTG, causes={"extra": "everybody is told that the game begins, not only its players"})
async def others_are_not_in_the_game(t: ServerStage) -> None:
    """Nobody but the two players hears SSTARTG."""
    await t.game("Ann", "Bob", "Cyd")
    await t.hears_nothing_of("Cyd", lambda line: line.startswith("SSTARTG"), Phrase("no SSTARTG"))


@topic.scenario(CRES, causes=_STATES)
async def invitation_is_declined(t: ServerStage) -> None:
    """When the invitation is declined, both are READY again, and no game begins."""
    await _three(t)
    await t.invite("Ann", "Bob")
    await t.hears("Cyd", "SUPS~Bob~BUSY")
    await t.answer("Bob", "Ann", "DECLINE")
    await t.hears("Cyd", "SUPS~Bob~READY")
    try:
        await t.hears("Ann", "SREQC~Bob")
    except Fault as fault:
        if fault.kind is not FaultKind.SILENT:
            raise
        t.advise("the inviting player is not told by SREQC that the invitation was declined")
    for who in ("Ann", "Bob"):
        await t.hears_nothing_of(who, lambda line: line.startswith("SSTARTG"), Phrase("no SSTARTG"))


@topic.scenario(ACCEPTED, causes={"silent": "after a declined invitation the players cannot be invited any more"})
async def another_invitation_after_a_declined_one(t: ServerStage) -> None:
    """After a declined invitation both can be invited again."""
    await _three(t)
    with t.setting_up():
        await t.invite("Ann", "Bob")
        await t.answer("Bob", "Ann", "DECLINE")
        await t.settle("Bob")
        await t.settle("Ann")  # SREQC may come before
    await t.invite("Cyd", "Ann")
    await t.accept("Ann", "Cyd")


@topic.scenario(CREQC, causes={"silent": "the invited player is not told that the invitation was taken back"})
async def invitation_is_taken_back(t: ServerStage) -> None:
    """CREQC: the invited player hears SREQC, and is READY again."""
    await _three(t)
    await t.invite("Ann", "Bob")
    await t.hears("Cyd", "SUPS~Bob~BUSY")
    await t.say("Ann", "CREQC~Bob")
    await t.hears("Bob", "SREQC~Ann")
    await t.hears("Cyd", "SUPS~Bob~READY")


@topic.scenario(SREQC, causes={"silent": "after an invitation was taken back the players cannot be invited any more"})
async def another_invitation_after_one_taken_back(t: ServerStage) -> None:
    """After an invitation was taken back both can invite and be invited."""
    await _three(t)
    with t.setting_up():
        await t.invite("Ann", "Bob")
        await t.say("Ann", "CREQC~Bob")
        await t.hears("Bob", "SREQC~Ann")
        await t.settle("Ann")
    await t.invite("Bob", "Ann")
    await t.accept("Ann", "Bob")


async def _not_invited(t: ServerStage, *, playing: bool) -> None:
    await _three(t)
    with t.setting_up():
        await t.invite("Ann", "Bob")
        if playing:
            await t.accept("Bob", "Ann")
    await t.say("Cyd", "CREQ~Bob")
    await t.is_dismissed("Cyd")
    await t.hears_nothing_of("Bob", lambda line: is_invitation_of(line, "Cyd"), Phrase("no invitation"))


topic.add(
    "invited-player-is-not-invited-again",
    "A player who has an invitation is not sent another one.",
    partial(_not_invited, playing=False),
    SUPS,
    causes={"extra": "a player who is BUSY can be invited"},
)
topic.add(
    "playing-player-is-not-invited",
    "A player in a game is not sent an invitation.",
    partial(_not_invited, playing=True),
    SUPS,
    causes={"extra": "a player who is BUSY can be invited"},
)


async def _nobody_invited(t: ServerStage, *, name: str) -> None:
    with t.setting_up():
        await t.open()
        await t.login("Ann", "Bob")
    await t.say("Ann", f"CREQ~{name}")
    if not await t.is_dismissed("Ann"):
        await t.hears_nothing_of("Ann", lambda line: is_invitation_of(line, "Ann"), Phrase("no invitation"))
    await t.settle("Bob")


for _name, _whom, _how in (("nobody", "Nobody", "somebody who is not there"), ("oneself", "Ann", "oneself")):
    topic.add(
        f"{_name}-is-invited",
        f"An invitation to {_how} does no harm.",
        partial(_nobody_invited, name=_whom),
        UNEXPECTED,
        causes={"crashed": "the server uses a player whom it has not found", "extra": "a player can invite itself"},
    )


@topic.scenario(WRONG, causes={"silent": "an answer that is neither ACCEPT nor DECLINE is not refused"})
async def answer_is_another_word(t: ServerStage) -> None:
    """CRES with another word ends the connection."""
    with t.setting_up():
        await t.open()
        await t.login("Ann", "Bob")
        await t.invite("Ann", "Bob")
    await t.answer("Bob", "Ann", "MAYBE")
    await t.dismissed("Bob")
    await t.settle("Ann")


@topic.scenario(WRONG, causes={"silent": "the server begins a game with somebody who has not invited"})
async def answer_to_somebody_else(t: ServerStage) -> None:
    """An answer to a player who has not invited begins no game."""
    await _three(t)
    with t.setting_up():
        await t.invite("Ann", "Bob")
    await t.answer("Bob", "Cyd")
    await t.is_dismissed("Bob")
    await t.hears_nothing_of("Cyd", lambda line: line.startswith("SSTARTG"), Phrase("no SSTARTG"))


async def _leaves(t: ServerStage, *, who: str) -> None:
    await _three(t)
    with t.setting_up():
        await t.invite("Ann", "Bob")
    stays = "Bob" if who == "Ann" else "Ann"
    await t.leave(who)
    await t.hear_until(
        stays,
        lambda line: line in (f"SREQC~{who}", f"SDELP~{who}"),
        phrase("SREQC~{name} or SDELP~{same}", name=who, same=who),
        GONE,
    )
    t.forget("Cyd")
    await t.settle(stays)
    await t.say("Cyd", f"CREQ~{stays}")
    try:
        await t.invited(stays, "Cyd")
    except Fault as fault:
        t.raise_crash()
        if fault.kind is FaultKind.OTHER and "SREQC" in str(fault.came):
            await t.invited(stays, "Cyd")
        else:
            t.advise("when one of two players leaves before the answer, the other one stays BUSY for ever")


for _who, _words in (("Ann", "inviting"), ("Bob", "invited")):
    topic.add(
        f"{_words}-player-leaves",
        f"When the {_words} player leaves before the answer, the other one is told, and can be invited.",
        partial(_leaves, who=_who),
        INVITE,
        slow=True,
        causes={"silent": "the other player is not told that the invitation is over"},
    )
