#!/usr/bin/env python3
"""Villains of Kierki: network clients that do one wrong thing each."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
import time

kind, host, port, seat = sys.argv[1:]
if kind == "never comes":
    time.sleep(1000)
if kind == "leaves at once":
    sys.exit(0)
server = socket.create_connection((host, int(port)))
if kind == "never greets":
    time.sleep(1000)
if kind == "takes another seat":
    server.sendall(b"IAMN\r\n")
    time.sleep(1000)
server.sendall(f"IAM{seat}\r\n".encode())
lines = server.makefile("rb")
for line in lines:
    if not line.startswith(b"TRICK"):
        continue
    if kind in ("hangs", "never reads"):
        time.sleep(1000)
    elif kind == "crashes":
        ctypes.string_at(0)
    elif kind == "leaves":
        os._exit(0)
    elif kind == "forks and holds":
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
    elif kind == "floods":
        while True:
            server.sendall(b"x" * 65536)
    elif kind == "is always wrong":
        while True:
            server.sendall(b"\xff\0TRICK99ZZ\r\n")
