"""The report of the automatic client."""

from __future__ import annotations

from stolik.check.exchange import quoted
from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault, FaultKind, phrase
from stolik.games.kierki.check.quotes import CLIENT_REPORT, REPORT
from stolik.games.kierki.check.server.reporting import FORM, TIME, Report, expect_form
from stolik.games.kierki.check.visitor import ClientStage

topic = Topic("report")


async def _played(t: ClientStage) -> Report:
    await t.join("N", 6)
    await t.client.send("HELLO")
    await t.play_out()
    assert t.program is not None  # noqa: S101 - it was started
    return Report(t.program.stdout.decode("utf-8", "replace"))


@topic.scenario(CLIENT_REPORT, cause="the report is not printed on standard output, or its lines have another form")
async def report_has_the_form_of_the_document(t: ClientStage) -> None:
    """Every line of the report is [sender,receiver,time] and a message."""
    report = await _played(t)
    expect_form(t, report)
    for line in report.lines:
        if not TIME.fullmatch(line["time"]):
            raise Fault(FaultKind.REPORT, FORM, phrase("{line}", line=quoted(line[0], 120)))


@topic.scenario(
    REPORT, cause="messages are missing in the report: it has to have every message that was sent or received"
)
async def report_has_every_message(t: ClientStage) -> None:
    """The report has every message, in order, wrong ones too."""
    report = await _played(t)
    report.expect_all(t, "server", t.port)


@topic.scenario(REPORT, cause="sender and receiver are mixed up: what the client sends has the client first")
async def report_names_sender_and_receiver(t: ClientStage) -> None:
    """What the client sent has its own address first; what it received, the server's."""
    report = await _played(t)
    for line in report.lines:
        sender = line["rport"] if line["text"].startswith("IAM") else line["sport"]
        if line["text"].startswith(("IAM", "DEAL", "TAKEN")) and int(sender) != t.port:
            expected = phrase("the server's port {port} in its place", port=t.port)
            raise Fault(FaultKind.REPORT, expected, phrase("{line}", line=quoted(line[0], 120)))
