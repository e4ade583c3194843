"""Clients of Kierki that differ from ours: `python -m tests.check.strangers.kierki_klient WAY PARAMETERS…`."""

from __future__ import annotations

import os
import re
import select
import socket
import sys
import time

from tests.check.flawed.python import client as client_module
from tests.check.flawed.python.client import report
from tests.check.strangers.ways import Ways

CARD = "(?:10|[2-9JQKA])[CDHS]"
NUMBER = "1[0-3]|[1-9]"
WAYS = way = Ways()


class Player:
    """One client at one seat, right as it is: it plays by itself, or asks a person."""

    def __init__(self, sock: socket.socket, seat: str, automatic: bool) -> None:
        self.sock, self.seat, self.automatic = sock, seat, automatic
        here, there = sock.getsockname(), sock.getpeername()
        self.here, self.there = f"{here[0]}:{here[1]}", f"{there[0]}:{there[1]}"
        self.hand: list[str] = []
        self.taken: list[str] = []
        self.number, self.table = "", ""
        self.is_asked = False
        self.is_over = False

    def run(self) -> int:
        """Plays until the server leaves; returns the exit code."""
        self.send(f"IAM{self.seat}")
        data, typed, has_person = b"", b"", not self.automatic
        while True:
            reading: list[int] = [self.sock.fileno(), *([0] if has_person else [])]
            readable, _, _ = select.select(reading, [], [])
            if 0 in readable:
                chunk = os.read(0, 1000)
                has_person = bool(chunk)
                if not chunk:
                    self.input_ended()
                *words, typed = (typed + chunk).split(b"\n")
                for word in words:
                    self.typed(word.decode("utf-8", "replace").strip())
            if self.sock.fileno() in readable:
                try:
                    chunk = self.sock.recv(1000)
                except OSError:
                    return 1
                if not chunk:
                    return 0 if self.is_over else 1
                *lines, data = (data + chunk).split(b"\r\n")
                for line in lines:
                    self.heard(line.decode("latin-1"))

    def input_ended(self) -> None:
        """The person types no more: the client goes on."""

    def send(self, text: str) -> None:
        """Sends a message."""
        self.sock.sendall(text.encode() + b"\r\n")
        self.tell(self.here, self.there, text)

    def tell(self, sender: str, receiver: str, text: str) -> None:
        """The report, which only a client without a person prints."""
        if self.automatic:
            report(sender, receiver, text)

    def show(self, text: str) -> None:
        """Words for the person."""
        if not self.automatic:
            print(text, flush=True)

    def heard(self, text: str) -> None:
        """A message of the server has come; a wrong one is ignored."""
        self.tell(self.there, self.here, text)
        for form, meant in (
            (rf"TRICK({NUMBER})((?:{CARD}){{0,3}})", self.asked),
            (rf"DEAL([1-7])([NESW])((?:{CARD}){{13}})", self.dealt),
            (rf"TAKEN({NUMBER})((?:{CARD}){{4}})([NESW])", self.trick_taken),
            (rf"WRONG({NUMBER})", self.wrong),
            (r"(SCORE|TOTAL)((?:[NESW]\d+){4})", self.points),
            (r"BUSY([NESW]+)", self.busy),
        ):
            if found := re.fullmatch(form, text):
                return meant(*found.groups())
        return None

    def busy(self, seats: str) -> None:
        self.show(f"Place busy, list of busy places received: {', '.join(seats)}.")

    def dealt(self, kind: str, first: str, cards: str) -> None:
        self.hand, self.taken, self.is_over = re.findall(CARD, cards), [], False
        self.show(f"New deal {kind}: staring place {first}, your cards: {', '.join(self.hand)}.")

    def asked(self, number: str, table: str) -> None:
        self.number, self.table, self.is_asked = number, table, True
        self.show(f"Trick: ({number}) {', '.join(re.findall(CARD, table))}\nAvailable: {', '.join(self.hand)}")
        if self.automatic and self.hand:
            self.answer(self.choice())

    def choice(self) -> str:
        """The first card that may be played."""
        led = self.table[1 + self.table.startswith("10")] if self.table else ""
        return next((card for card in self.hand if card[-1] == led), self.hand[0])

    def answer(self, card: str) -> None:
        self.send(f"TRICK{self.number}{card}")

    def wrong(self, number: str) -> None:
        self.show(f"Wrong message received in trick {number}.")

    def trick_taken(self, number: str, cards: str, taker: str) -> None:
        trick = re.findall(CARD, cards)
        self.hand = [card for card in self.hand if card not in trick]
        self.is_asked = False
        self.taken += [", ".join(trick)] if taker == self.seat else []
        self.show(f"A trick {number} is taken by {taker}, cards {', '.join(trick)}.")

    def points(self, word: str, points: str) -> None:
        self.is_over = self.is_over or word == "TOTAL"
        self.show(f"The {'total ' if word == 'TOTAL' else ''}scores are:")
        for seat, number in re.findall(r"([NESW])(\d+)", points):
            self.show(f"{seat} | {number}")

    def typed(self, text: str) -> None:
        """The person has typed something. A card that nobody has asked for is ignored."""
        if text == "cards":
            self.show(", ".join(self.hand))
        elif text == "tricks":
            self.show("\n".join(self.taken))
        elif self.is_asked and text[1:] in self.hand and text.startswith("!"):
            self.answer(text[1:])


@way
def plain() -> type[Player]:
    """Nothing differs: every repeated question is answered with the same card."""
    return Player


