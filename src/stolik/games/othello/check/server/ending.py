"""The end of a game: by the rules, and by CENDGAME."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault, Phrase
from stolik.games.othello.check.games import SHORTEST, Match, random_game
from stolik.games.othello.check.messages import is_move
from stolik.games.othello.check.quotes import BACK_TO_LOBBY, CENDGAME, GAME_ENDS, SGAMEEC, SUPS, TOLD, WRONG
from stolik.games.othello.check.server_stage import ServerStage

topic = Topic("ending")

_STUCK = {
    "silent": "the server does not see that the game is over: its players stay in the game",
    "closed": "the server thinks that the game goes on, and disconnects a player who invites",
    "crashed": "the server crashes at the end of a game",
}


async def _played_out(t: ServerStage, moves: tuple[int, ...], *others: str) -> Match:
    match = await t.game("Ann", "Bob", *others)
    with t.setting_up():
        await t.play(match, *moves)
    return match


async def _back_in_the_lobby(t: ServerStage, *, moves: tuple[int, ...]) -> None:
    await _played_out(t, moves)
    await t.perhaps_over("Ann", "Bob")
    await t.settle("Ann")
    await t.settle("Bob")
    # The guest is the host of the next game.
    await t.invite("Bob", "Ann")
    again = await t.accept("Ann", "Bob")
    await t.move(again)
    await t.move(again)


for _name, _moves, _words in (
    ("full-board", random_game(1), "when no move is left"),
    ("no-discs-left", SHORTEST, "when one player has no disc left"),
):
    topic.add(
        f"game-ends-with-{_name}",
        f"The game ends {_words}: both are in the lobby, and can play again.",
        partial(_back_in_the_lobby, moves=_moves),
        GAME_ENDS,
        causes=_STUCK,
    )


@topic.scenario(SUPS, causes={"silent": "the others are not told that the players are ready again"})
async def players_are_ready_after_the_game(t: ServerStage) -> None:
    """After the game the others hear that both players are READY."""
    await _played_out(t, SHORTEST, "Cyd")
    await t.hears("Cyd", "SUPS~Ann~READY")
    await t.hears("Cyd", "SUPS~Bob~READY")


@topic.scenario(TOLD, causes=_STUCK)
async def result_is_announced(t: ServerStage) -> None:
    """At the end both hear in words how the game ended."""
    await _played_out(t, SHORTEST)
    for who in ("Ann", "Bob"):
        await t.settle(who)  # what comes before the answer to a ping needs no luck
        try:
            await t.hear_until(who, lambda line: line.startswith("SGAMEI~"), Phrase("SGAMEI and the result"), 2.0)
        except Fault:
            t.raise_crash()
            t.allowed("the result is not announced by SGAMEI: the client has to compute it")


@topic.scenario(BACK_TO_LOBBY, causes=_STUCK)
async def another_opponent_after_the_game(t: ServerStage) -> None:
    """After the game a player can play with somebody else."""
    await _played_out(t, SHORTEST, "Cyd")
    await t.perhaps_over("Ann", "Bob")
    await t.settle("Ann")
    await t.invite("Cyd", "Ann")
    match = await t.accept("Ann", "Cyd")
    await t.move(match)


@topic.scenario(WRONG, causes={"extra": "a move is passed on though the game is over"})
async def move_after_the_end(t: ServerStage) -> None:
    """A move after the end of the game is not passed on."""
    await _played_out(t, SHORTEST)
    await t.perhaps_over("Ann", "Bob")
    await t.say("Bob", f"CMOV~{t.at(0)}")
    await t.is_dismissed("Bob")
    await t.hears_nothing_of("Ann", is_move, Phrase("no move"))


_ENDED = {
    "silent": "the opponent is not told that the game was ended",
    "closed": "the server does not know CENDGAME: the document writes it so, though published programs say CGAMEC",
    "other": "the opponent is told something else",
}


async def _ended_by(t: ServerStage, *, who: str, moves: int) -> None:
    match = await t.game()
    with t.setting_up():
        for _ in range(moves):
            await t.move(match)
    await t.say(who, "CENDGAME")
    await t.game_over(match.other(who))
    await t.settle(match.other(who))


for _who, _words in (("Ann", "host"), ("Bob", "guest")):
    for _number in (0, 3):
        topic.add(
            f"{_words}-ends-the-game-after-{_number}",
            f"CENDGAME of the {_words} after {_number} moves: the opponent is told that the game is over.",
            partial(_ended_by, who=_who, moves=_number),
            CENDGAME,
            causes=_ENDED,
        )


@topic.scenario(SGAMEEC, causes=_ENDED)
async def both_hear_that_the_game_was_ended(t: ServerStage) -> None:
    """After CENDGAME both players hear that the game is over."""
    await t.game()
    await t.say("Ann", "CENDGAME")
    await t.game_over("Bob")
    try:
        await t.game_over("Ann")
    except Fault as fault:
        if fault.kind.value != "silent":
            raise
        t.advise("the player who ends the game is not told that it is over")


@topic.scenario(SUPS, causes=_ENDED | {"silent": "the players of a game that was ended stay busy"})
async def players_are_ready_after_an_ended_game(t: ServerStage) -> None:
    """After CENDGAME the others hear that both players are READY."""
    await t.game("Ann", "Bob", "Cyd")
    await t.say("Ann", "CENDGAME")
    await t.hears("Cyd", "SUPS~Ann~READY")
    await t.hears("Cyd", "SUPS~Bob~READY")


@topic.scenario(BACK_TO_LOBBY, causes=_ENDED | {"silent": "after CENDGAME the players cannot invite"})
async def another_game_after_an_ended_one(t: ServerStage) -> None:
    """After CENDGAME the two can begin a new game, from the start position."""
    match = await t.game()
    with t.setting_up():
        for _ in range(3):
            await t.move(match)
    await t.say("Bob", "CENDGAME")
    await t.game_over("Ann")
    await t.perhaps_over("Bob")
    await t.invite("Ann", "Bob")
    again = await t.accept("Bob", "Ann")
    await t.move(again)
    await t.move(again)
