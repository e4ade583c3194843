"""The start of the server, and CNAME: taking a name."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.check.stage import V4
from stolik.check.verdicts import Fault, Phrase, phrase
from stolik.games.othello.check.quotes import (
    ASKS,
    CNAME,
    IPV4,
    LINES,
    LIST,
    ONE_WORD,
    ROBUST,
    SADDP,
    SUPS,
    WRONG,
)
from stolik.games.othello.check.server_lobby import GONE
from stolik.games.othello.check.server_stage import ServerStage

topic = Topic("login")


@topic.scenario(
    ASKS,
    lone=True,
    causes={
        "silent": "the server does not listen on the port that it was told, or does not answer CPING with SPONG",
        "exit": "the server ends at once: it reads the port and the number of clients from its standard input",
    },
)
async def server_answers_on_its_port(t: ServerStage) -> None:
    """A client can connect to the port that the server was told, and log in."""
    await t.open()
    await t.login("Ann")


@topic.scenario(IPV4, lone=True, cause="the server listens on another address than that of this machine")
async def reached_by_ipv4(t: ServerStage) -> None:
    """The server can be reached by IPv4."""
    await t.open()
    host = "" if t.subject.at else V4
    t.players["Ann"] = await t.connect("Ann", host)
    await t.settle("Ann")


@topic.scenario(SADDP, lone=True, causes={"silent": "the players in the lobby are not told of one who logs in"})
async def others_are_told_of_a_newcomer(t: ServerStage) -> None:
    """Those who are in the lobby hear SADDP with the newcomer's name."""
    await t.open()
    await t.login("Ann", "Bob")
    await t.hears("Ann", f"SADDP~{t.name('Bob')}")


@topic.scenario(LIST, lone=True, causes={"silent": "a newcomer is not told who is in the lobby already"})
async def newcomer_is_told_who_is_here(t: ServerStage) -> None:
    """A newcomer hears SADDP for every player in the lobby."""
    await t.open()
    await t.login("Ann", "Bob", "Cyd")
    await t.hears("Cyd", f"SADDP~{t.name('Ann')}")
    await t.hears("Cyd", f"SADDP~{t.name('Bob')}")


@topic.scenario(SUPS, causes={"silent": "a newcomer is not told which players are busy"})
async def newcomer_is_told_who_is_busy(t: ServerStage) -> None:
    """A newcomer hears SUPS with BUSY for those who are playing."""
    await t.game()
    await t.login("Cyd")
    for who in ("Ann", "Bob"):
        await t.hears("Cyd", f"SADDP~{who}")
        await t.hears("Cyd", f"SUPS~{who}~BUSY")


@topic.scenario(LIST, cause="the server does not go on after CNAME: it closes the connection, or answers no ping")
async def newcomer_is_not_told_of_itself(t: ServerStage) -> None:
    """The list of the other players does not have the newcomer's own name."""
    await t.open()
    await t.login("Ann")
    try:
        await t.hears_nothing_of("Ann", lambda line: line == "SADDP~Ann", Phrase("nothing of the client itself"))
    except Fault:
        t.allowed("a client is told of itself too")


@topic.scenario(CNAME, lone=True, causes={"crashed": "the server crashes when a name is used twice"})
async def name_is_taken(t: ServerStage) -> None:
    """A second client is not let in under the name of the first, and the first one stays."""
    await t.open()
    await t.login("Ann", "Bob")
    await t.come("twin")
    await t.say("twin", f"CNAME~{t.name('Ann')}")
    if not await t.is_dismissed("twin"):
        t.advise("two players can have the same name: nobody can tell which of them is invited")
    await t.settle("Ann")
    await t.settle("Bob")


@topic.scenario(CNAME, slow=True, lone=True, causes={"closed": "the name of a player who has left stays taken"})
async def name_is_free_again(t: ServerStage) -> None:
    """When a player has left, somebody else can take the name."""
    await t.open()
    await t.login("Ann")
    await t.say("Ann", "CEXIT")
    await t.come_back("Ann")


