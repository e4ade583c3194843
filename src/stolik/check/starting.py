"""Starts the program under test: as it is, or in a sandbox with a network of its own."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from stolik.check.exchange import Exchange
from stolik.check.pace import Pace
from stolik.check.program import Program, Subject
from stolik.check.verdicts import NotReached, phrase
from stolik.tournament.sandbox.places import Guest
from stolik.tournament.sandbox.system_calls import open_filter


async def start(
    words: Sequence[str],
    subject: Subject,
    pace: Pace,
    exchange: Exchange,
    *,
    piped: bool = False,
    listen: tuple[str, int] | None = None,
) -> Program:
    """Starts the program with its whole command line; raises NotReached.

    `listen`: where the checker listens in the network of a program in a sandbox: see `Program.listening`.
    """
    exchange.note("", "started: " + " ".join(words))
    if subject.sandbox is not None:
        return await _start_inside(words, subject, pace, exchange, piped=piped, listen=listen)
    try:
        process = await asyncio.create_subprocess_exec(
            *words, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=subject.cwd, process_group=0
        )
    except OSError as error:
        why = phrase("{program} cannot be started: {why}", program=words[0], why=error.strerror or error)
        raise NotReached(why) from None
    return Program(process, pace, exchange, piped=piped)


async def _start_inside(
    words: Sequence[str],
    subject: Subject,
    pace: Pace,
    exchange: Exchange,
    *,
    piped: bool,
    listen: tuple[str, int] | None,
) -> Program:
    """Starts the program in a sandbox, as tournaments do, beside a porter in its private network."""
    sandbox = subject.sandbox
    assert sandbox is not None  # noqa: S101 - otherwise it is started outside
    ours, theirs = socket.socketpair()
    python = os.path.realpath(sys.executable)
    command = [python, "-IS", "-c", _porter_code(), str(theirs.fileno()), *map(str, listen or "--"), *words]
    guest = Guest(command, os.path.abspath(subject.cwd), own=[*subject.own, words[0]])
    objection = sandbox.objection(guest)
    if objection is not None:
        raise NotReached(phrase("{program} cannot be started: {why}", program=words[0], why=objection))
    filtered = open_filter()
    passed = [descriptor for descriptor in (theirs.fileno(), filtered) if descriptor is not None]
    try:
        process = await asyncio.create_subprocess_exec(
            *sandbox.command(guest, filtered),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            cwd="/",
            env={},
            process_group=0,
            pass_fds=passed,
        )
    finally:
        theirs.close()
        if filtered is not None:
            os.close(filtered)
    program = Program(process, pace, exchange, piped=piped, porter=ours)
    said, descriptors, _, _ = await asyncio.to_thread(socket.recv_fds, ours, 1, 1)
    if descriptors:
        program.listening = socket.socket(fileno=descriptors[0])
    if not said:
        await program.process.wait()
        await asyncio.sleep(0)
        why = phrase("{program} cannot be started: {why}", program=words[0], why=program.stderr.strip() or "no sandbox")
        raise NotReached(why)
    return program


@cache
def _porter_code() -> str:
    return (files("stolik.check") / "porter.py").read_text(encoding="utf-8")
