"""Coming in: the name, and pings."""

from __future__ import annotations

import asyncio
from functools import partial

from stolik.check.scenario import Topic
from stolik.check.stage import V4
from stolik.check.verdicts import Fault, FaultKind, Phrase, phrase
from stolik.games.othello.check.client_stage import PING_TIME, ClientStage, is_known
from stolik.games.othello.check.quotes import CNAME, CPING, IPV4, LINES, ONE_WORD, PINGS, PREFIXES, SGAMEI

topic = Topic("login")

_PINGS = {"silent": "the client does not ping: the server will think that the connection is lost"}


@topic.scenario(
    CNAME,
    causes={
        "silent": "the client connects and does not say its name, or keeps the message in a buffer",
        "line end": r"the client does not end its message with \n",
    },
)
async def says_its_name(t: ClientStage) -> None:
    """The client connects and sends CNAME with its name."""
    await t.join()


@topic.scenario(CNAME, cause="the client does not use the name that it was given")
async def says_the_name_that_it_was_given(t: ClientStage) -> None:
    """The name is the one that the person chose."""
    await t.join("Zuzana")


@topic.scenario(IPV4, causes={"silent": "the client does not connect to the IPv4 address that it is given"})
async def connects_by_ipv4(t: ClientStage) -> None:
    """The client connects to an IPv4 address of four numbers."""
    await t.join()
    await t.tell("SADDP~Eva")


@topic.scenario(CNAME, causes={"extra": "the client logs in more than once"})
async def says_its_name_once(t: ClientStage) -> None:
    """After CNAME nothing but pings comes, until the person does something."""
    await t.join()
    await t.hears_nothing(1.0)


@topic.scenario(CPING, slow=True, causes=_PINGS)
async def pings(t: ClientStage) -> None:
    """The client sends CPING."""
    await t.join()
    await t.hears("CPING", PING_TIME)


@topic.scenario(PINGS, slow=True, causes=_PINGS)
async def goes_on_pinging(t: ClientStage) -> None:
    """The client sends CPING again and again."""
    await t.join()
    for _ in range(3):
        await t.hears("CPING", PING_TIME)
        await t.pong()


@topic.scenario(PINGS, slow=True, causes=_PINGS)
async def pings_in_a_game(t: ClientStage) -> None:
    """The client pings during a game, also when it waits for the opponent."""
    await t.join()
    with t.setting_up():
        await t.white()
    for _ in range(2):
        await t.hears("CPING", PING_TIME)
        await t.pong()


@topic.scenario(PREFIXES, slow=True, causes={"other": "a message of the client does not begin with C and a known type"})
async def every_message_has_the_prefix(t: ClientStage) -> None:
    """Every message of the client begins with C, and its type is one of the document's."""
    await t.join()
    heard = []
    with t.setting_up():
        await t.white()
        await t.play_out(6)
    for _ in range(3):
        try:
            heard.append(await t.client.hear(Phrase("a message with C"), 1.0))
        except Fault as fault:
            if fault.kind is not FaultKind.SILENT:
                raise
            break
    for line in heard:
        if not is_known(line.removesuffix("\r")):
            raise t.client.fault(FaultKind.OTHER, Phrase("a message with C"), phrase("{line} came", line=line))


@topic.scenario(LINES, cause=r"the client ends its lines with \r\n")
async def lines_end_with_lf(t: ClientStage) -> None:
    """The client's lines end with LF alone."""
    arrivals = await t.listen()
    values = {"host": V4, "port": t.port, "name": "Dan"}
    await t.start(["--host", V4, "--port", str(t.port), "--name", "Dan"], values)
    t.client = await t.arrival(arrivals, "server")
    line = await t.client.hear(Phrase("CNAME~Dan"))
    if line.endswith("\r"):
        t.advise("the client ends its lines with CR LF: the document has LF alone")


async def _wrong_name(t: ClientStage, *, name: str) -> None:
    """The client does not log in under such a name: it asks again, or ends."""
    arrivals = await t.listen()
    values = {"host": V4, "port": t.port, "name": name}
    program = await t.start(["--host", V4, "--port", str(t.port), "--name", name], values)
    await t.until(lambda: not arrivals.empty() or program.exited, 2.0)
    t.raise_crash()
    if arrivals.empty():
        return
    t.client = await t.arrival(arrivals, "server")
    try:
        line = await t.client.hear(Phrase("nothing"), 1.0)
    except Fault:
        return
    raise t.client.fault(FaultKind.EXTRA, Phrase("no login under a wrong name"), phrase("{line} came", line=line))


for _name, _value, _words in (
    ("empty", "", "an empty name"),
    ("two-words", "Dan Brown", "a name of two words"),
    ("with-tilde", "Dan~Eva", "a name with a tilde"),
):
    topic.add(
        f"name-{_name}",
        f"The client does not log in under {_words}.",
        partial(_wrong_name, name=_value),
        ONE_WORD,
        causes={"extra": "the client does not check the name that it is given"},
    )


@topic.scenario(SGAMEI, causes={"crashed": "the client crashes when the server refuses it"})
async def server_refuses(t: ClientStage) -> None:
    """When the server closes the connection instead of letting the client in, the client does not crash."""
    arrivals = await t.listen()
    values = {"host": V4, "port": t.port, "name": "Dan"}
    await t.start(["--host", V4, "--port", str(t.port), "--name", "Dan"], values)
    t.client = await t.arrival(arrivals, "server")
    await t.hears("CNAME~Dan")
    await t.tell("SGAMEI~The name is taken.")
    await t.client.close()
    await asyncio.sleep(0.3)
    t.raise_crash()
