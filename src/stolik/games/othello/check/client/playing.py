"""Playing: moves that are legal, turns, passes, and the end of a game."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault, FaultKind, NotReached, Phrase
from stolik.games.othello.check.client_stage import FOE, ClientStage
from stolik.games.othello.check.games import BLACK_PASSES, SHORTEST, WHITE_PASSES, wrong_squares
from stolik.games.othello.check.quotes import (
    BACK_TO_LOBBY,
    BLACK_FIRST,
    CENDGAME,
    CEXIT,
    CMOV,
    GAME_ENDS,
    LEAVES_LOBBY,
    LEGAL,
    PASS,
    SGAMEEC,
    SGAMEI,
    SSTARTG,
    TURNS,
)
from stolik.games.othello.rules import read_square, write_square

topic = Topic("playing")

CAUSES = {
    "silent": "the client does not move when it is its turn, or does not read the opponent's move SMOV~x~y",
    "other": "the move is illegal, or not CMOV, the column and the row, counted from 0",
    "closed": "the client disconnects in the middle of a game",
    "crashed": "the client crashes in the middle of a game",
}


@topic.scenario(BLACK_FIRST, causes=CAUSES)
async def host_moves_first(t: ClientStage) -> None:
    """The person who has invited has black and moves first."""
    await t.join()
    await t.black()
    await t.moves()


@topic.scenario(BLACK_FIRST, causes={"extra": "the guest moves before the host"})
async def guest_waits_for_the_first_move(t: ClientStage) -> None:
    """A client that was invited sends no move before the opponent's, whatever the person types."""
    await t.join()
    await t.white()
    await t.type("f5")
    await t.hears_nothing()


@topic.scenario(SSTARTG, causes=CAUSES)
async def guest_answers_the_first_move(t: ClientStage) -> None:
    """A client that was invited answers the opponent's first move."""
    await t.join()
    await t.white()
    await t.foe_moves()
    await t.moves()


async def _first(t: ClientStage, *, square: str) -> None:
    await t.join()
    await t.white()
    await t.foe_moves(read_square(square))
    await t.moves(t.position.moves()[-1])


for _square in ("d3", "c4", "f5", "e6"):
    topic.add(
        f"answer-to-{_square}",
        f"The client understands the opponent's first move {_square}, and answers with a legal one.",
        partial(_first, square=_square),
        CMOV,
        causes=CAUSES,
    )


async def _whole(t: ClientStage, *, seed: int, host: bool) -> None:
    t.rng.seed(seed)
    await t.join()
    await (t.black() if host else t.white())
    await t.play_out()
    await t.closed()
    await t.goes_on()


for _seed in (1, 2, 3):
    for _host in (True, False):
        topic.add(
            f"whole-game-{_seed}-as-{'host' if _host else 'guest'}",
            f"A whole game is played with legal moves, as {'host' if _host else 'guest'}, and then another begins.",
            partial(_whole, seed=_seed, host=_host),
            TURNS,
            causes=CAUSES,
        )


async def _passes(t: ClientStage, *, moves: tuple[int, ...], host: bool) -> None:
    await t.join()
    await (t.black() if host else t.white())
    with t.setting_up():
        await t.play(*moves)
    if t.position.turn == t.seat:
        await t.moves()
        await t.foe_moves()
    else:
        await t.hears_nothing(0.3)
        await t.foe_moves()
        await t.moves()


_PASS = CAUSES | {
    "silent": "the client waits though it is its turn again: the opponent has no move and says nothing",
    "extra": "the client sends something for a pass: there is no message for it",
}
for _colour, _moves in (("black", BLACK_PASSES), ("white", WHITE_PASSES)):
    for _host in (True, False):
        _own = (_colour == "black") == _host
        topic.add(
            f"{'own' if _own else 'opponents'}-pass-as-{_colour if _own else 'white' if _host is False else 'black'}",
            "The client passes without a message."
            if _own
            else "When the opponent has no move, the client moves again.",
            partial(_passes, moves=_moves, host=_host),
            PASS,
            causes=_PASS,
        )


async def _illegal(t: ClientStage, *, kind: str) -> None:
    await t.join()
    await t.white()
    await t.foe_moves()
    square = wrong_squares(t.position)[kind]
    await t.type(write_square(square))
    try:
        await t.hears_nothing()
    except Fault as fault:
        line = str(fault.came)
        if fault.kind is FaultKind.EXTRA and f"CMOV~{square % 8}~{square // 8}" not in line:
            raise NotReached(Phrase("the client plays by itself"), program=False) from None
        raise
    await t.moves()


