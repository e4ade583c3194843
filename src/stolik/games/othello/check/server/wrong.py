"""Messages in a wrong form or in the wrong state, and those with an unknown prefix; pings, which fit everywhere."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault, FaultKind, Phrase
from stolik.games.othello.check.messages import is_invitation_of
from stolik.games.othello.check.quotes import CEXIT, CPING, LINES, SDELP, UNKNOWN_PREFIX, WRONG
from stolik.games.othello.check.server_lobby import GONE
from stolik.games.othello.check.server_stage import ServerStage

topic = Topic("wrong")

_IGNORED = {
    "silent": "the server ignores a message in a wrong form or state; the document has it disconnect the client",
    "crashed": "the server crashes at such a message: look at how many parts there are before you read them",
}


async def _before_login(t: ServerStage, *, line: str) -> None:
    await t.open()
    await t.come("nobody")
    await t.say("nobody", line)
    await t.dismissed("nobody")


async def _in_the_lobby(t: ServerStage, *, line: str) -> None:
    with t.setting_up():
        await t.open()
        await t.login("Ann", "Bob")
    await t.say("Bob", line.replace("{other}", t.name("Ann")))
    await t.dismissed("Bob")
    await t.settle("Ann")


async def _in_a_game(t: ServerStage, *, line: str) -> None:
    match = await t.game("Ann", "Bob", "Cyd")
    with t.setting_up():
        # Without a move the message could have been on its way when the game began.
        await t.move(match)
        await t.move(match)
    await t.say("Ann", line)
    await t.dismissed("Ann")
    await t.settle("Bob")


_MESSAGES = {
    "invitation": "CREQ~{other}",
    "answer": "CRES~{other}~ACCEPT",
    "cancelled-invitation": "CREQC~{other}",
    "move": "CMOV~3~2",
    "end-of-game": "CENDGAME",
}
for _name, _line in _MESSAGES.items():
    topic.add(
        f"{_name}-before-login",
        f"{_line.partition('~')[0]} before CNAME ends the connection.",
        partial(_before_login, line=_line.replace("{other}", "Bob")),
        WRONG,
        lone=True,
        causes=_IGNORED,
    )
for _name in ("answer", "cancelled-invitation", "move", "end-of-game"):
    _line = _MESSAGES[_name]
    topic.add(
        f"{_name}-in-the-lobby",
        f"{_line.partition('~')[0]} from a player without an invitation or a game ends the connection.",
        partial(_in_the_lobby, line=_line),
        WRONG,
        lone=True,
        causes=_IGNORED,
    )
topic.add(
    "second-name",
    "A second CNAME ends the connection.",
    partial(_in_the_lobby, line="CNAME~Eva"),
    WRONG,
    lone=True,
    causes=_IGNORED,
)
for _name, _line in {"invitation": "CREQ~Cyd", "answer": "CRES~Cyd~ACCEPT", "second-name": "CNAME~Eva"}.items():
    topic.add(
        f"{_name}-in-a-game",
        f"{_line.partition('~')[0]} from a player in a game ends the connection.",
        partial(_in_a_game, line=_line),
        WRONG,
        causes=_IGNORED,
    )
for _name, (_line, _how) in {
    "unknown-type": ("CFOO~Ann", "of a type that does not exist"),
    "prefix-alone": ("C", "that is the prefix alone"),
    "type-in-lower-case": ("Creq~{other}", "with a type in lower case"),
    "invitation-without-name": ("CREQ", "CREQ without a name"),
    "invitation-with-empty-name": ("CREQ~", "CREQ with an empty name"),
    "answer-without-name": ("CRES", "CRES without its parts"),
    "answer-without-word": ("CRES~{other}", "CRES without ACCEPT or DECLINE"),
}.items():
    topic.add(
        f"{_name}-is-wrong",
        f"A message {_how} ends the connection.",
        partial(_in_the_lobby, line=_line),
        WRONG,
        lone=True,
        causes=_IGNORED,
    )


async def _unknown_prefix(t: ServerStage, *, line: str) -> None:
    with t.setting_up():
        await t.open()
        await t.login("Ann", "Bob")
    await t.say("Bob", line.replace("{other}", t.name("Ann")))
    try:
        await t.settle("Bob")
    except Fault as fault:
        if fault.kind is not FaultKind.CLOSED:
            raise
        t.allowed("a message with an unknown prefix ends the connection")
    bob = t.name("Bob")
    expected = Phrase("nothing of a message with an unknown prefix")
    await t.hears_nothing_of("Ann", lambda line: is_invitation_of(line, bob), expected)


for _name, _line in {
    "other-letter": "XREQ~{other}",
    "prefix-of-the-server": "SADDP~Eva",
    "small-letter": "creq~{other}",
    "empty-line": "",
    "space-before": " CREQ~{other}",
    "tilde-first": "~CREQ~{other}",
}.items():
    topic.add(
        f"prefix-{_name}",
        f"A line {_line.replace('{other}', 'Ann')!r} is not processed: its prefix is not C.",
        partial(_unknown_prefix, line=_line),
        UNKNOWN_PREFIX,
        lone=True,
        causes={
            "extra": "the server does not look at the prefix",
            "crashed": "the server crashes at a line without a prefix",
        },
    )


@topic.scenario(CPING, lone=True, causes={"silent": "the server does not answer CPING with SPONG"})
async def ping_before_login(t: ServerStage) -> None:
    """CPING is answered by SPONG before a client has a name."""
    await t.open()
    await t.come("Ann")
    await t.settle("Ann")


@topic.scenario(CPING, lone=True, causes={"silent": "the server answers only some of the pings"})
async def ping_after_ping(t: ServerStage) -> None:
    """Each CPING is answered by one SPONG."""
    await t.open()
    await t.login("Ann")
    for _ in range(5):
        await t.say("Ann", "CPING")
        await t.hears("Ann", "SPONG")


@topic.scenario(CPING, causes={"silent": "the server does not answer pings during a game"})
async def ping_in_a_game(t: ServerStage) -> None:
    """CPING is answered during a game, also when it is the other's turn."""
    match = await t.game()
    await t.settle("Ann")
    await t.settle("Bob")
    await t.move(match)
    await t.settle("Ann")
    await t.settle("Bob")


