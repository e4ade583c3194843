"""Moves: CMOV, what the opponent hears, what is refused, and passes."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.check.verdicts import Phrase
from stolik.games.othello.check.games import (
    BLACK_PASSES,
    WHITE_PASSES,
    Match,
    coordinates,
    random_game,
    wrong_squares,
)
from stolik.games.othello.check.messages import is_move
from stolik.games.othello.check.quotes import (
    BLACK_FIRST,
    CHECKS_MOVES,
    CMOV,
    LEGAL,
    PASS,
    PREFIXES,
    ROBUST,
    TURNS,
    WRONG,
)
from stolik.games.othello.check.server_stage import ServerStage
from stolik.games.othello.rules import START, read_square, write_square

topic = Topic("playing")

_PASSED_ON = {
    "silent": "the server does not pass the move on to the opponent, or thinks that it is not legal",
    "other": "the opponent is sent other coordinates than those that came",
    "closed": "the server refuses a legal move: check its rules, and whose turn it is",
}


async def _first_move(t: ServerStage, *, square: int) -> None:
    match = await t.game()
    await t.move(match, square)


for _square in START.moves():
    topic.add(
        f"first-move-{write_square(_square)}",
        f"Black's first move on {write_square(_square)}, CMOV~{coordinates(_square)} if counted from 0, is passed on.",
        partial(_first_move, square=_square),
        BLACK_FIRST,
        causes=_PASSED_ON,
    )


@topic.scenario(TURNS, lone=True, causes=_PASSED_ON)
async def players_take_turns(t: ServerStage) -> None:
    """After black's move white moves, and so on."""
    match = await t.game()
    for _ in range(6):
        await t.move(match)


async def _whole(t: ServerStage, *, seed: int) -> None:
    match = await t.game()
    await t.play(match, *random_game(seed))


for _seed in range(1, 5):
    topic.add(
        f"whole-game-{_seed}",
        "Every move of a whole random game is passed on.",
        partial(_whole, seed=_seed),
        CMOV,
        causes=_PASSED_ON,
    )


async def _refused(t: ServerStage, match: Match, who: str, line: str) -> None:
    """A move that may not be played is not passed on; the document has the server disconnect the player."""
    await t.say(who, line)
    try:
        if not await t.is_dismissed(who):
            t.allowed("a move that may not be played is ignored, and the player stays")
            await t.hears_nothing_of(who, is_move, Phrase("no move"))
    finally:
        await t.hears_nothing_of(match.other(who), is_move, Phrase("no move"))


async def _illegal(t: ServerStage, *, kind: str, moves: int) -> None:
    match = await t.game()
    with t.setting_up():
        for _ in range(moves):
            await t.move(match)
    await _refused(t, match, match.mover, f"CMOV~{t.at(wrong_squares(match.position)[kind])}")


_NOT_CHECKED = {"extra": "the server passes on every move: it has to check whether the move is possible"}
for _kind, _words in (("taken", "on a square that is taken"), ("idle", "that flips nothing")):
    for _moves in (0, 5):
        topic.add(
            f"move-on-{_kind}-square-after-{_moves}",
            f"A move {_words} is not passed on, after {_moves} moves.",
            partial(_illegal, kind=_kind, moves=_moves),
            LEGAL if _kind == "idle" else CHECKS_MOVES,
            causes=_NOT_CHECKED,
        )


@topic.scenario(BLACK_FIRST, causes={"extra": "the server does not check whose turn it is"})
async def white_cannot_begin(t: ServerStage) -> None:
    """A first move of the player who has white is not passed on."""
    match = await t.game()
    await _refused(t, match, match.waiting, f"CMOV~{t.at(read_square('d3'))}")


@topic.scenario(TURNS, causes={"extra": "the server does not check whose turn it is"})
async def nobody_moves_twice(t: ServerStage) -> None:
    """A second move of the same player is not passed on."""
    match = await t.game()
    with t.setting_up():
        await t.move(match)
    moves = match.position.moves()
    await _refused(t, match, match.waiting, f"CMOV~{t.at(moves[0])}")


async def _malformed(t: ServerStage, *, line: str) -> None:
    match = await t.game()
    with t.setting_up():
        await t.move(match)
        await t.move(match)
    await t.say(match.mover, line.replace("{beyond}", str(8 + t.convention.first)))
    await t.dismissed(match.mover)
    await t.hears_nothing_of(match.waiting, is_move, Phrase("no move"))


