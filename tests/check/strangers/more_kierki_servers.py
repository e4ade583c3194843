"""More servers of Kierki that differ from ours, by what the document leaves open."""

from __future__ import annotations

import re
import select
import socket
import time
from datetime import UTC, datetime

from tests.check.flawed.python import client as client_module
from tests.check.flawed.python import kierki_serwer
from tests.check.flawed.python.client import Client
from tests.check.flawed.python.kierki_serwer import LAST_SECONDS, Server
from tests.check.strangers.ways import Ways

CARD = re.compile("TRICK(1[0-3]|[1-9])(10|[2-9JQKA])[CDHS]")
WAYS = way = Ways()


@way
def clock_restarts_after_wrong() -> type[Server]:
    """After WRONG the whole timeout passes again before the question is repeated."""

    class Differs(Server):
        def wrong(self, client: Client, text: str) -> None:
            super().wrong(client, text)
            if self.ask_at is not None and client.seat == self.deals[0].turn:
                self.ask_at = time.monotonic() + self.timeout

    return Differs


@way
def ignores_malformed_out_of_turn() -> type[Server]:
    """WRONG answers what the one who is asked sends, and a card; anything else is ignored."""

    class Differs(Server):
        def wrong(self, client: Client, text: str) -> None:
            is_asked = self.is_full and self.has_begun and client.seat == self.deals[0].turn
            if is_asked or CARD.fullmatch(text):
                super().wrong(client, text)

    return Differs


@way
def waits_for_clients_to_leave() -> type[Server]:
    """When the match is over the server sends no more, and waits a while until every client has closed its end."""

    class Differs(Server):
        def run(self) -> None:
            super().run()
            waiting = [client.sock for client in self.seats.values()]
            for sock in waiting:
                sock.shutdown(socket.SHUT_WR)
            end = time.monotonic() + LAST_SECONDS
            while waiting and time.monotonic() < end:
                for sock in select.select(waiting, [], [], 0.1)[0]:
                    if not _is_open(sock):
                        waiting.remove(sock)

    return Differs


def _is_open(sock: socket.socket) -> bool:
    try:
        return bool(sock.recv(1000))
    except OSError:
        return False


@way
def whole_seconds_alone() -> type[Server]:
    """The timeout is a whole number of seconds."""
    whole = kierki_serwer._parameters

    def parameters(words: list[str]) -> dict[str, str]:
        found = whole(words)
        if not found["-t"].isdigit():
            raise ValueError(f"wrong timeout: {found['-t']}")
        return found

    kierki_serwer._parameters = parameters
    return Server


@way
def report_in_utc() -> type[Server]:
    """The report has the time of another zone, as gmtime() gives it."""

    class Utc(datetime):
        @classmethod
        def now(cls, tz: object = None) -> Utc:
            return cls.fromtimestamp(time.time() - 5 * 3600, UTC).replace(tzinfo=None)

    vars(client_module)["datetime"] = Utc
    return Server


@way
def report_has_brackets() -> type[Server]:
    """The report has IPv6 addresses in brackets."""
    whole = client_module.report

    def report(sender: str, receiver: str, text: str) -> None:
        def bracketed(name: str) -> str:
            host, _, port = name.rpartition(":")
            return f"[{host}]:{port}" if ":" in host else name

        whole(bracketed(sender), bracketed(receiver), text)

    client_module.report = report
    return Server
