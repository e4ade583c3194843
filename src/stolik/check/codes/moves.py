"""Moves: the program answers every question with a legal move."""

from __future__ import annotations

from functools import partial

from stolik.check.codes.quotes import BEGIN, LEGAL, MOVE, MOVED
from stolik.check.codes.stage import CodeStage
from stolik.check.scenario import Topic

topic = Topic("moves")

CAUSES = {
    "silent": "the program does not answer, or keeps its answer in a buffer: flush after each line (endl)",
    "closed": "the program ends in the middle of the game",
    "other": "the move is illegal, or written in another form than 210 and the move",
    "crashed": "the program crashes: an index beyond the end of an array, or a text that is not a number",
}


async def _first(t: CodeStage, *, seed: int) -> None:
    await t.begin()
    await t.ask(t.drawn(seed))


for _seed in range(1, 7):
    topic.add(
        f"first-move-{_seed}",
        f"The program answers 200 with a legal move, in start position {_seed}.",
        partial(_first, seed=_seed),
        BEGIN,
        causes=CAUSES,
    )


async def _second(t: CodeStage, *, seed: int) -> None:
    await t.begin()
    await t.ask(t.after(seed, 1))
    if t.position.turn is not None:
        await t.reply()


for _seed in range(1, 4):
    topic.add(
        f"moves-second-{_seed}",
        "The second player's 200 has the position after the first move; the program answers it with a legal move.",
        partial(_second, seed=_seed),
        BEGIN,
        causes=CAUSES,
    )


async def _middle(t: CodeStage, *, seed: int, moves: int) -> None:
    await t.begin()
    await t.ask(t.after(seed, moves))


for _moves in (2, 5, 9, 14):
    topic.add(
        f"position-after-{_moves}-moves",
        f"The program answers 200 with a position after {_moves} moves.",
        partial(_middle, seed=_moves, moves=_moves),
        BEGIN,
        causes=CAUSES,
    )


async def _only(t: CodeStage, *, seed: int) -> None:
    await t.begin()
    await t.ask(t.with_one_move(seed))


for _seed in (1, 2, 3):
    topic.add(
        f"only-move-{_seed}",
        "The program finds the only legal move.",
        partial(_only, seed=_seed),
        LEGAL,
        causes=CAUSES,
    )


async def _game(t: CodeStage, *, seed: int) -> None:
    t.rng.seed(seed)
    await t.begin()
    await t.ask(t.drawn(seed) if seed % 2 else t.after(seed, 1))
    await t.play_out()


for _seed in range(11, 17):
    topic.add(
        f"whole-game-{_seed - 10}",
        f"A whole game is played with legal moves only, {'first' if _seed % 2 else 'second'} to move.",
        partial(_game, seed=_seed),
        MOVED,
        causes=CAUSES | {"other": "the program does not keep track of the moves of 220 and of its own"},
    )


@topic.scenario(MOVED, causes=CAUSES)
async def opponents_move_counts(t: CodeStage) -> None:
    """The program plays on from the position after the opponent's move."""
    await t.begin()
    await t.ask(t.drawn(21))
    for _ in range(3):
        if t.position.turn is not None:
            await t.reply()


@topic.scenario(BEGIN, causes=CAUSES)
async def longest_position(t: CodeStage) -> None:
    """The longest of many start positions is read as a whole."""
    await t.begin()
    await t.ask(t.longest())


@topic.scenario(MOVE, causes=CAUSES)
async def two_programs_at_once(t: CodeStage) -> None:
    """Two copies of the program can play at the same time."""
    await t.begin()
    first = t.peer
    await t.begin()
    await t.ask(t.drawn(5))
    t.peer = first
    await t.ask(t.drawn(6))
