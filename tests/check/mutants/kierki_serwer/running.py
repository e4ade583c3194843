"""Mutants of `kierki-serwer`: exit codes, parameters and the report."""

from __future__ import annotations

import re
from typing import Any

from tests.check.mutants import Mutants

from stolik.games.kierki.programs import kierki_serwer, server
from stolik.service.net import connection, connections, report

mutants = Mutants()


@mutants.mutant("match-ends-with-code-0")
def exit_code_is_1() -> None:
    """The exit code is 1 after a whole match."""
    kierki_serwer.run = lambda match: (server and _run(match), 0)[1]


def _run(match: Any) -> Any:
    from stolik.service.net.loop import run

    return run(match)


@mutants.mutant("match-ends-with-code-0")
def server_goes_on_after_the_match() -> None:
    """The server does not end after the match."""
    connections.Connections.close = _never


async def _never(self: Any) -> None:
    import asyncio

    await asyncio.sleep(1000)


@mutants.mutant("port-not-a-number")
def wrong_parameters_end_with_2() -> None:
    """Wrong parameters end the server with code 2."""
    from stolik.games.kierki.programs import strict

    strict.FAILED = 2


@mutants.mutant("port-zero")
def port_zero_is_refused() -> None:
    """-p 0 is refused."""
    for option in kierki_serwer.command.params:
        if option.name == "port":
            option.type.min = 1


@mutants.mutant("timeout-zero")
def timeout_zero_is_accepted() -> None:
    """-t 0 is accepted."""
    for option in kierki_serwer.command.params:
        if option.name == "timeout":
            option.callback = lambda ctx, param, value: float(value) or 5.0


@mutants.mutant("report-has-every-message")
def report_lacks_what_is_received() -> None:
    """The report has only what the server sends."""
    whole = report.Report.add

    def add(self: Any, route: str, messages: Any, end: str) -> None:
        messages = list(messages)
        if not messages[0].startswith("IAM"):
            messages = [one for one in messages if not re.fullmatch(r"TRICK\d+(10|.)[CDHS]", one)]
        if messages:
            whole(self, route, messages, end)

    report.Report.add = add


@mutants.mutant("report-has-wrong-messages")
def report_lacks_wrong() -> None:
    """The report leaves WRONG out."""
    whole = report.Report.add
    report.Report.add = lambda self, route, told, end: whole(
        self, route, [one for one in told if not one.startswith("WRONG")], end
    )


@mutants.mutant("report-has-times")
def report_has_no_milliseconds() -> None:
    """The times of the report have no milliseconds."""
    whole = report._local_time
    report._local_time = lambda millisecond: whole(millisecond)[:-4]


@mutants.mutant("report-names-sender-and-receiver")
def report_swaps_the_addresses() -> None:
    """The report has the receiver first."""
    whole = connection.LineConnection.connection_made

    def connection_made(self: Any, transport: Any) -> None:
        whole(self, transport)
        self._inward, self._outward = self._outward, self._inward

    connection.LineConnection.connection_made = connection_made
