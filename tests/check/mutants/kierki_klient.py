"""Mutants of `kierki-klient`."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from typing import Any

from tests.check.mutants import Mutants, framing

from stolik.games.kierki import cards, told, wire
from stolik.games.kierki.programs import client, client_text, kierki_klient
from stolik.service.net import connection, report
from stolik.wire import lines

mutants = Mutants()
main = kierki_klient.main


@mutants.mutant("seat-e")
def always_says_iamn() -> None:
    """The client always asks for N."""
    wire.Iam.text = lambda self: "IAMN"


@mutants.mutant("seat-n")
def messages_end_with_lf() -> None:
    """The client's messages end with LF alone."""
    whole = connection.LineConnection.send

    def send(self: Any, *told: str) -> None:
        self._end = "\n"
        whole(self, *told)

    connection.LineConnection.send = send


@mutants.mutant("deal-of-type-1")
def plays_the_first_card_held() -> None:
    """The client puts its first card, whatever was led."""
    client.answer = lambda known, player: known.hand[0] if known.hand else player.choose(known.view())


@mutants.mutant("comes-after-5-tricks")
def taken_leaves_the_hand() -> None:
    """Cards of TAKEN stay in the hand."""
    whole = told.SeatKnowledge._taken

    def taken(self: Any, message: Any) -> bool:
        before = self._left
        done = whole(self, message)
        self._left = before
        return done

    told.SeatKnowledge._taken = taken


@mutants.mutant("deals-that-end-early")
def waits_for_thirteen_tricks() -> None:
    """The client does not believe in a DEAL before thirteen tricks were taken."""
    whole = told.SeatKnowledge._dealt
    told.SeatKnowledge._dealt = lambda self, deal: (
        whole(self, deal) if self._deal is None or len(self._tricks) == 13 else False
    )


@mutants.mutant("answer-is-called-wrong")
def silent_after_wrong() -> None:
    """After WRONG the client says no more."""
    whole = client.AutomaticClient.heard

    def heard(self: Any, message: Any) -> None:
        self.refused = getattr(self, "refused", False) or isinstance(message, wire.Wrong)
        if not self.refused:
            whole(self, message)

    client.AutomaticClient.heard = heard


@mutants.mutant("ignores-trick-with-four-cards")
def reads_the_beginning_of_a_line() -> None:
    """A line that begins like a message is taken for one."""
    whole = told.read_server_message

    def read(text: str) -> Any:
        found = re.match(r"TRICK(1[0-3]|[1-9])((10|[2-9JQKA])[CDHS]){0,3}", text)
        return whole(found[0] if found else text)

    told.read_server_message = read


@mutants.mutant("ignores-unknown-word")
def ends_at_a_wrong_message() -> None:
    """A wrong message ends the client."""
    whole = client.KierkiClient.line_received

    def line_received(self: Any, line: bytes) -> None:
        if line[:4] not in (b"DEAL", b"TRIC", b"TAKE", b"SCOR", b"TOTA", b"WRON", b"BUSY"):
            os._exit(1)
        whole(self, line)

    client.KierkiClient.line_received = line_received


@mutants.mutant("ignores-long")
def crashes_at_a_long_line() -> None:
    """A long line crashes the client."""
    lines.LineFramer._forget_tail = lambda self: os.abort()
    whole = lines.LineFramer._bound
    lines.LineFramer._bound = lambda self, found: (
        os.abort() if any(len(one) > 256 for one in found) else whole(self, found)
    )


mutants.mutant("byte-by-byte")(framing.one_recv_is_one_message)
mutants.mutant("deal-and-trick-in-one-segment")(framing.rest_of_a_segment_is_lost)


@mutants.mutant("server-leaves-in-a-deal")
def always_ends_with_0() -> None:
    """The client ends with code 0 whenever the server leaves."""
    told.SeatKnowledge.finished = property(lambda self: True, lambda self, value: None)


@mutants.mutant("scores-in-another-order")
def wants_the_seats_in_order() -> None:
    """SCORE and TOTAL must list N first."""
    whole = told.read_server_message

    def read(text: str) -> Any:
        if text[:5] in ("SCORE", "TOTAL") and text[5] != "N":
            os._exit(1)
        return whole(text)

    told.read_server_message = read


@mutants.mutant("report-has-every-message")
def report_lacks_what_is_sent() -> None:
    """The report has only what the client receives."""
    whole = report.Report.add

    def add(self: Any, route: str, messages: Any, end: str) -> None:
        messages = [one for one in messages if not one.startswith("IAM")]
        if messages:
            whole(self, route, messages, end)

    report.Report.add = add


@mutants.mutant("shows-the-cards-on-the-table")
def lists_without_spaces() -> None:
    """Lists for people have commas and no spaces."""
    client_text.card_list = lambda hand: ",".join(map(cards.write_card, hand))


@mutants.mutant("shows-wrong")
def wrong_is_not_shown() -> None:
    """WRONG is not shown to a person."""
    whole = client.spoken
    client.spoken = lambda message, known: () if isinstance(message, wire.Wrong) else whole(message, known)


@mutants.mutant("plays-the-card-that-is-typed")
def plays_another_card() -> None:
    """Another card than the one that was typed is sent."""
    whole = client.obey

    def obey(line: str, known: Any) -> Any:
        reply = whole(line, known)
        return reply if reply.card is None else reply._replace(card=known.hand[0])

    client.obey = obey


@mutants.mutant("server-leaves-with-its-last-messages")
def end_is_seen_before_the_last_messages() -> None:
    """What comes just before the end of the connection is not read."""
    whole = client.AutomaticClient.data_received

    def data_received(self: Any, data: bytes) -> None:
        def late() -> None:
            if not self.transport.is_closing():
                whole(self, data)

        asyncio.get_running_loop().call_later(0.01, late)

    client.AutomaticClient.data_received = data_received


@mutants.mutant("server-is-gone-when-the-client-answers")
def sigpipe_ends_the_client() -> None:
    """SIGPIPE is not ignored: an answer to a server that is gone ends the client by a signal."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
