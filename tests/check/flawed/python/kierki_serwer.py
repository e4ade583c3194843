"""A server of Kierki as a student may write it in Python: one loop around select.

It is right, unless `--fault NAME` comes first: then it has one of the faults in `faults.py`. A test checks each.
"""

from __future__ import annotations

import re
import select
import signal
import socket
import sys
import time
from types import FrameType

from tests.check.flawed.python.client import Client
from tests.check.flawed.python.deal import SEATS, Deal, read_number
from tests.check.flawed.python.faults import has_fault, switch_on

LAST_SECONDS = 2.0


class Server:
    """The table, its four seats, and who has not said IAM yet."""

    def __init__(self, listening: socket.socket, deals: list[Deal], timeout: float) -> None:
        self.listening = listening
        self.deals = deals
        self.timeout = timeout
        self.clients: list[Client] = []
        self.seats: dict[str, Client] = {}
        self.totals = [0, 0, 0, 0]
        self.has_begun = False
        self.ask_at: float | None = None
        """When the question is asked again; None while nobody is asked."""

    @property
    def is_full(self) -> bool:
        return len(self.seats) == 4

    def run(self) -> None:
        """Plays the match, and tells everybody all that there is to tell."""
        while self.deals:
            self.step()
        end = time.monotonic() + LAST_SECONDS
        while time.monotonic() < end and any(client.unsent for client in self.seats.values()):
            select.select([], [client.sock for client in self.seats.values() if client.unsent], [], 0.1)
            for client in self.seats.values():
                client.flush()

    def step(self) -> None:
        """Waits until something happens, and does what it asks for."""
        reading = [self.listening, *(client.sock for client in self.clients if not client.is_closing)]
        writing = [client.sock for client in self.clients if client.unsent]
        readable, writable, _ = select.select(reading, writing, [], self._seconds())
        for client in list(self.clients):
            if client.sock in writable:
                client.flush()
            if client.sock in readable:
                self._read(client)
            if client.is_closing and not client.unsent:
                self.drop(client)
        if self.listening in readable:
            sock, _ = self.listening.accept()
            sock.setblocking(False)
            self._arrived(sock)
        self._look_at_the_clock()

    def _arrived(self, sock: socket.socket) -> None:
        try:
            client = Client(sock, time.monotonic() + self.timeout)
        except OSError:  # the client has left already
            sock.close()
            return
        self.clients.append(client)
        self.arrived(client)
        if client.is_closing and not client.unsent:
            self.drop(client)

    def arrived(self, client: Client) -> None:
        """A client has connected."""

    def _seconds(self) -> float | None:
        """Seconds until something has to be done, whoever is silent."""
        ends = [client.deadline for client in self.clients if self.is_late(client)]
        if self.ask_at is not None and not has_fault("no-timeout"):
            ends.append(self.ask_at)
        return max(0.0, min(ends) - time.monotonic()) if ends else None

    def _look_at_the_clock(self) -> None:
        now = time.monotonic()
        for client in list(self.clients):
            if self.is_late(client) and now >= client.deadline:
                self.drop(client)
        if self.ask_at is not None and now >= self.ask_at and not has_fault("no-timeout"):
            self.ask()

    def is_late(self, client: Client) -> bool:
        """Whether a client is disconnected when its time is over."""
        return not client.seat

    def drop(self, client: Client) -> None:
        """Disconnects a client; its seat is empty then."""
        client.sock.close()
        self.clients.remove(client)
        if self.seats.get(client.seat) is client:
            del self.seats[client.seat]
            self.ask_at = None

    def _read(self, client: Client) -> None:
        try:
            chunk = client.sock.recv(1024)
        except OSError:
            if has_fault("reset"):
                raise
            chunk = b""
        if not chunk:
            return self.drop(client)
        for text in client.messages(chunk):
            if client not in self.clients or client.is_closing or not self.deals:
                return None
            client.note(text)
            text = text.strip() if has_fault("strip") else text
            if client.seat:
                self.heard(client, text)
            else:
                self.greeted(client, text)
        if client.is_too_long and not client.seat and client in self.clients:
            self.drop(client)
        return None

    def greeted(self, client: Client, text: str) -> None:
        """The first message of a client has come."""
        if not re.fullmatch("IAM[NESW]", text):
            return self.drop(client)
        if text[3] in self.seats:
            client.send("BUSY" + self.busy())
            client.is_closing = True
            return None
        client.seat = text[3]
        self.seats[client.seat] = client
        if self.has_begun:
            self.tell_state(client)
        if self.is_full and not self.has_begun:
            self.begin_deal()
        elif self.is_full:
            self.resume()
        return None

    def resume(self) -> None:
        """Nobody is missing any more: the match goes on."""
        self.ask()

    def busy(self) -> str:
        """The seats that are taken."""
        return "".join(seat for seat in SEATS if seat in self.seats)

    def tell_state(self, client: Client) -> None:
        """Tells who came back of the deal so far."""
        for line in self.deals[0].state(client.seat):
            client.send(line)

    def begin_deal(self) -> None:
        """Deals the cards."""
        self.has_begun = True
        for seat, client in self.seats.items():
            client.send(self.deals[0].state(seat)[0])
        self.ask()

    def ask(self) -> None:
        """Asks whose turn it is."""
        deal = self.deals[0]
        self.ask_at = time.monotonic() + self.timeout
        self.seats[deal.turn].send(f"TRICK{deal.number}{''.join(deal.table)}")

    def heard(self, client: Client, text: str) -> None:
        """Who has a seat has said something."""
        deal = self.deals[0]
        card = deal.card_of(text) if self.is_full and self.has_begun and client.seat == deal.turn else ""
        if not card:
            return self.wrong(client, text)
        taken = deal.put(card)
        if taken:
            self.tell(taken)
        if deal.is_over():
            self.end_deal()
        else:
            self.ask()
        return None

    def wrong(self, client: Client, text: str) -> None:
        """Who has a seat has sent something wrong."""
        client.send(f"WRONG{self.deals[0].number}")

    def tell(self, text: str) -> None:
        """Tells everybody."""
        for client in self.seats.values():
            client.send(text)

    def end_deal(self) -> None:
        """Tells the points, and deals again if there is something left to play."""
        deal = self.deals.pop(0)
        self.totals = [total + points for total, points in zip(self.totals, deal.points, strict=True)]
        self.tell("SCORE" + self.points(deal.points))
        self.tell("TOTAL" + self.points(self.totals))
        self.ask_at = None
        if self.deals:
            self.begin_deal()

    def points(self, points: list[int]) -> str:
        """Each seat and its points."""
        return "".join(f"{seat}{points[SEATS.index(seat)]}" for seat in SEATS)


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=128)
    except (ValueError, OSError) as error:
        if isinstance(error, OSError) and socket.has_dualstack_ipv6():
            raise
        return socket.create_server(("", port), backlog=128)