async def _wrong_name(t: ServerStage, *, line: str) -> None:
    await t.open()
    await t.come("wrong")
    await t.say("wrong", line)
    await t.dismissed("wrong")


_CAUSE = {
    "silent": "the server does not check what follows CNAME; the document has it disconnect the client",
    "crashed": "the server crashes at a message without all its parts: look at how many there are before you read them",
}
for _name, (_line, _how) in {
    "nothing": ("CNAME", "without a name"),
    "empty-name": ("CNAME~", "with an empty name"),
}.items():
    topic.add(
        f"login-with-{_name}",
        f"CNAME {_how} ends the connection.",
        partial(_wrong_name, line=_line),
        WRONG,
        lone=True,
        causes=_CAUSE,
    )


async def _doubtful_name(t: ServerStage, *, line: str, advice: str) -> None:
    await t.open()
    await t.login("Ann")
    await t.come("odd")
    await t.say("odd", line)
    if not await t.is_dismissed("odd"):
        t.advise(advice)
    await t.settle("Ann")


for _name, (_line, _how, _quote) in {
    "two-words": ("CNAME~two words", "of two words", ONE_WORD),
    "two-names": ("CNAME~Eva~Dan", "and one more part", LINES),
    "a-space": ("CNAME~ ", "that is a space", ONE_WORD),
    "a-very-long-name": ("CNAME~" + "x" * 1500, "of 1500 letters", ONE_WORD),
}.items():
    topic.add(
        f"login-with-{_name}",
        f"CNAME with a name {_how} is refused, and does no harm.",
        partial(_doubtful_name, line=_line, advice="the server lets a client in under such a name"),
        _quote,
        lone=True,
        causes=_CAUSE,
    )


@topic.scenario(CNAME, cause="the server takes names for ASCII: a letter of UTF-8 can be several bytes")
async def name_with_letters_beyond_ascii(t: ServerStage) -> None:
    """A name with Czech letters can be used."""
    await t.open()
    await t.login("Ann")
    peer = await t.come("Zoe")
    await peer.send_bytes("CNAME~Žofie\n".encode())
    try:
        await t.settle("Zoe")
        name = "Žofie".encode().decode("latin-1")
        await t.hear_until("Ann", lambda line: line == f"SADDP~{name}", phrase("SADDP~Žofie"))
    except Fault:
        t.raise_crash()
        t.advise("a name with letters beyond ASCII cannot be used")


@topic.scenario(ASKS, causes={"silent": "the server lets in more clients than it was told"})
async def server_is_full(t: ServerStage) -> None:
    """A client beyond the largest number is not let in; the others stay."""
    with t.setting_up():
        await t.open(clients=2)
        await t.login("Ann", "Bob")
    await t.come("Cyd")
    await t.say("Cyd", "CNAME~Cyd")
    await t.dismissed("Cyd")
    await t.settle("Ann")
    await t.settle("Bob")


@topic.scenario(ASKS, slow=True, causes={"closed": "a client that has left is counted for ever"})
async def place_is_free_again(t: ServerStage) -> None:
    """When a player of a full server has left, another one is let in."""
    with t.setting_up():
        await t.open(clients=2)
        await t.login("Ann", "Bob")
    await t.say("Bob", "CEXIT")
    await t.until(lambda: t.players["Bob"].has_ended, GONE)
    del t.players["Bob"]
    await t.come_back("Cyd")


@topic.scenario(ROBUST, cause="the server does not serve many clients at a time")
async def ten_players_in_the_lobby(t: ServerStage) -> None:
    """Ten players can be in the lobby, and each is told of the others."""
    names = [f"Player{number}" for number in range(10)]
    await t.open()
    await t.login(*names)
    for who in names:
        for other in names:
            if other != who:
                await t.hears(who, f"SADDP~{other}")
