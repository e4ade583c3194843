"""Leaving and coming back in a game, and silence."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from stolik.check.scenario import Topic
from stolik.check.verdicts import FaultKind, NotReached, Phrase, phrase
from stolik.games.othello.check.games import SHORTEST, Match, random_game
from stolik.games.othello.check.quotes import (
    BOTH_GONE,
    CEXIT,
    CPING,
    LOST_IS_TOLD,
    NO_RETURN,
    RETURN,
    ROBUST,
    SDELP,
    SRECOV,
    WRONG,
)
from stolik.games.othello.check.server_lobby import GONE
from stolik.games.othello.check.server_stage import ServerStage
from stolik.games.othello.rules import SQUARES, WHITE, Position

topic = Topic("leaving")

_UNTOLD = {"silent": "the opponent is not told that the connection of the other player was lost"}
# Seconds after which a client that says nothing should have been given up.
SILENCE = 30.0


async def _closes(t: ServerStage, who: str) -> None:
    await t.leave(who)


async def _resets(t: ServerStage, who: str) -> None:
    await t.leave(who, reset=True)


async def _closes_half(t: ServerStage, who: str) -> None:
    await t.players.pop(who).close_half()


async def _exits(t: ServerStage, who: str) -> None:
    await t.say(who, "CEXIT")
    del t.players[who]


async def _is_wrong(t: ServerStage, who: str) -> None:
    await t.say(who, "CFOO")
    del t.players[who]


async def opponent_is_told(t: ServerStage, who: str) -> None:
    """The opponent is told: in words, or by the end of the game."""
    await t.hear_until(
        who,
        lambda line: line.startswith(("SGAMEI~", "SGAMEEC", "SGAMEC")),
        Phrase("SGAMEI and words for the player, or SGAMEEC"),
        GONE,
    )


async def _leaves(t: ServerStage, *, leave: Callable[[ServerStage, str], Awaitable[None]], who: str) -> None:
    match = await t.game()
    with t.setting_up():
        for _ in range(3):
            await t.move(match)
    t.forget("Ann", "Bob")
    await leave(t, who)
    await opponent_is_told(t, match.other(who))
    await t.settle(match.other(who))


for _name, _leave, _words, _quote in (
    ("connection-is-closed", _closes, "the connection of a player is closed", LOST_IS_TOLD),
    ("connection-is-reset", _resets, "the connection of a player is reset", LOST_IS_TOLD),
    ("connection-is-half-closed", _closes_half, "a player closes the sending half", LOST_IS_TOLD),
    ("player-exits", _exits, "a player says CEXIT", CEXIT),
    ("player-is-disconnected", _is_wrong, "a player is disconnected for a wrong message", WRONG),
):
    for _who, _side in (("Ann", "host"), ("Bob", "guest")):
        topic.add(
            f"{_name}-of-{_side}",
            f"When {_words} in a game, the opponent is told ({_side}).",
            partial(_leaves, leave=_leave, who=_who),
            _quote,
            slow=True,
            causes=_UNTOLD,
        )


async def recovered(t: ServerStage, match: Match, who: str) -> None:
    """The player who has come back hears SRECOV, and perhaps SSTARTG before or after it."""
    line = await t.hear_until(who, lambda came: came.startswith("SRECOV~"), Phrase("SRECOV"), past_all=True)
    await t.settle(who)
    if f"SSTARTG~{match.other(who)}" not in t.news(who):
        t.allowed("who comes back to a game hears SRECOV without SSTARTG, so not who the opponent is")
    t.forget(who)
    parts = line.split("~")
    turn, host = str(int(match.position.turn == WHITE)), str(int(who == match.host))
    expected = phrase("SRECOV~<board>~{turn}~{host}", turn=turn, host=host)
    peer = t.players[who]
    if len(parts) != 4 or not parts[1] or parts[2:] != [turn, host]:
        raise peer.fault(FaultKind.OTHER, expected, phrase("{line} came", line=line))
    how = _board_order(parts[1], match.position)
    if how is None:
        t.allowed("the board of SRECOV has a form of its own: the document leaves it open")
    elif not how:
        wanted = Phrase("a board that is the one of the game")
        raise peer.fault(FaultKind.OTHER, wanted, phrase("{line} came", line=line))


def _board_order(board: str, position: Position) -> bool | None:
    """Whether 64 characters are the board, by rows or by columns, whatever they are; None: they are something else."""
    if len(board) != SQUARES or len({*board}) > 3:
        return None
    kinds = [1 if position.black >> at & 1 else 2 if position.white >> at & 1 else 0 for at in range(SQUARES)]
    by_columns = [kinds[at % 8 * 8 + at // 8] for at in range(SQUARES)]
    return any(len({*zip(board, order, strict=True)}) == len({*order}) for order in (kinds, by_columns))


async def _left(t: ServerStage, who: str, moves: int, *others: str) -> Match:
    match = await t.game("Ann", "Bob", *others)
    with t.setting_up():
        await t.play(match, *random_game(2)[:moves])
        t.forget("Ann", "Bob")
        await t.leave(who)
        await opponent_is_told(t, match.other(who))
    return match


async def _returns(t: ServerStage, *, who: str, moves: int) -> None:
    match = await _left(t, who, moves)
    await t.come_back(who)
    await recovered(t, match, who)


_RECOVERY = {
    "silent": "a player who comes back under the same name is not sent SRECOV: the game is not found",
    "other": "SRECOV has another board, turn (1: white) or side (1: the inviter)",
    "closed": "the name of a player whose game waits stays taken",
}
for _who, _side in (("Ann", "host"), ("Bob", "guest")):
    for _moves in (0, 1, 4, 9):
        topic.add(
            f"{_side}-comes-back-after-{_moves}-moves",
            f"The {_side} comes back after {_moves} moves: SRECOV tells of the game.",
            partial(_returns, who=_who, moves=_moves),
            SRECOV if _moves else RETURN,
            slow=True,
            causes=_RECOVERY,
        )


async def _goes_on(t: ServerStage, *, who: str, moves: int) -> None:
    match = await _left(t, who, moves)
    with t.setting_up():
        await t.come_back(who)
        await recovered(t, match, who)
    t.forget(match.other(who))
    for _ in range(4):
        await t.move(match)


for _who, _side in (("Ann", "host"), ("Bob", "guest")):
    for _moves in (3, 6):
        topic.add(
            f"game-goes-on-after-{_side}-has-come-back-{_moves}",
            f"When the {_side} has come back after {_moves} moves, the game goes on.",
            partial(_goes_on, who=_who, moves=_moves),
            RETURN,
            slow=True,
            causes={"silent": "after a return the moves are sent to the old connection"},
        )


@topic.scenario(RETURN, slow=True, causes={"silent": "a second return finds no game"})
async def player_comes_back_twice(t: ServerStage) -> None:
    """A player can come back twice to one game."""
    match = await _left(t, "Ann", 2)
    with t.setting_up():
        await t.come_back("Ann")
        await recovered(t, match, "Ann")
        t.forget("Bob")
        await t.move(match)
        await t.leave("Ann")
        await opponent_is_told(t, "Bob")
    await t.come_back("Ann")
    await recovered(t, match, "Ann")


@topic.scenario(
    NO_RETURN, slow=True, causes={"silent": "a game waits for ever for a player who does not come back, or has no end"}
)
async def player_does_not_come_back(t: ServerStage) -> None:
    """When a player does not come back in time, the other one is taken back to the lobby."""
    t.wait_shortly()
    await _left(t, "Bob", 3, "Cyd")
    # A game that was ended at once was told of in `_left`.
    await t.perhaps_over("Ann", seconds=t.grace + GONE)
    await t.settle("Ann")
    await t.invite("Ann", "Cyd")
    again = await t.accept("Cyd", "Ann")
    await t.move(again)


@topic.scenario(NO_RETURN, slow=True, causes={"silent": "the player who stayed is not READY when the game was ended"})
async def player_who_stayed_is_ready(t: ServerStage) -> None:
    """When the game was ended because a player has not come back, the other one is READY."""
    t.wait_shortly()
    await _left(t, "Ann", 3, "Cyd")
    await t.hears("Cyd", "SUPS~Bob~READY", t.grace + GONE)


@topic.scenario(BOTH_GONE, slow=True, causes={"extra": "a game that both have left is still there"})
async def both_leave(t: ServerStage) -> None:
    """When both players have left, the game is removed: who logs in again is in the lobby."""
    t.wait_shortly()
    await t.game("Ann", "Bob", "Cyd")
    t.forget("Cyd")
    await t.leave("Ann")
    await t.leave("Bob")
    with t.setting_up():
        await t.hears("Cyd", "SDELP~Ann", GONE + t.grace)
        await t.hears("Cyd", "SDELP~Bob", GONE + t.grace)
        await t.come_back("Bob")
    await t.hears_nothing_of("Bob", lambda line: line.startswith(("SSTARTG", "SRECOV")), Phrase("no game"))


@topic.scenario(
    ROBUST,
    slow=True,
    causes={
        "crashed": "write to a closed socket raises SIGPIPE unless it is ignored",
        "exit": "the server ends when it cannot send to a player",
        "closed": "the server ends when it cannot send to a player",
        "silent": "the server waits for a player who is gone",
    },
)
async def player_leaves_while_it_is_told(t: ServerStage) -> None:
    """A player leaves just when the server has several messages for it: the others are served all the same."""
    match = await t.game("Ann", "Bob", "Cyd")
    if t.program is None:
        raise NotReached(Phrase("the program would have to be started again"), program=False)
    line = t.move_line(match.mover, match.position.moves()[0])
    async with t.program.stopped():
        await t.players[match.mover].send(line, "CENDGAME")
        await t.leave(match.waiting)
    await t.settle("Cyd")


@topic.scenario(
    SDELP, slow=True, cause="a game that is over still waits for its players: remove it when the last move was made"
)
async def game_is_over_before_somebody_leaves(t: ServerStage) -> None:
    """Whoever leaves after the end of a game has left the lobby: nothing waits for them."""
    match = await t.game()
    with t.setting_up():
        await t.play(match, *SHORTEST)
        await t.perhaps_over("Ann", "Bob")
    await t.leave("Ann")
    await t.hears("Bob", "SDELP~Ann", GONE)
    await t.come_back("Ann")
    await t.hears_nothing_of("Ann", lambda line: line.startswith(("SSTARTG", "SRECOV")), Phrase("no game"))


@topic.scenario(
    CPING, slow=True, lone=True, cause="the server gives up a silent client, and tells nobody that it is gone"
)
async def silent_client_is_given_up(t: ServerStage) -> None:
    """A client that never pings is given up."""
    await t.open()
    await t.login("Ann", "Bob")
    silent = t.players.pop("Bob")

    def is_given_up() -> bool:
        silent.forget()
        return silent.has_ended

    if not await t.until(is_given_up, SILENCE):
        t.advise("a client that says nothing for half a minute is not given up: it stays in everybody's lobby")
        return
    await t.hears("Ann", f"SDELP~{t.name('Bob')}", GONE)


@topic.scenario(CPING, slow=True, causes={"closed": "a client that pings and does nothing else is given up"})
async def client_that_pings_stays(t: ServerStage) -> None:
    """A client that only pings stays in the lobby."""
    await t.open()
    await t.login("Ann", "Bob")
    for _ in range(6):
        await asyncio.sleep(1.0)
        await t.settle("Ann")
    await t.settle("Bob")