def _parameters(words: list[str]) -> dict[str, str]:
    found = {"-p": "0", "-t": "5"}
    while words:
        if words[0] not in ("-p", "-f", "-t") or len(words) == 1:
            raise ValueError(f"wrong parameter: {words[0]}")
        found[words[0]] = words[1]
        del words[:2]
    if "-f" not in found:
        raise ValueError("-f is missing")
    if not 0 <= read_number(found["-p"]) <= 65535:
        raise ValueError(f"wrong port: {found['-p']}")
    if read_number(found["-t"]) <= 0:
        raise ValueError(f"wrong timeout: {found['-t']}")
    return found


def _stopped(number: int, frame: FrameType | None) -> None:
    sys.exit(1)


def main(words: list[str], server: type[Server] = Server) -> int:
    """Reads the parameters, and plays the match."""
    signal.signal(signal.SIGTERM, _stopped)
    if words[:1] == ["--fault"]:
        switch_on(words[1])
        del words[:2]
    if has_fault("sigpipe"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        found = _parameters(words)
        with open(found["-f"]) as file:
            lines = file.read().split()
        deals = [Deal(lines[at : at + 5]) for at in range(0, len(lines), 5)]
        listening = _listen(read_number(found["-p"]))
    except (ValueError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    server(listening, deals, float(found["-t"])).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
