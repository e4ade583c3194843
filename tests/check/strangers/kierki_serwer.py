"""Servers of Kierki that differ from ours: `python -m tests.check.strangers.kierki_serwer WAY PARAMETERS…`.

Strangers' servers were measured: these are the ways in which they differ, and the document forbids none.
"""

from __future__ import annotations

import re
import signal
import socket
import sys
import time

from tests.check.flawed.python import client as client_module
from tests.check.flawed.python import deal as deal_module
from tests.check.flawed.python import kierki_serwer
from tests.check.flawed.python.client import Client
from tests.check.flawed.python.deal import SEATS, Deal
from tests.check.flawed.python.kierki_serwer import Server, main
from tests.check.strangers import more_kierki_servers
from tests.check.strangers.ways import Ways

WHOLE = {1: 13, 2: 13, 3: 20, 4: 16, 5: 18, 6: 20, 7: 100}
"""The points of a whole deal, by its type."""
CARD = more_kierki_servers.CARD
WAYS = way = Ways(more_kierki_servers.WAYS)


@way
def busy_in_another_order() -> type[Server]:
    """BUSY lists the seats in another order."""

    class Differs(Server):
        def busy(self) -> str:
            return super().busy()[::-1]

    return Differs


@way
def busy_before_iam() -> type[Server]:
    """While a match is on, BUSY comes before IAM."""

    class Differs(Server):
        def arrived(self, client: Client) -> None:
            if self.is_full and self.has_begun:
                client.send("BUSY" + self.busy())
                client.is_closing = True

    return Differs


@way
def room_for_few() -> type[Server]:
    """Whoever comes when ten clients are connected is disconnected."""

    class Differs(Server):
        def arrived(self, client: Client) -> None:
            client.is_closing = len(self.clients) > 10

    return Differs


@way
def seat_stays_taken_before_the_match() -> type[Server]:
    """Who leaves before the match does not free the seat."""

    class Differs(Server):
        def drop(self, client: Client) -> None:
            seats = dict(self.seats)
            super().drop(client)
            if not self.has_begun:
                self.seats = seats

    return Differs


@way
def clock_before_the_match() -> type[Server]:
    """Who waits for other players is disconnected when the timeout is over."""

    class Differs(Server):
        def is_late(self, client: Client) -> bool:
            return not client.seat or not self.has_begun

    return Differs


@way
def asks_at_once_after_wrong() -> type[Server]:
    """After WRONG the question is repeated at once."""

    class Differs(Server):
        def wrong(self, client: Client, text: str) -> None:
            super().wrong(client, text)
            if self.has_begun and self.is_full and client.seat == self.deals[0].turn:
                self.ask()

    return Differs


@way
def closes_on_malformed() -> type[Server]:
    """A malformed message ends the connection."""

    class Differs(Server):
        def wrong(self, client: Client, text: str) -> None:
            if CARD.fullmatch(text):
                super().wrong(client, text)
            else:
                self.drop(client)

    return Differs


@way
def asks_late_after_a_return() -> type[Server]:
    """When somebody has come back, the question is repeated when the timeout is over."""

    class Differs(Server):
        def resume(self) -> None:
            self.ask_at = time.monotonic() + self.timeout

    return Differs


@way
def closes_on_malformed_and_asks_late() -> type[Server]:
    """Both of that."""
    closes = closes_on_malformed()

    class Differs(closes):  # type: ignore[misc, valid-type] # made by a function
        def resume(self) -> None:
            self.ask_at = time.monotonic() + self.timeout

    return Differs


@way
def silent_before_the_match() -> type[Server]:
    """A card before the first deal is not answered."""

    class Differs(Server):
        def wrong(self, client: Client, text: str) -> None:
            if self.has_begun:
                super().wrong(client, text)

    return Differs


@way
def early_end() -> type[Server]:
    """A deal ends as soon as its points are given out."""
    Deal.is_over = lambda self: self.number > 13 or sum(self.points) == WHOLE[self.kind]  # type: ignore[method-assign]
    return Server


@way
def points_in_another_order() -> type[Server]:
    """SCORE and TOTAL list the seats in another order."""

    class Differs(Server):
        def points(self, points: list[int]) -> str:
            return "".join(f"{seat}{points[SEATS.index(seat)]}" for seat in "WSNE")

    return Differs


@way
def asks_while_a_seat_is_empty() -> type[Server]:
    """Who is asked is asked again while the match waits for somebody else."""

    class Differs(Server):
        def drop(self, client: Client) -> None:
            ask_at = self.ask_at
            super().drop(client)
            self.ask_at = ask_at

        def ask(self) -> None:
            if self.deals[0].turn in self.seats:
                super().ask()
            else:
                self.ask_at = time.monotonic() + self.timeout

    return Differs