for _kind, _words in (("taken", "on a square that is taken"), ("idle", "that flips nothing")):
    topic.add(
        f"move-on-{_kind}-square-is-not-sent",
        f"A move {_words} is not sent, and the person can choose another.",
        partial(_illegal, kind=_kind),
        LEGAL,
        causes=CAUSES | {"extra": "the client sends every move, without a look at the rules"},
    )


@topic.scenario(TURNS, causes={"extra": "the client sends a move when it is not its turn"})
async def no_second_move(t: ClientStage) -> None:
    """After a move the client sends no other one before the opponent has moved."""
    await t.join()
    await t.white()
    await t.foe_moves()
    await t.moves()
    await t.type(write_square(t.position.moves()[0]))
    await t.hears_nothing()


async def _closed_by(t: ClientStage, *, line: str) -> None:
    await t.join()
    await t.black()
    await t.moves()
    await t.foe_moves()
    await t.closed(line)
    await t.black("Ann")
    await t.moves()


for _name, _line in {
    "sgameec": "SGAMEEC~GameHasBeenCanceled",
    "sgamec": "SGAMEC~GameHasBeenCanceled",
    "sgamec-with-other-words": "SGAMEC~You canceled the game",
}.items():
    topic.add(
        f"game-is-closed-by-{_name}",
        f"After {_line} the client is in the lobby, and the person can invite somebody.",
        partial(_closed_by, line=_line),
        SGAMEEC,
        causes=CAUSES | {"silent": "the client does not see that the game was ended"},
    )


@topic.scenario(GAME_ENDS, causes=CAUSES)
async def game_ends_early(t: ClientStage) -> None:
    """When one player has no disc left, the game is over; the client sends nothing more, and can play again."""
    await t.join()
    await t.white()
    with t.setting_up():
        await t.play(*SHORTEST)
    await t.hears_nothing(0.3)
    await t.tell("SGAMEI~Black wins: black 13, white 0.", "SGAMEEC~GameHasBeenCanceled", f"SUPS~{FOE}~READY")
    await t.white("Ann")
    await t.foe_moves()
    await t.moves()


@topic.scenario(BACK_TO_LOBBY, causes=CAUSES)
async def three_games(t: ClientStage) -> None:
    """Three games one after another, with both colours."""
    await t.join()
    for number in range(3):
        await (t.white(f"Foe{number}") if number % 2 == 0 else t.black(f"Foe{number}"))
        await t.play_out(5)
        await t.closed()


@topic.scenario(SGAMEI, causes=CAUSES)
async def words_for_the_person(t: ClientStage) -> None:
    """SGAMEI with any words, in the lobby and in a game, changes nothing."""
    await t.join()
    await t.tell("SGAMEI~Welcome ~ to ~~ the server", "SGAMEI~", "SGAMEI~" + "word " * 30)
    await t.white()
    await t.tell(t.foe_move(), "SGAMEI~Your opponent has connection problems", "SGAMEI~SMOV~0~0")
    await t.moves()


@topic.scenario(
    CENDGAME, causes={"other": "the client sends something else than CENDGAME", "closed": "the client disconnects"}
)
async def ends_a_game(t: ClientStage) -> None:
    """The person ends the game: CENDGAME, and the client is in the lobby again."""
    await t.join()
    await t.white()
    await t.foe_moves()
    await t.moves()
    await t.type("leave")
    try:
        line = await t.hear_until(lambda came: came in ("CENDGAME", "CGAMEC"), Phrase("CENDGAME"))
    except Fault as fault:
        if fault.kind is not FaultKind.SILENT:
            raise
        raise NotReached(Phrase("the client does nothing when leave is typed"), program=False) from None
    if line == "CGAMEC":
        t.allowed("the end of a game is CGAMEC: the document writes CENDGAME, published programs CGAMEC")
    await t.closed()
    await t.white("Ann")


async def _quits(t: ClientStage, *, in_game: bool) -> None:
    await t.join("Dan", FOE)
    if in_game:
        await t.white()
        await t.foe_moves()
    await t.type("quit")
    try:
        await t.hears("CEXIT")
    except Fault as fault:
        t.raise_crash()
        if fault.kind is FaultKind.CLOSED:
            t.advise("the client leaves without CEXIT")
            return
        if fault.kind is FaultKind.SILENT:
            raise NotReached(Phrase("the client does nothing when quit is typed"), program=False) from None
        raise
    await t.client.expect_closed()


for _name, _in_game, _quote in (("lobby", False, LEAVES_LOBBY), ("game", True, CEXIT)):
    topic.add(
        f"leaves-from-the-{_name}",
        f"The person leaves the server from the {_name}: CEXIT, and the connection is closed.",
        partial(_quits, in_game=_in_game),
        _quote,
        causes={"other": "the client sends something else than CEXIT", "silent": "the connection stays open"},
    )
