"""The report on standard output."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from stolik.check.exchange import quoted
from stolik.check.scenario import Topic
from stolik.check.stage import Stage
from stolik.check.verdicts import Fault, FaultKind, Phrase, phrase
from stolik.games.kierki.cards import DECK
from stolik.games.kierki.check.deals import put
from stolik.games.kierki.check.quotes import REPORT
from stolik.games.kierki.check.table import ServerStage
from stolik.games.kierki.rules import SEATS

topic = Topic("report")

LINE = re.compile(r"\[(?P<sender>\S+):(?P<sport>\d+),(?P<receiver>\S+):(?P<rport>\d+),(?P<time>[^\]]+)\] ?(?P<text>.*)")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}")
FORM = Phrase("[ip:port,ip:port,YYYY-MM-DDTHH:MM:SS.mmm] message")
# Far more than the clocks of one machine differ, far less than a wrong time zone.
SAME_TIME = timedelta(minutes=5)


class Report:
    """The lines of a report, read as the document's example has them."""

    def __init__(self, text: str) -> None:
        self.lines: list[re.Match[str]] = []
        self.other: list[str] = []
        # The example ends a message with \r\n, in letters: some programs print it so, most as characters.
        for line in text.replace("\r\n", "\n").split("\n"):
            found = LINE.fullmatch(line.removesuffix(r"\r\n"))
            if found:
                self.lines.append(found)
            elif line.strip():
                self.other.append(line)

    def expect_all(self, t: Stage, who: str, port: int) -> None:
        """Every message that this peer of the checker, at its port, has sent and heard is in the report; raises Fault.

        The order is that of each direction: of two messages that cross on their way, either may be the first.
        """
        for way, end in (("sent", "sport"), ("came", "rport")):
            entries = [entry for entry in t.exchange.entries() if entry.who == who and entry.way == way]
            said = [text for entry in entries for text in entry.text.split(r"\r\n") if text]
            printed = [line["text"] for line in self.lines if line[end] == str(port)]
            missing = next((text for text in said if said.count(text) > printed.count(text)), None)
            if missing is not None:
                expected = phrase("{line} in the report, with port {port}", line=missing, port=port)
                raise Fault(FaultKind.REPORT, expected, phrase("{n} lines with that port are there", n=len(printed)))
            if [text for text in printed if text in said] != said:
                expected = phrase("the messages of {seat} in the order in which they were sent", seat=who)
                raise Fault(FaultKind.REPORT, expected, Phrase("they are in another order"))


def expect_form(t: Stage, report: Report) -> None:
    """There are lines of a report, and advice if there are others; raises Fault."""
    if not report.lines:
        raise Fault(FaultKind.REPORT, FORM, phrase("no such line was printed; {n} others were", n=len(report.other)))
    if report.other:
        first = quoted(report.other[0], 80)
        t.advise("standard output has lines that are not of the report: {line}", line=first)


async def _played(t: ServerStage, *, busy: bool = False) -> Report:
    """A match with a wrong card in it, and perhaps a BUSY, and its report."""
    with t.setting_up():
        await t.four(6)
        seat = await t.play_to(1)
        if busy:
            players = dict(t.at)
            await t.expect_busy(await t.sit("S", "S too"), SEATS)
            t.at = players
        await t.refused(seat, put(1, next(card for card in DECK if card not in t.hand(seat))))
        await t.answer()
        t.ports = {one: peer.address[1] for one, peer in t.at.items()}
        await t.play_out()
    return await report_of(t)


async def report_of(t: ServerStage) -> Report:
    """The whole report of a server that has ended."""
    assert t.program is not None  # noqa: S101 - the match was played
    return Report(t.program.stdout.decode("utf-8", "replace"))


@topic.scenario(REPORT, cause="the report is not printed on standard output, or its lines have another form")
async def report_has_the_form_of_the_document(t: ServerStage) -> None:
    """Every line of the report is [sender,receiver,time] and a message."""
    report = await _played(t)
    expect_form(t, report)


@topic.scenario(
    REPORT, cause="messages are missing in the report: it has to have every message that was sent or received"
)
async def report_has_every_message(t: ServerStage) -> None:
    """The report has every message to and from each player, in order."""
    report = await _played(t)
    for seat in SEATS:
        report.expect_all(t, seat, t.ports[seat])


@topic.scenario(REPORT, cause="wrong messages are left out: the document has them in the report too")
async def report_has_wrong_messages(t: ServerStage) -> None:
    """The report has wrong messages too, and the answers to them."""
    report = await _played(t)
    texts = [line["text"] for line in report.lines]
    entries = [entry for entry in t.exchange.entries() if entry.way == "sent" or entry.text.startswith("WRONG")]
    said = [entry.text.removesuffix(r"\r\n") for entry in entries]
    lost = next((text for text in said if text not in texts), None)
    if lost is not None:
        raise Fault(FaultKind.REPORT, phrase("{line} in the report", line=lost), Phrase("it is not there"))


@topic.scenario(REPORT, cause="BUSY and the IAM before it are left out of the report")
async def report_has_busy(t: ServerStage) -> None:
    """The report has the BUSY that a newcomer got."""
    report = await _played(t, busy=True)
    if not any(line["text"].startswith("BUSY") for line in report.lines):
        raise Fault(FaultKind.REPORT, Phrase("BUSY in the report"), Phrase("it is not there"))


@topic.scenario(REPORT, cause="sender and receiver are mixed up: a received message has the client first")
async def report_names_sender_and_receiver(t: ServerStage) -> None:
    """IAM has the client as its sender and the server as its receiver; DEAL the other way round."""
    report = await _played(t)
    for line in report.lines:
        client = line["sport"] if line["text"].startswith("IAM") else line["rport"]
        if line["text"][:4] in ("IAMN", "DEAL") and int(client) == t.port:
            expected = phrase("{line} with the sender first", line=line["text"])
            raise Fault(FaultKind.REPORT, expected, phrase("{line}", line=quoted(line[0], 120)))
        if line["text"].startswith("IAM") and int(line["rport"]) != t.port:
            expected = phrase("the server's port {port} as the receiver of IAM", port=t.port)
            raise Fault(FaultKind.REPORT, expected, phrase("{line}", line=quoted(line[0], 120)))


@topic.scenario(
    REPORT, cause="times are written in another form: YYYY-MM-DDTHH:MM:SS.mmm, such as 2024-04-25T18:21:00.010"
)
async def report_has_times(t: ServerStage) -> None:
    """Times have the form of the document's example, with milliseconds, and do not go back."""
    report = await _played(t)
    last = ""
    for line in report.lines:
        time = line["time"]
        if not TIME.fullmatch(time):
            raise Fault(FaultKind.REPORT, FORM, phrase("{line}", line=quoted(line[0], 120)))
        if abs(datetime.fromisoformat(time) - datetime.now()) > SAME_TIME:
            t.advise("the times are not local times of this machine: {time}", time=time)
        if time < last:
            t.advise("times go back in the report: {time} after {last}", time=time, last=last)
        last = time
