"""Bad servers: the client lives on."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.games.othello.check.client_stage import FOE, ClientStage
from stolik.games.othello.check.quotes import PREFIXES, UNEXPECTED

topic = Topic("hostile")

_CAUSES = {
    "silent": "the client does not go on after a message that it does not know",
    "closed": "the client disconnects at a message that it does not know",
    "crashed": "the client crashes at a message that it does not know: look at how many parts there are",
    "exit": "the client ends at a message that it does not know",
}
_BAD = {
    "unknown-type": ("a type that does not exist", ["SFOO~1~2"]),
    "unknown-prefix": ("another prefix", ["XADDP~Ann", "CREQ~Ann"]),
    "no-prefix": ("no prefix", ["The Game is over"]),
    "empty-lines": ("nothing in them", ["", "", ""]),
    "tildes": ("nothing but tildes", ["~~~~", "S~~~"]),
    "names-missing": ("no names", ["SADDP", "SDELP", "SUPS", "SREQ", "SREQC", "SADDP~", "SUPS~~"]),
    "unknown-players": ("players that nobody has told of", ["SDELP~Nobody", "SUPS~Nobody~READY", "SREQC~Nobody"]),
    "unknown-state": ("another state than READY and BUSY", ["SUPS~Eva~SLEEPING"]),
    "long-line": ("100,000 letters", ["SGAMEI~" + "x" * 100_000]),
    "zeros": ("zero bytes", ["SADDP~\0\0", "\0"]),
    "beyond-ascii": ("letters beyond ASCII", ["SGAMEI~\xc5\xbdlut\xc3\xbd k\xc5\xaf\xc5\x88", "SADDP~\xff\xfe"]),
}


async def _in_the_lobby(t: ClientStage, *, lines: list[str]) -> None:
    await t.join()
    await t.tell(*lines)
    await t.goes_on()


for _name, (_words, _lines) in _BAD.items():
    topic.add(
        f"lines-with-{_name}",
        f"Lines with {_words} do no harm.",
        partial(_in_the_lobby, lines=_lines),
        PREFIXES if "prefix" in _name else UNEXPECTED,
        causes=_CAUSES,
    )


async def _in_a_game(t: ClientStage, *, lines: list[str]) -> None:
    """`{beyond}` in a line: the first number that no square has, wherever the client begins to count."""
    await t.join()
    with t.setting_up():
        await t.white()
        await t.foe_moves()
        await t.moves()
    await t.tell(*(line.format(beyond=t.convention.first + 8) for line in lines))
    await t.foe_moves()
    await t.moves()


for _name, (_words, _lines) in {
    "moves-without-numbers": ("SMOV without numbers", ["SMOV", "SMOV~", "SMOV~~", "SMOV~a~b"]),
    "moves-beyond-the-board": ("SMOV beyond the board", ["SMOV~{beyond}~{beyond}", "SMOV~-1~0", "SMOV~99~99"]),
    "boards-that-are-none": ("SRECOV without a board", ["SRECOV", "SRECOV~~~", "SRECOV~012~0~1"]),
    "pongs": ("SPONG without a ping", ["SPONG"] * 20),
    "news": ("news of the lobby", ["SADDP~Ann", "SUPS~Ann~BUSY", "SUPS~Ann~READY", "SDELP~Ann"]),
}.items():
    topic.add(
        f"{_name}-in-a-game",
        f"{_words} in a game does no harm.",
        partial(_in_a_game, lines=_lines),
        UNEXPECTED,
        causes=_CAUSES,
    )


@topic.scenario(UNEXPECTED, causes=_CAUSES)
async def flood_of_news(t: ClientStage) -> None:
    """Five thousand players who come and leave do no harm."""
    await t.join()
    t.exchange.note("server", "the checker sends 10,000 lines")
    t.client.whisper("".join(f"SADDP~P{number}\nSDELP~P{number}\n" for number in range(5000)).encode())
    await t.goes_on()


@topic.scenario(UNEXPECTED, causes=_CAUSES)
async def megabyte_without_an_end(t: ClientStage) -> None:
    """A megabyte without an end of line does no harm, once its end has come."""
    await t.join("Dan", FOE)
    t.exchange.note("server", "the checker sends a line of a megabyte")
    t.client.whisper(b"S" * 1024 * 1024 + b"\n")
    await t.goes_on()
