"""The report and the exit of `kierki-serwer`. Each test quotes the course's document."""

from __future__ import annotations

import re
import signal
from datetime import datetime

import pytest
from tests.support.kierki import HonestClient, match_file, play_out
from tests.support.peer import Peer
from tests.support.programs import LONG, Serve

from stolik.games.kierki.rules import SEATS

REPORT_LINE = re.compile(
    r"\[(?P<sender>[0-9a-f.:]+:\d+),(?P<receiver>[0-9a-f.:]+:\d+),"
    r"(?P<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\] (?P<message>.*)"
)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_report_has_every_message_both_ways(serve: Serve, host: str) -> None:
    # "Raport z rozgrywki zawiera po kolei wszystkie wysłane i odebrane komunikaty (również te błędne). Komunikat
    # poprzedza się, podanymi w nawiasach kwadratowych, adresem IP i numerem portu nadawcy, adresem IP i numerem portu
    # odbiorcy oraz czasem odebrania lub wysłania."
    server = serve(match_file(), *LONG)
    before = datetime.now()
    clients = [HonestClient(server.port, seat, host) for seat in SEATS]
    addresses = {client.seat: client.address for client in clients}
    clients[0].say_bytes(b"\x1b[2J\xff\n\r\n")
    play_out(clients)
    server.wait()
    lines = server.report().split("\r\n")
    assert lines.pop() == ""
    here = f"{host}:{server.port}"
    sent: dict[str, list[str]] = {seat: [] for seat in SEATS}
    received: dict[str, list[str]] = {seat: [] for seat in SEATS}
    times = []
    for line in lines:
        found = REPORT_LINE.fullmatch(line)
        assert found, line
        times.append(datetime.fromisoformat(found["at"]))
        for seat, address in addresses.items():
            if (found["sender"], found["receiver"]) == (here, address):
                sent[seat].append(found["message"])
            elif (found["sender"], found["receiver"]) == (address, here):
                received[seat].append(found["message"])
    assert sent == {client.seat: client.heard for client in clients}
    assert sum(map(len, (*sent.values(), *received.values()))) == len(lines)
    assert received["N"][:2] == ["IAMN", r"\x1b[2J\xff\x0a"]
    assert {len(messages) for seat, messages in received.items() if seat != "N"} == {14}
    assert times == sorted(times)
    assert before.timestamp() - 1 < times[0].timestamp() <= datetime.now().timestamp()


def test_the_report_is_live(serve: Serve) -> None:
    server = serve(match_file(), *LONG)
    peer = Peer(server.port).say("IAMN")
    while not server.report():  # it comes by itself, without anything else happening
        pass
    assert f"[{peer.address},127.0.0.1:{server.port}," in server.report()
    assert server.report().endswith("] IAMN\r\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_match_that_is_stopped_did_not_end(serve: Serve, number: signal.Signals) -> None:
    # "Programy kończą się kodem 0, jeśli rozgrywka przebiegła do końca, a w przeciwnym przypadku kodem 1."
    server = serve(match_file(), *LONG)
    peer = Peer(server.port).say("IAMN")
    peer.expect_silence()
    server.process.send_signal(number)
    peer.expect_end()
    assert server.wait() == 1
    assert server.process.stderr
    assert server.process.stderr.read() == ""
