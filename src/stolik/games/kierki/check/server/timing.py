"""Timeouts: questions that are repeated, and waits that must not end."""

from __future__ import annotations

import asyncio

from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault, phrase
from stolik.games.kierki.cards import DECK
from stolik.games.kierki.check.deals import put
from stolik.games.kierki.check.quotes import IAM_LATE, TRICK_AGAIN, WRONG
from stolik.games.kierki.check.table import LONG, SHORT, ServerStage

topic = Topic("timing")

_CAUSES = {
    "silent": "the server waits for an answer without a timeout: poll() needs the time that is left",
    "early": "the server asks again before the timeout is over",
    "closed": "the server disconnects a player who is slow; the document has it ask again",
    "late": "the server asks again much later than the timeout says",
}


async def _asked_again(t: ServerStage) -> None:
    """Whoever was asked is silent, and is asked again after the timeout."""
    question = t.question().text()
    peer = t.at[t.turn]
    began, delay_before = peer.heard_at, t.pace.load.delay()
    await peer.expect(question, t.timeout + t.pace.patience)
    expected = phrase("{line} again after {n} s", line=question, n=t.timeout)
    await t.in_time(began, peer.heard_at, t.timeout, expected, delay_before)


@topic.scenario(TRICK_AGAIN, slow=True, causes=_CAUSES)
async def silence_is_asked_again(t: ServerStage) -> None:
    """A player who does not answer is asked again, with the same TRICK, whenever the timeout is over."""
    with t.setting_up():
        await t.four(1, timeout=SHORT)
        await t.asked()
    await _asked_again(t)
    await _asked_again(t)
    await t.answer()
    await t.play_to(2)


@topic.scenario(TRICK_AGAIN, slow=True, causes=_CAUSES)
async def silence_in_the_middle_of_a_trick(t: ServerStage) -> None:
    """A question in the middle of a trick is repeated with the same cards."""
    with t.setting_up():
        await t.four(1, timeout=SHORT)
        await t.play_to(2, 3)
    await _asked_again(t)
    await t.answer()
    await t.asked()


@topic.scenario(TRICK_AGAIN, slow=True, cause="after a repeated question a right answer is refused, or counted twice")
async def two_answers_to_two_questions(t: ServerStage) -> None:
    """A player who answers both the question and its repetition is not harmed: the second answer is WRONG."""
    with t.setting_up():
        await t.four(1, timeout=SHORT)
        seat = await t.play_to(1)
        await _asked_again(t)
    card = t.legal()[0]
    await t.answer(card)
    await t.refused(seat, put(1, card), may_close=True)
    await t.play_to(2)


@topic.scenario(WRONG, slow=True, causes=_CAUSES | {"silent": "after WRONG the question is never repeated"})
async def asked_again_after_wrong(t: ServerStage) -> None:
    """After WRONG the question stands, and is repeated when its time is over."""
    with t.setting_up():
        await t.four(1, timeout=SHORT)
        seat = await t.play_to(1)
    peer = t.at[seat]
    await t.refused(seat, put(1, next(card for card in DECK if card not in t.hand(seat))))
    await peer.expect(t.question().text(), t.timeout + t.pace.patience)
    await t.answer()
    await t.asked()


@topic.scenario(
    TRICK_AGAIN, slow=True, cause="a slow player is taken to have left; the document has the server ask again"
)
async def long_silence(t: ServerStage) -> None:
    """A player can be silent for several timeouts and then answer."""
    with t.setting_up():
        await t.four(1, timeout=SHORT)
        seat = await t.play_to(1)
    for _ in range(3):
        await t.at[seat].expect(t.question().text(), t.timeout + t.pace.patience)
    await t.answer()
    await t.play_to(2)


@topic.scenario(TRICK_AGAIN, cause="the server repeats the question although its timeout is not over")
async def no_question_is_repeated_early(t: ServerStage) -> None:
    """Within the timeout the question is asked once."""
    with t.setting_up():
        await t.four(1, timeout=LONG)
        seat = await t.play_to(1)
    await t.at[seat].expect_nothing(0.5)
    await t.answer()


@topic.scenario(IAM_LATE, slow=True, cause="the timeout of IAM or TRICK goes on while the server waits for players")
async def waiting_for_others_takes_as_long_as_it_takes(t: ServerStage) -> None:
    """Players who have a seat can wait for the others longer than the timeout."""
    await t.open(timeout=SHORT)
    for seat in "NES":
        await t.sit(seat)
    if await t.until(lambda: any(peer.has_ended for peer in t.at.values()), 2.5 * SHORT):
        t.advise("players who wait for a fourth one are disconnected after the timeout")
        return
    await t.sit("W")
    try:
        await t.expect_deals()
    except Fault:
        t.advise("players who wait for a fourth one for longer than the timeout cannot play")
        return
    await t.asked()


@topic.scenario(IAM_LATE, slow=True, cause="the timeout of IAM goes on after IAM has come")
async def seated_players_are_not_disconnected(t: ServerStage) -> None:
    """The timeout for IAM does not end a match that is being played."""
    with t.setting_up():
        await t.four(1, timeout=SHORT)
    began = t.pace.now()
    while t.pace.now() - began < 2 * SHORT and t.number < 12:
        await t.asked()
        await asyncio.sleep(0.1)  # a player who thinks
        await t.answer()
    await t.play_out()