_CAUSES = {
    "silent": "the server ignores a move in a wrong form; the document has it disconnect the client",
    "crashed": "the server crashes at a move in a wrong form: an index beyond the board, or stoi() of a text",
    "extra": "a move in a wrong form is passed on",
}
for _name, (_line, _how) in {
    "beyond-the-right": ("CMOV~{beyond}~3", "beyond the board's right edge"),
    "beyond-the-bottom": ("CMOV~3~{beyond}", "beyond the board's bottom"),
    "negative": ("CMOV~-1~3", "with a negative number"),
    "huge": ("CMOV~99999999999999999999~3", "with a number of twenty digits"),
    "letters": ("CMOV~d~3", "with a letter"),
    "square-name": ("CMOV~d3", "with the name of a square"),
    "one-number": ("CMOV~3", "with one number"),
    "no-numbers": ("CMOV", "without numbers"),
    "empty-numbers": ("CMOV~~", "with empty numbers"),
}.items():
    topic.add(
        f"move-{_name}",
        f"A move {_how} ends the connection.",
        partial(_malformed, line=_line),
        WRONG,
        causes=_CAUSES,
    )


_TAILS = _CAUSES | {"silent": "the server does not go on after a move with something behind it"}


async def _doubtful(t: ServerStage, *, line: str) -> None:
    await t.game()
    await t.say("Ann", line)
    if not await t.is_dismissed("Ann"):
        t.advise("a number or a message with something else behind it is accepted")
    await t.settle("Bob")


for _name, _line in {
    "three-numbers": "CMOV~3~2~1",
    "number-with-a-tail": "CMOV~3x~2",
    "spaces": "CMOV~ 3~2",
}.items():
    topic.add(
        f"move-with-{_name}", f"{_line} is a wrong message.", partial(_doubtful, line=_line), WRONG, causes=_TAILS
    )


async def _passes(t: ServerStage, *, moves: tuple[int, ...]) -> None:
    match = await t.game()
    with t.setting_up():
        await t.play(match, *moves[:-1])
        mover = match.mover
    await t.move(match, moves[-1])
    if match.mover != mover:
        raise ValueError("nobody passes here")
    await t.move(match)
    await t.move(match)


async def _passing_player_moves(t: ServerStage, *, moves: tuple[int, ...]) -> None:
    match = await t.game()
    with t.setting_up():
        await t.play(match, *moves)
    await _refused(t, match, match.waiting, f"CMOV~{t.at(match.position.moves()[0])}")


_PASS = {
    "silent": "the server waits for a move of the player who has none: it has to skip that turn",
    "closed": "the server thinks that it is the turn of the player who has no move",
}
for _colour, _played in (("black", BLACK_PASSES), ("white", WHITE_PASSES)):
    topic.add(
        f"{_colour}-passes",
        f"When {_colour} has no move, the other player moves again.",
        partial(_passes, moves=_played),
        PASS,
        causes=_PASS,
    )
    topic.add(
        f"{_colour}-cannot-move-instead-of-a-pass",
        f"When {_colour} has no move, nothing that {_colour} sends is passed on.",
        partial(_passing_player_moves, moves=_played),
        PASS,
        causes={"extra": "after a pass the server thinks that the turn has changed"},
    )


@topic.scenario(ROBUST, causes=_PASSED_ON)
async def two_games_at_once(t: ServerStage) -> None:
    """Two games are played at the same time, and each player hears the own opponent only."""
    first = await t.game("Ann", "Bob")
    second = await t.game("Cyd", "Dan")
    for one, other in zip(random_game(5)[:20], random_game(6)[:20], strict=True):
        await t.move(first, one)
        await t.move(second, other)


@topic.scenario(ROBUST, causes=_PASSED_ON)
async def five_games_at_once(t: ServerStage) -> None:
    """Five games are played at the same time."""
    matches = [await t.game(f"Host{number}", f"Guest{number}") for number in range(5)]
    for _ in range(6):
        for match in matches:
            await t.move(match)


@topic.scenario(CMOV, causes={"extra": "moves are sent to everybody"})
async def others_hear_no_moves(t: ServerStage) -> None:
    """A player in the lobby hears no moves of other players' games."""
    match = await t.game("Ann", "Bob", "Cyd")
    await t.move(match)
    await t.move(match)
    await t.hears_nothing_of("Cyd", is_move, Phrase("no move"))


@topic.scenario(PREFIXES, causes={"other": "a message of the server does not begin with S"})
async def every_message_has_the_prefix(t: ServerStage) -> None:
    """Every message of the server, in the lobby and in a game, begins with S."""
    match = await t.game("Ann", "Bob", "Cyd")
    await t.play(match, *random_game(7))
    for who in ("Ann", "Bob", "Cyd"):
        await t.hears_nothing_of(who, lambda line: not line.startswith("S"), Phrase("only messages with S"))
