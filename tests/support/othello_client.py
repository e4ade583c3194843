#!/usr/bin/env python3
"""A client of Othello for tournaments, and villains of it: othello_client.py HOST PORT SEAT [KIND]."""

from __future__ import annotations

import socket
import sys
import time

from stolik.games.othello import GAME
from stolik.games.othello.rules import START, Position, read_square, write_square

host, port, seat, *kinds = sys.argv[1:]
kind = kinds[0] if kinds else "honest"
server = socket.create_connection((host, int(port)))
other = "white" if seat == "black" else "black"


def say(line: str) -> None:
    """Sends a line."""
    server.sendall(f"{line}\n".encode())


def square(column: str, row: str) -> int:
    """The square of a move on the wire."""
    return int(column) + 8 * int(row)


def play(position: Position) -> Position:
    """Moves as long as it is our turn."""
    while position.turn == seat:
        move = position.moves()[0]
        name = write_square(move)
        assert read_square(name) == move == GAME.read_move(name)
        say("CMOV~0~0" if kind == "illegal" else f"CMOV~{move % 8}~{move // 8}")
        position = position.play(move)
        if kind == "leaves":
            sys.exit(0)
        if kind == "gives up":
            say("CENDGAME")
    return position


say(f"CNAME~{'someone' if kind == 'wrong name' else seat}")
board = START
for line in server.makefile("r"):
    word, *rest = line.strip().split("~")
    if word == "SADDP" and seat == "black" and kind != "never invites":
        say(f"CREQ~{other}")
    elif word == "SREQ":
        say(f"CRES~{rest[0]}~ACCEPT")
    elif word == "SSTARTG" and kind == "hangs":
        time.sleep(1000)
    elif word == "SSTARTG":
        board = play(board)
    elif word == "SMOV":
        board = play(board.play(square(*rest)))
