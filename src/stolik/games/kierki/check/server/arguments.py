"""The parameters of the command line, and errors before the match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from stolik.check import ports
from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault, FaultKind, NotReached, Phrase, phrase
from stolik.games.kierki.check.deals import deals_of, file_of
from stolik.games.kierki.check.quotes import ANY_ORDER, CHECK_PARAMETERS, FILE, PORT, TIMEOUT, TWICE
from stolik.games.kierki.check.table import USUAL, ServerStage
from stolik.tournament.sandbox.process_tree import family

topic = Topic("arguments")

_PARSE = "the server reads a number with atoi() or stoi() and does not look at what follows it, or at its range"
Parameters = Callable[[str, str], Sequence[str]]
"""Made from the file's name and a free port."""


async def _start(t: ServerStage, parameters: Parameters) -> None:
    t.follow(deals_of((1,)))
    file = t.folder() / "match.txt"
    file.write_text(file_of(t.deals))
    t.port = t.port or t.free_port()
    await t.start(parameters(str(file), str(t.port)), {}, exactly=True)


async def _refused(t: ServerStage, *, parameters: Parameters, advice: str = "") -> None:
    await _start(t, parameters)
    assert t.program is not None  # noqa: S101 - it was just started
    try:
        await t.program.expect_exit(1, seconds=t.pace.patience)
    except Fault as fault:
        if not advice or fault.kind is FaultKind.CRASHED:
            raise
        t.advise(advice)
        return
    if not t.program.stderr.strip():
        t.advise("the program says nothing on standard error about what is wrong")


_REFUSED: dict[str, tuple[str, Parameters]] = {
    "no-file": ("Without -f the server ends with code 1.", lambda file, port: ["-p", port]),
    "no-parameters": ("Without any parameter the server ends with code 1.", lambda file, port: []),
    "file-does-not-exist": (
        "When the file of -f does not exist, the server ends with code 1.",
        lambda file, port: ["-f", file + ".not-there", "-p", port],
    ),
    "port-too-large": ("Port 65536 is refused.", lambda file, port: ["-f", file, "-p", "65536"]),
    "port-far-too-large": (
        "A port that no integer can hold is refused.",
        lambda file, port: ["-f", file, "-p", "99999999999999999999"],
    ),
    "port-negative": ("A negative port is refused.", lambda file, port: ["-f", file, "-p", "-1"]),
    "port-not-a-number": ("A port that is not a number is refused.", lambda file, port: ["-f", file, "-p", "abc"]),
    "port-with-letters": (
        "A port with letters behind it is refused.",
        lambda file, port: ["-f", file, "-p", port + "x"],
    ),
    "timeout-zero": ("A timeout of 0 is refused.", lambda file, port: ["-f", file, "-p", port, "-t", "0"]),
    "timeout-negative": ("A negative timeout is refused.", lambda file, port: ["-f", file, "-p", port, "-t", "-3"]),
    "timeout-not-a-number": (
        "A timeout that is not a number is refused.",
        lambda file, port: ["-f", file, "-p", port, "-t", "soon"],
    ),
    "timeout-with-letters": (
        "A timeout with letters behind it is refused.",
        lambda file, port: ["-f", file, "-p", port, "-t", "3x"],
    ),
    "unknown-parameter": ("An unknown parameter is refused.", lambda file, port: ["-f", file, "-p", port, "-x"]),
    "parameter-without-value": ("A parameter without its value is refused.", lambda file, port: ["-f", file, "-p"]),
}
_QUOTES = {
    "no-file": FILE,
    "no-parameters": FILE,
    "file-does-not-exist": FILE,
    "timeout-zero": TIMEOUT,
    "timeout-negative": TIMEOUT,
}
for _name, (_title, _parameters) in _REFUSED.items():
    topic.add(
        _name,
        _title,
        partial(_refused, parameters=_parameters),
        _QUOTES.get(_name, CHECK_PARAMETERS),
        cause=_PARSE if "port" in _name or "timeout" in _name else "",
        causes={"exit": "the server does not check this parameter, or ends with another code than 1"},
    )

topic.add(
    "stray-word",
    "A word that belongs to no parameter is refused.",
    partial(
        _refused,
        parameters=lambda file, port: ["-f", file, "-p", port, "stray"],
        advice="a word that belongs to no parameter is ignored; its author may have mistyped something",
    ),
    CHECK_PARAMETERS,
    cause="the server reads the words of its command line without a look at how many there are",
)


