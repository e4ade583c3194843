"""IAM: taking a seat, in right and in wrong forms."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.check.scenarios.segments import SERVER_SPLITS, add_splits
from stolik.check.verdicts import NotReached, phrase
from stolik.games.kierki.check.quotes import FORMAT, IAM, IAM_LATE, IAM_WRONG, TCP
from stolik.games.kierki.check.table import SHORT, USUAL, ServerStage

topic = Topic("greeting")

LF_ENDS = "the server takes LF alone for the end of a message, as readLine() and getline() do: look for CR LF"


@topic.scenario(
    IAM,
    cause="the server does not start the deal when the fourth seat is taken, or DEAL waits in a buffer: flush it",
)
async def four_sit_down(t: ServerStage) -> None:
    """When N, E, S and W have said IAM, the deal begins."""
    await t.four(1)
    await t.asked()


@topic.scenario(IAM, cause="the server expects the seats in the order N E S W")
async def seats_in_another_order(t: ServerStage) -> None:
    """The seats can be taken in any order."""
    await t.four(1, order="WSNE")
    await t.asked()


@topic.scenario(
    IAM_LATE,
    slow=True,
    lone=True,
    causes={
        "silent": (
            "the server waits for IAM without a timeout: poll() needs the time that is left, or recv() SO_RCVTIMEO"
        ),
        "early": "the server does not wait as long as -t says",
    },
)
async def no_iam_in_time(t: ServerStage) -> None:
    """A client that says nothing is disconnected when the timeout is over."""
    await t.open(timeout=SHORT)
    peer = await t.connect("silent")
    if t.subject.at is None:
        await t.expect_closed_after(peer, t.timeout)
    elif not await peer.is_closed(USUAL + t.pace.patience):
        why = phrase("nobody knows the timeout of a running server: it is longer than {n} s", n=USUAL)
        raise NotReached(why, program=False)


@topic.scenario(
    IAM_LATE,
    slow=True,
    cause="the timeout starts again with every byte: count it from the connection",
)
async def iam_byte_by_byte_for_ever(t: ServerStage) -> None:
    """A client that dribbles bytes without an end is disconnected all the same."""
    await t.open(timeout=SHORT)
    peer = await t.connect("slow")
    await t.dribble(peer, "IAM")


_WRONG_FORMS = {
    "lower-case": ("iamN", "in lower case"),
    "lower-case-seat": ("IAMn", "with a seat in lower case"),
    "without-seat": ("IAM", "without a seat"),
    "unknown-seat": ("IAMX", "with a seat that does not exist"),
    "two-seats": ("IAMNE", "with two seats"),
    "with-space": ("IAM N", "with a space"),
    "with-space-behind": ("IAMN ", "with a space behind it"),
    "with-space-before": (" IAMN", "with a space before it"),
    "with-zero": ("IAMN\0", "with a terminal zero"),
    "with-digit": ("IAM1", "with a number for a seat"),
    "empty": ("", "that is an empty line"),
    "other-word": ("HELLO", "that is another word"),
    "with-a-card": ("TRICK12C", "that is a card"),
    "of-the-server": ("DEAL1N", "that is a message of a server"),
    "not-ascii": ("IAM\xd1", "with a byte that is not ASCII"),
    "with-lf-inside": ("IAMN\n", "with a LF before the CR LF"),
}


async def _wrong_iam(t: ServerStage, *, line: str) -> None:
    await t.open()
    peer = await t.connect("wrong")
    await peer.send(line)
    await peer.expect_closed()


for _name, (_line, _how) in _WRONG_FORMS.items():
    topic.add(
        f"iam-{_name}",
        f"A first message {_how} ends the connection.",
        partial(_wrong_iam, line=_line),
        IAM_WRONG,
        lone=True,
        cause="the server does not compare the whole first message with IAM and one of N, E, S, W",
        causes={
            "silent": (
                "the server accepts or ignores a wrong first message: compare the whole message (strip() and sscanf() "
                "forgive too much), and close the connection"
            ),
            "extra": "the server answers a wrong first message; the document has it close the connection",
        },
    )


_IAM = b"IAMN\r\n"


async def _split_iam(t: ServerStage, *, at: int) -> None:
    await t.open()
    peer = t.at["N"] = await t.connect("N")
    await peer.send_split(_IAM, at)
    for seat in "ESW":
        await t.sit(seat)
    await t.expect_deals()


add_splits(topic, "iam", "IAM", len(_IAM), _split_iam, TCP, SERVER_SPLITS)


@topic.scenario(TCP, cause=SERVER_SPLITS)
async def iam_byte_by_byte(t: ServerStage) -> None:
    """IAM can come byte by byte."""
    await t.open()
    for seat in "NESW":
        peer = t.at[seat] = await t.connect(seat)
        await peer.send_byte_by_byte(f"IAM{seat}\r\n".encode())
    await t.expect_deals()


@topic.scenario(FORMAT, cause=LF_ENDS)
async def iam_ended_by_lf_alone(t: ServerStage) -> None:
    """A line that ends with LF alone is not a message yet."""
    await t.open()
    peer = await t.connect("LF")
    await peer.send_bytes(b"IAMN\n")
    others = {seat: await t.sit(seat) for seat in "ESW"}
    if await peer.is_closed(0.3):
        t.allowed("a LF without a CR is taken for a wrong message, and the connection is closed")
        return
    for other in (peer, *others.values()):
        await other.expect_nothing(0.1)
