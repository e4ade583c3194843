"""The end: after a verdict the program ends."""

from __future__ import annotations

from functools import partial

from stolik.check.codes.quotes import END, LINES, WRONG
from stolik.check.codes.stage import CodeStage
from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault

_VERDICTS = {
    "230": "you have won",
    "231": "you have won on time",
    "240": "you have lost",
    "241": "you have lost on time",
    "999 not a move": "a wrong command",
}
_CAUSES = {
    "exit": "the program does not end at this code: it waits for the next question",
    "extra": "the program answers the code that ends the game",
    "crashed": "the program crashes when the game ends",
}


async def _after_a_move(t: CodeStage, *, line: str) -> None:
    await t.begin()
    await t.ask(t.drawn(8))
    await t.verdict(line)


async def _later(t: CodeStage, *, line: str) -> None:
    await t.begin()
    await t.ask(t.drawn(9))
    for _ in range(2):
        if t.position.turn is not None:
            await t.reply()
    await t.verdict(line)


async def wrong_before_the_game(t: CodeStage) -> None:
    """The program ends at 999 before the game has begun."""
    await t.begin()
    await t.verdict("999 the game cannot begin")


async def code_above_230(t: CodeStage) -> None:
    """The program ends at any code of 230 or more."""
    await t.begin()
    await t.ask(t.drawn(8))
    await t.verdict("250")


async def server_goes_away(t: CodeStage) -> None:
    """When the server is gone in the middle of a game, the program ends."""
    await t.begin()
    await t.ask(t.drawn(10))
    await _server_goes(t)


async def server_goes_away_before_the_game(t: CodeStage) -> None:
    """When the server is gone before the game, the program ends."""
    await t.begin()
    await _server_goes(t)


async def _server_goes(t: CodeStage) -> None:
    """The server is gone; a program that goes on is advised to look at the end of its input."""
    await t.peer.close_half()
    try:
        await t.ends()
    except Fault:
        t.raise_crash()
        t.advise("the program goes on for ever when the server is gone: it does not look for the end of its input")


topic = Topic("ending")

for _line, _meaning in _VERDICTS.items():
    _code = _line[:3]
    _quote = WRONG if _code == "999" else END
    topic.add(
        f"ends-at-{_code}",
        f"The program ends at {_code}: {_meaning}.",
        partial(_after_a_move, line=_line),
        _quote,
        causes=_CAUSES,
    )
    topic.add(
        f"ends-at-{_code}-later",
        f"The program ends at {_code} in the middle of a game.",
        partial(_later, line=_line),
        _quote,
        causes=_CAUSES,
    )
for _script, _quote in (
    (wrong_before_the_game, WRONG),
    (code_above_230, END),
    (server_goes_away, LINES),
    (server_goes_away_before_the_game, LINES),
):
    topic.scenario(_quote, causes=_CAUSES)(_script)