@topic.scenario(CHECK_PARAMETERS, cause="the server does not look at what bind() or listen() returns")
async def port_in_use(t: ServerStage) -> None:
    """When the port is in use, the server ends with code 1."""
    await t.listen("0.0.0.0")  # noqa: S104 - whatever address the server chooses
    await _refused(t, parameters=lambda file, port: ["-f", file, "-p", port])


async def _plays(t: ServerStage, *, parameters: Parameters) -> None:
    await _start(t, parameters)
    for seat in "NESW":
        await t.sit(seat)
    await t.expect_deals()


_ORDERS: dict[str, Parameters] = {
    "order-p-t-f": lambda file, port: ["-p", port, "-t", "60", "-f", file],
    "order-t-f-p": lambda file, port: ["-t", "60", "-f", file, "-p", port],
    "order-f-p-t": lambda file, port: ["-f", file, "-p", port, "-t", "60"],
}
for _name, _parameters in _ORDERS.items():
    topic.add(
        _name,
        f"The parameters can be given in the order {_name[6:].replace('-', ' -').join(['-', ''])}.",
        partial(_plays, parameters=_parameters),
        ANY_ORDER,
        cause="the server expects its parameters in a fixed order",
    )


async def _any_port(t: ServerStage, *, parameters: Parameters) -> None:
    await _start(t, parameters)
    t.port = await _listening_port(t)
    for seat in "NESW":
        await t.sit(seat)
    await t.expect_deals()


async def _listening_port(t: ServerStage) -> int:
    """The port that the server chose, as the system tells."""
    assert t.program is not None  # noqa: S101 - it was just started
    if t.subject.sandbox is not None:
        raise NotReached(Phrase("in a sandbox the chosen port cannot be found"), program=False)
    wait = t.pace.wait(2 * t.pace.patience)
    while not t.program.exited and not await wait.is_over():
        found = ports.listening(family(t.program.process.pid))
        if found:
            return min(found)
        await asyncio.sleep(0.02)
    expected = Phrase("the server listens on a port that bind() chose")
    came = Phrase("the program ended") if t.program.exited else Phrase("it listens on none")
    raise Fault(FaultKind.SILENT, expected, came)


for _name, _title, _parameters in (
    (
        "no-port",
        "Without -p the server listens on a port that bind() chooses.",
        lambda file, port: ["-f", file, "-t", "60"],
    ),
    (
        "port-zero",
        "With -p 0 the server listens on a port that bind() chooses.",
        lambda file, port: ["-f", file, "-p", "0", "-t", "60"],
    ),
):
    topic.add(
        _name,
        _title,
        partial(_any_port, parameters=_parameters),
        PORT,
        cause="the server takes a missing port, or port 0, for an error",
    )


@topic.scenario(TWICE, cause="the server takes a parameter that is given twice for an error")
async def port_twice(t: ServerStage) -> None:
    """When -p is given twice, the first or the last one counts."""
    other = t.free_port()
    await _start(t, lambda file, port: ["-p", port, "-f", file, "-p", str(other)])
    found = await _listening_port(t)
    if found not in (t.port, other):
        expected = phrase("the server listens on port {first} or {last}", first=t.port, last=other)
        raise Fault(FaultKind.OTHER, expected, phrase("it listens on {port}", port=found))


@topic.scenario(
    TIMEOUT,
    slow=True,
    causes={
        "early": "the timeout is shorter than 5 s when -t is not given",
        "silent": "without -t there is no timeout",
    },
)
async def timeout_is_five_seconds_by_default(t: ServerStage) -> None:
    """Without -t the server waits 5 seconds."""
    await _start(t, lambda file, port: ["-f", file, "-p", port])
    peer = await t.connect("silent")
    await t.expect_closed_after(peer, USUAL)


@topic.scenario(CHECK_PARAMETERS, cause="the server reads on though the file could not be opened or read")
async def file_is_a_folder(t: ServerStage) -> None:
    """When -f names a folder, the server ends with code 1."""
    folder = str(t.folder())
    advice = "the server does not notice that the file of -f cannot be read"
    await _refused(t, parameters=lambda file, port: ["-f", folder, "-p", port], advice=advice)
