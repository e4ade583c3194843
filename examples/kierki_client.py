#!/usr/bin/env python3
"""A complete Kierki client in plain Python, to read and to start from.

    python3 kierki_client.py HOST PORT SEAT        SEAT is one of N, E, S, W

It takes its seat, answers every question with its lowest legal card, and ends when the server does.
"""

from __future__ import annotations

import re
import socket
import sys
import time

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CARD = r"(?:10|[2-9JQKA])[CDHS]"

# A card needs a value and a suit, so every message has exactly one reading: TRICK12C is trick 1 with 2C on the
# table, and TRICK12 is trick 12 with nothing on it. The regular expression finds it.
DEAL = re.compile(rf"DEAL[1-7][NESW]((?:{CARD}){{13}})")
TRICK = re.compile(rf"TRICK(1[0-3]|[1-9])((?:{CARD}){{0,3}})")
TAKEN = re.compile(rf"TAKEN(?:1[0-3]|[1-9])((?:{CARD}){{4}})[NESW]")


def cards_of(text: str) -> list[str]:
    """The cards of a list: "2C10HAS" gives 2C, 10H, AS."""
    return re.findall(CARD, text)


def choose(hand: list[str], table: list[str]) -> str:
    """The lowest legal card. This is where your own idea goes."""
    legal = hand
    if table:
        suit = table[0][-1]  # the first card on the table says which suit is led
        legal = [card for card in hand if card[-1] == suit] or hand
    return min(legal, key=lambda card: RANKS.index(card[:-1]))


def answer(line: str, hand: list[str]) -> str | None:
    """Takes in one message; returns what to answer, if anything. Wrong messages are ignored, as they should be."""
    if deal := DEAL.fullmatch(line):
        hand[:] = cards_of(deal[1])
    elif taken := TAKEN.fullmatch(line):
        played = cards_of(taken[1])
        hand[:] = [card for card in hand if card not in played]
    elif trick := TRICK.fullmatch(line):
        return f"TRICK{trick[1]}{choose(hand, cards_of(trick[2]))}"
    return None


def play(server: socket.socket, seat: str) -> bool:
    """Plays until the server closes the connection; says whether the match was played to its end."""
    server.sendall(f"IAM{seat}\r\n".encode())
    hand: list[str] = []
    finished = False
    buffer = b""
    # TCP delivers bytes, not messages: one recv may bring half a line, or three. Only \r\n ends a message.
    while data := server.recv(4096):
        buffer += data
        *lines, buffer = buffer.split(b"\r\n")
        for raw in lines:
            line = raw.decode("ascii", "replace")
            print(line)
            if line.startswith(("DEAL", "TOTAL")):
                finished = line.startswith("TOTAL")
            reply = answer(line, hand)
            if reply:
                server.sendall(f"{reply}\r\n".encode())
    return finished


def connect(host: str, port: int) -> socket.socket:
    """Connects. A server that refuses may only just be starting: it is tried again for five seconds."""
    for _ in range(50):
        try:
            return socket.create_connection((host, port))
        except ConnectionRefusedError:
            time.sleep(0.1)
    return socket.create_connection((host, port))


def main() -> int:
    """Reads the arguments, and plays."""
    if len(sys.argv) != 4 or sys.argv[3] not in "NESW":
        print(__doc__, file=sys.stderr)
        return 1
    host, port, seat = sys.argv[1:]
    try:
        server = connect(host, int(port))
    except (OSError, ValueError) as error:
        print(f"cannot connect to {host} port {port}: {error}", file=sys.stderr)
        return 1
    with server:
        server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # small messages should not wait for more
        return 0 if play(server, seat) else 1


if __name__ == "__main__":
    sys.exit(main())
