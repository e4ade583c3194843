"""Othello clients, for tests."""

from __future__ import annotations

from tests.end_to_end.programs import Client


def two_in_a_game(port: int) -> tuple[Client, Client]:
    dan, eva = Client(port), Client(port)
    dan.say("CNAME~Dan", "CPING")
    dan.collect_until("SPONG")
    eva.say("CNAME~Eva", "CPING")
    eva.collect_until("SPONG")
    dan.say("CREQ~Eva")
    eva.collect_until("SUPS~Dan~BUSY")
    eva.say("CRES~Dan~ACCEPT")
    eva.collect_until("SSTARTG~Dan")
    dan.collect_until("SSTARTG~Eva")
    dan.lines.clear()
    eva.lines.clear()
    return dan, eva


def ping_until(client: Client, last: str) -> list[str]:
    """Keeps a client alive until it is sent that line; what came before it, pongs left out."""
    lines: list[str] = []
    while True:
        client.say("CPING")
        while (line := client.receive()) != "SPONG":
            assert line is not None
            lines.append(line)
            if line == last:
                return lines