@topic.scenario(CPING, lone=True, cause="the server does not look at how many parts a message has")
async def ping_with_a_tail(t: ServerStage) -> None:
    """CPING with one more part is a wrong message."""
    await t.open()
    await t.login("Ann")
    await t.say("Ann", "CPING~Ann")
    if not await t.is_dismissed("Ann"):
        t.advise("parts of a message that do not belong there are ignored")


@topic.scenario(
    LINES, lone=True, cause="the CR stays at the end of a name or a number: remove it before the line is split"
)
async def lines_with_cr(t: ServerStage) -> None:
    """A CR before the LF is ignored: a client on Windows may send it."""
    await t.open()
    await t.login("Bob")
    await t.come("Ann")
    await t.say("Ann", f"CNAME~{t.name('Ann')}\r")
    try:
        await t.hears("Bob", f"SADDP~{t.name('Ann')}")
    except Fault:
        t.raise_crash()
        t.advise("lines that end with CR LF, as a client on Windows may send them, are not understood")


@topic.scenario(
    CEXIT, slow=True, lone=True, causes={"silent": "the server keeps the connection of a client that said CEXIT"}
)
async def player_exits(t: ServerStage) -> None:
    """After CEXIT the connection is closed, and the others hear SDELP."""
    await t.open()
    await t.login("Ann", "Bob")
    await t.say("Bob", "CEXIT")
    await t.hears("Ann", f"SDELP~{t.name('Bob')}", GONE)
    if not await t.until(lambda: t.players["Bob"].has_ended, GONE):
        t.advise("the connection stays open after CEXIT")


@topic.scenario(CEXIT, lone=True, causes={"crashed": "the server crashes at CEXIT of a client without a name"})
async def exit_before_login(t: ServerStage) -> None:
    """CEXIT before CNAME ends the connection and does no harm."""
    await t.open()
    await t.login("Ann")
    await t.come("nobody")
    await t.say("nobody", "CEXIT")
    if not await t.until(lambda: t.players["nobody"].has_ended, GONE):
        t.advise("the connection stays open after CEXIT")
    await t.settle("Ann")


@topic.scenario(SDELP, slow=True, lone=True, causes={"silent": "the players in the lobby are not told who has left"})
async def others_are_told_who_has_left(t: ServerStage) -> None:
    """When a connection ends, the others hear SDELP."""
    await t.open()
    await t.login("Ann", "Bob")
    await t.leave("Bob")
    await t.hears("Ann", f"SDELP~{t.name('Bob')}", GONE)


@topic.scenario(SDELP, slow=True, lone=True, causes={"silent": "the others are not told who is disconnected"})
async def others_are_told_who_is_disconnected(t: ServerStage) -> None:
    """When the server disconnects a player, the others hear SDELP."""
    await t.open()
    await t.login("Ann", "Bob")
    await t.say("Bob", "CFOO")
    await t.hears("Ann", f"SDELP~{t.name('Bob')}", GONE)