@way
def cards_are_kept_while_a_seat_is_empty() -> type[Server]:
    """A card that comes while a seat is empty is kept, and played when the match goes on."""
    kept: list[tuple[Client, str]] = []

    class Differs(Server):
        def wrong(self, client: Client, text: str) -> None:
            if self.has_begun and not self.is_full:
                kept.append((client, text))
            else:
                super().wrong(client, text)

        def resume(self) -> None:
            super().resume()
            while kept and self.deals:
                client, text = kept.pop(0)
                if client in self.clients:
                    self.heard(client, text)

    return Differs


@way
def never_recovers_when_all_left() -> type[Server]:
    """When all four have left, the match is lost."""

    class Differs(Server):
        is_lost = False

        def drop(self, client: Client) -> None:
            super().drop(client)
            self.is_lost = self.is_lost or (self.has_begun and not self.seats)

        def greeted(self, client: Client, text: str) -> None:
            if not self.is_lost:
                super().greeted(client, text)

    return Differs


@way
def long_lines_are_kept() -> type[Server]:
    """A line can be as long as it likes."""
    client_module.LONGEST_LINE = 1 << 40
    return Server


@way
def first_parameter_counts() -> type[Server]:
    """Of a parameter that is given twice the first one counts."""
    whole = kierki_serwer._parameters

    def parameters(words: list[str]) -> dict[str, str]:
        pairs = [words[at : at + 2] for at in range(0, len(words), 2)]
        return whole([word for pair in reversed(pairs) for word in pair])

    kierki_serwer._parameters = parameters
    return Server


@way
def report_has_mapped_addresses() -> type[Server]:
    """The report has IPv4 addresses as IPv6 ones, and :: for the server."""
    whole = client_module.report

    def report(sender: str, receiver: str, text: str) -> None:
        def mapped(name: str) -> str:
            port = name.rpartition(":")[2]
            return f"::ffff:{name}" if int(port) != Differs.port else f":::{port}"

        whole(mapped(sender), mapped(receiver), text)

    class Differs(Server):
        port = 0

        def arrived(self, client: Client) -> None:
            Differs.port = self.listening.getsockname()[1]

    client_module.report = report
    return Differs


@way
def report_ends_in_letters() -> type[Server]:
    """The report's lines end with \\r\\n in letters, as in the document's example."""
    whole = client_module.report

    def report(sender: str, receiver: str, text: str) -> None:
        whole(sender, receiver, text + "\\r\\n")

    client_module.report = report
    return Server


@way
def report_at_the_end() -> type[Server]:
    """The report is printed when the match is over."""
    whole = client_module.report
    lines: list[tuple[str, str, str]] = []

    class Differs(Server):
        def run(self) -> None:
            super().run()
            for line in lines:
                whole(*line)

    client_module.report = lambda sender, receiver, text: lines.append((sender, receiver, text))
    return Differs


@way
def hands_are_sorted() -> type[Server]:
    """DEAL lists the cards in another order than the file."""
    whole = Deal.state

    def state(self: Deal, seat: str) -> list[str]:
        deal, *rest = whole(self, seat)
        cards = deal_module.CARD.findall(deal[6:])
        return [deal[:6] + "".join(sorted(rank + suit for rank, suit in cards)), *rest]

    Deal.state = state  # type: ignore[method-assign]
    return Server


@way
def ipv4_alone() -> type[Server]:
    """The server listens on IPv4 alone."""
    kierki_serwer._listen = lambda port: socket.create_server(("", port), backlog=128)
    return Server


@way
def sends_in_pieces() -> type[Server]:
    """Each byte of a message is sent for itself."""

    def flush(self: Client) -> None:
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            while self.unsent:
                self.unsent = self.unsent[self.sock.send(self.unsent[:1]) :]
        except OSError:
            self.unsent = b""

    Client.flush = flush  # type: ignore[method-assign]
    return Server


@way
def closes_before_the_line_ends() -> type[Server]:
    """What cannot become IAM any more ends the connection at once, and so does LF without CR."""
    whole = Client.messages

    def messages(self: Client, chunk: bytes) -> list[str]:
        lines = whole(self, chunk)
        if not self.seat and self.data and not re.fullmatch(rb"I(A(M([NESW]\r?)?)?)?", self.data):
            lines.append("?")
        return lines

    Client.messages = messages  # type: ignore[method-assign]
    return Server


@way
def lf_alone_is_wrong_at_once() -> type[Server]:
    """A LF without CR before it is answered WRONG, or ends the connection, at once."""
    whole = Client.messages

    def messages(self: Client, chunk: bytes) -> list[str]:
        lines = whole(self, chunk)
        if b"\n" in self.data.removeprefix(b"\n"):
            self.data = b""
            lines.append("?")
        return lines

    Client.messages = messages  # type: ignore[method-assign]
    return Server


@way
def ended_by_sigterm() -> type[Server]:
    """SIGTERM ends the server as it ends any program, without an exit code."""

    class Differs(Server):
        def run(self) -> None:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            super().run()

    return Differs


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:], WAYS[sys.argv[1]]()))