@way
def card_is_gone_when_sent() -> type[Player]:
    """A card that was sent is taken for played: a repeated question gets another one."""

    class Differs(Player):
        def answer(self, card: str) -> None:
            super().answer(card)
            self.hand.remove(card)

    return Differs


@way
def one_answer_for_a_question() -> type[Player]:
    """A question that is repeated without a WRONG is not answered again."""

    class Differs(Player):
        answered = ""

        def answer(self, card: str) -> None:
            if self.answered != self.number:
                self.answered = self.number
                super().answer(card)

        def wrong(self, number: str) -> None:
            super().wrong(number)
            self.answered = ""

        def dealt(self, kind: str, first: str, cards: str) -> None:
            self.answered = ""
            super().dealt(kind, first, cards)

    return Differs


@way
def answers_wrong_at_once() -> type[Player]:
    """A card is sent at once after WRONG, and once more when the question is repeated."""

    class Differs(Player):
        def wrong(self, number: str) -> None:
            super().wrong(number)
            if self.is_asked and self.automatic:
                self.answer(self.choice())

    return Differs


@way
def thinks() -> type[Player]:
    """Each answer takes a while."""

    class Differs(Player):
        def answer(self, card: str) -> None:
            time.sleep(0.3)
            super().answer(card)

    return Differs


@way
def sends_in_pieces() -> type[Player]:
    """Each byte of a message is sent for itself."""

    class Differs(Player):
        def send(self, text: str) -> None:
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for byte in text.encode() + b"\r\n":
                self.sock.sendall(bytes([byte]))
            self.tell(self.here, self.there, text)

    return Differs


@way
def leaves_at_busy() -> type[Player]:
    """BUSY ends the client at once."""

    class Differs(Player):
        def busy(self, seats: str) -> None:
            super().busy(seats)
            sys.exit(1)

    return Differs


@way
def sorts_its_hand() -> type[Player]:
    """The person sees the cards in an order of the client's own."""

    class Differs(Player):
        def dealt(self, kind: str, first: str, cards: str) -> None:
            super().dealt(kind, first, "".join(sorted(re.findall(CARD, cards))))

    return Differs


@way
def shows_more() -> type[Player]:
    """The person sees more than the document says."""

    class Differs(Player):
        def show(self, text: str) -> None:
            super().show(f"\n{text.replace('staring', 'starting')}\n")

    return Differs


@way
def report_at_the_end() -> type[Player]:
    """The report is printed when the match is over, with mapped addresses and line ends in letters."""
    lines: list[tuple[str, str, str]] = []

    class Differs(Player):
        def tell(self, sender: str, receiver: str, text: str) -> None:
            lines.append((f"::ffff:{sender}", f"::ffff:{receiver}", text + "\\r\\n"))

        def run(self) -> int:
            code = super().run()
            for line in lines if self.automatic else ():
                client_module.report(*line)
            return code

    return Differs


@way
def tricks_of_the_whole_match() -> type[Player]:
    """`tricks` shows what was taken in all deals: the document says "in the last game"."""

    class Differs(Player):
        def dealt(self, kind: str, first: str, cards: str) -> None:
            taken = self.taken
            super().dealt(kind, first, cards)
            self.taken = taken

    return Differs


@way
def leaves_when_the_input_ends() -> type[Player]:
    """The end of the standard input ends the client."""

    class Differs(Player):
        def input_ended(self) -> None:
            sys.exit(1)

    return Differs


@way
def checks_the_order() -> type[Player]:
    """A question or a trick with another number than the next one is ignored, and so is all before the first deal."""

    class Differs(Player):
        next = 0

        def dealt(self, kind: str, first: str, cards: str) -> None:
            super().dealt(kind, first, cards)
            self.next = 1

        def asked(self, number: str, table: str) -> None:
            if int(number) == self.next:
                super().asked(number, table)

        def wrong(self, number: str) -> None:
            if int(number) == self.next:
                super().wrong(number)

        def trick_taken(self, number: str, cards: str, taker: str) -> None:
            if int(number) == self.next:
                super().trick_taken(number, cards, taker)
                self.next += 1

    return Differs


def parameters(words: list[str]) -> dict[str, str]:
    """The first of two that contradict each other counts."""
    found: dict[str, str] = {}
    while words:
        word = words.pop(0)
        if word in ("-h", "-p") and words:
            found.setdefault(word, words.pop(0))
        elif word in ("-4", "-6"):
            found.setdefault("ip", word)
        elif word in ("-N", "-E", "-S", "-W"):
            found.setdefault("seat", word[1])
        elif word == "-a":
            found["-a"] = word
        else:
            raise ValueError(f"wrong parameter: {word}")
    if not {"-h", "-p", "seat"} <= {*found} or not re.fullmatch("[0-9]{1,5}", found["-p"]):
        raise ValueError("host, port and seat are needed")
    if int(found["-p"]) > 65535:
        raise ValueError("wrong port")
    return found


def main(player: type[Player], words: list[str]) -> int:
    """Connects and plays."""
    try:
        found = parameters(words)
        family = {"-4": socket.AF_INET, "-6": socket.AF_INET6}.get(found.get("ip", ""), socket.AF_UNSPEC)
        family, kind, _, _, address = socket.getaddrinfo(found["-h"], int(found["-p"]), family, socket.SOCK_STREAM)[0]
        sock = socket.socket(family, kind)
        sock.connect(address)
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return player(sock, found["seat"], "-a" in found).run()


if __name__ == "__main__":
    sys.exit(main(WAYS[sys.argv[1]](), sys.argv[2:]))
