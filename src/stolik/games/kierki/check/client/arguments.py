"""The client's parameters, and how it connects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from stolik.check.scenario import Quote, Topic
from stolik.check.stage import V4, V6
from stolik.check.verdicts import Fault, FaultKind, Phrase, phrase
from stolik.games.kierki.check.quotes import (
    CHECK_PARAMETERS,
    CLIENT_ORDER,
    CLIENT_PORT,
    CLIENT_TWICE,
    EXIT,
    HOST,
    IAM,
    SEAT,
)
from stolik.games.kierki.check.quotes import V4 as V4_QUOTE
from stolik.games.kierki.check.quotes import V6 as V6_QUOTE
from stolik.games.kierki.check.visitor import ClientStage
from stolik.games.kierki.rules import SEATS

topic = Topic("arguments")

Parameters = Callable[[str], Sequence[str]]
"""Made from a port at which a server listens."""
_PARSE = "the client reads the port with atoi() or stoi() and does not look at what follows it, or at its range"

TRIES_AGAIN = 20.0
"""Seconds in which a client must give up a server that is not there: it may try again, and ours does for 5. Where no
name server can be reached, the system looks for a name about as long."""


async def _refused(t: ClientStage, *, parameters: Parameters, advice: str = "") -> None:
    arrivals = await t.listen()
    await t.run(*parameters(str(t.port)))
    assert t.program is not None  # noqa: S101 - it was just started
    try:
        await t.program.expect_exit(1, seconds=TRIES_AGAIN)
    except Fault as fault:
        if not advice or fault.kind is FaultKind.CRASHED:
            raise
        t.advise(advice)
        return
    if not arrivals.empty():
        t.advise("the client connects before it has checked its parameters")
    if not t.program.stderr.strip():
        t.advise("the program says nothing on standard error about what is wrong")


_REFUSED: dict[str, tuple[str, Quote, Parameters]] = {
    "no-host": ("Without -h the client ends with code 1.", HOST, lambda port: ["-p", port, "-N", "-a"]),
    "no-port": ("Without -p the client ends with code 1.", CLIENT_PORT, lambda port: ["-h", V4, "-N", "-a"]),
    "no-seat": ("Without a seat the client ends with code 1.", SEAT, lambda port: ["-h", V4, "-p", port, "-a"]),
    "no-parameters": ("Without parameters the client ends with code 1.", HOST, lambda port: []),
    "port-not-a-number": (
        "A port that is not a number is refused.",
        CHECK_PARAMETERS,
        lambda port: ["-h", V4, "-p", "abc", "-N", "-a"],
    ),
    "port-with-letters": (
        "A port with letters behind it is refused.",
        CHECK_PARAMETERS,
        lambda port: ["-h", V4, "-p", f"{port}x", "-N", "-a"],
    ),
    "port-too-large": (
        "Port 65536 and more is refused.",
        CHECK_PARAMETERS,
        lambda port: ["-h", V4, "-p", str(int(port) + 65536), "-N", "-a"],
    ),
    "port-negative": (
        "A negative port is refused.",
        CHECK_PARAMETERS,
        lambda port: ["-h", V4, "-p", f"-{port}", "-N", "-a"],
    ),
    "unknown-parameter": (
        "An unknown parameter is refused.",
        CHECK_PARAMETERS,
        lambda port: ["-h", V4, "-p", port, "-N", "-a", "-x"],
    ),
    "parameter-without-value": (
        "A parameter without its value is refused.",
        CHECK_PARAMETERS,
        lambda port: ["-h", V4, "-N", "-a", "-p"],
    ),
    "unknown-host": (
        "When the host does not exist, the client ends with code 1.",
        EXIT,
        lambda port: ["-h", "no-such-host.invalid", "-p", port, "-N", "-a"],
    ),
}
for _name, (_title, _quote, _parameters) in _REFUSED.items():
    topic.add(
        _name,
        _title,
        partial(_refused, parameters=_parameters),
        _quote,
        cause=_PARSE if "port-" in _name else "",
        causes={"exit": "the client does not check this parameter, or ends with another code than 1"},
    )
topic.add(
    "stray-word",
    "A word that belongs to no parameter is refused.",
    partial(
        _refused,
        parameters=lambda port: ["-h", V4, "-p", port, "-N", "-a", "stray"],
        advice="a word that belongs to no parameter is ignored; its author may have mistyped something",
    ),
    CHECK_PARAMETERS,
    cause="the client reads the words of its command line without a look at how many there are",
)


@topic.scenario(EXIT, causes={"exit": "the client does not look at what connect() returns"})
async def nobody_listens(t: ClientStage) -> None:
    """When nobody listens at the port, the client ends with code 1."""
    port = t.free_port()
    await t.run("-h", V4, "-p", str(port), "-N", "-a")
    assert t.program is not None  # noqa: S101 - it was just started
    await t.program.expect_exit(1, seconds=TRIES_AGAIN)
    if not t.program.stderr.strip():
        t.advise("the program says nothing on standard error about what is wrong")


async def _greets(t: ClientStage, *, seat: str) -> None:
    await t.join(seat)
    await t.client.expect_nothing(0.1)


for _seat in SEATS:
    topic.add(
        f"seat-{_seat.lower()}",
        f"With -{_seat} the client says IAM{_seat}, and nothing else.",
        partial(_greets, seat=_seat),
        IAM,
        causes={
            "line end": r"the client does not end its message with \r\n",
            "silent": "the client does not send IAM, or keeps it in a buffer",
        },
    )


async def _connects(
    t: ClientStage, *, parameters: Parameters, host: str = V4, greetings: Sequence[str] = ("IAMN",)
) -> None:
    arrivals = await t.listen(host)
    await t.run(*parameters(str(t.port)))
    peer = await t.arrival(arrivals, "server")
    heard = await peer.hear(phrase("{line}", line=" or ".join(greetings)))
    if heard not in greetings:
        raise peer.fault(FaultKind.OTHER, Phrase(" or ".join(greetings)), phrase("{line} came", line=heard))


_STARTS: dict[str, tuple[str, Quote, Parameters, str, Sequence[str]]] = {
    "parameters-in-another-order": (
        "The parameters can be given in any order.",
        CLIENT_ORDER,
        lambda port: ["-a", "-N", "-p", port, "-h", V4],
        V4,
        ("IAMN",),
    ),
    "seat-first": (
        "The seat can be the first parameter.",
        CLIENT_ORDER,
        lambda port: ["-N", "-h", V4, "-a", "-p", port],
        V4,
        ("IAMN",),
    ),
    "host-name": (
        "The host can be a name.",
        HOST,
        lambda port: ["-h", "localhost", "-4", "-p", port, "-N", "-a"],
        V4,
        ("IAMN",),
    ),
    "forced-ipv4": (
        "With -4 the client connects by IPv4.",
        V4_QUOTE,
        lambda port: ["-h", V4, "-4", "-p", port, "-N", "-a"],
        V4,
        ("IAMN",),
    ),
    "forced-ipv6": (
        "With -6 the client connects by IPv6.",
        V6_QUOTE,
        lambda port: ["-h", V6, "-6", "-p", port, "-N", "-a"],
        V6,
        ("IAMN",),
    ),
    "ipv6-address": (
        "The host can be an IPv6 address.",
        HOST,
        lambda port: ["-h", V6, "-p", port, "-N", "-a"],
        V6,
        ("IAMN",),
    ),
    "two-seats": (
        "When two seats are given, the first or the last one counts.",
        CLIENT_TWICE,
        lambda port: ["-h", V4, "-p", port, "-N", "-S", "-a"],
        V4,
        ("IAMN", "IAMS"),
    ),
}
for _name, (_title, _quote, _parameters, _host, _greetings) in _STARTS.items():
    topic.add(
        _name,
        _title,
        partial(_connects, parameters=_parameters, host=_host, greetings=_greetings),
        _quote,
        causes={"exit": "the client refuses parameters that are right", "silent": "the client does not connect"},
    )


@topic.scenario(V6_QUOTE, causes={"exit": "the client ends with another code than 1 when it cannot connect"})
async def ipv6_is_forced_where_there_is_none(t: ClientStage) -> None:
    """With -6 and an IPv4 address the client ends with code 1, and does not connect by IPv4."""
    arrivals = await t.listen(V4)
    await t.run("-h", V4, "-6", "-p", str(t.port), "-N", "-a")
    assert t.program is not None  # noqa: S101 - it was just started
    await t.until(lambda: not arrivals.empty() or t.program is None or t.program.exited)
    if not arrivals.empty():
        raise Fault(FaultKind.OTHER, Phrase("the client does not connect"), Phrase("it connects by IPv4"))
    await t.program.expect_exit(1)
