"""The stage: what a scenario is called with. It starts the program, makes peers, and cleans up at the end.

A game's suite extends it with the words of its own protocol.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import ClassVar, Final

from stolik.check import ports
from stolik.check.exchange import Exchange
from stolik.check.pace import Moment, Pace
from stolik.check.peers import Peer
from stolik.check.pipes import PipePeer
from stolik.check.program import MISSING, MOST_PROCESSES, Program, ProgramLoad, Subject
from stolik.check.starting import start
from stolik.check.verdicts import Fault, FaultKind, NotReached, Phrase, Verdict, phrase

# Seconds between two attempts to connect to a program that is still starting.
FIRST_RETRY: Final = 0.01
LAST_RETRY: Final = 0.1
# Seconds that the end of a program is waited for after a connection, or its port, was closed.
END_TIME: Final = 0.3
# Shares of a timeout: less is too early, and more, with a share of the patience, too late.
EARLY_SHARE: Final = 0.5
LATE_SHARE: Final = 2.0
LATE_PATIENCE: Final = 0.2
V4, V6 = "127.0.0.1", "::1"
ENDED_EARLY: Final = (
    "the program ended at its start: it may expect other parameters, or another order; see what it wrote on standard "
    "error"
)
NOT_LISTENING: Final = (
    "nobody listens on that port: the server takes another port than it was told, or is stuck before listen()"
)
NOT_INSIDE: Final = (
    "the program, its interpreter or something that it starts is not in the sandbox: there are only the system's "
    "programs and the folder in which you are; see what it wrote on standard error"
)
MULTIPLIED: Final = "fork() is called again and again: in a loop, or by the children as well"


class Stage:
    """One run of one scenario."""

    end: ClassVar[bytes] = b"\n"
    """What ends a line of the protocol."""
    placeholders: ClassVar[tuple[str, ...]] = ()
    """The names that may stand in braces in the command under test."""

    def __init__(self, subject: Subject, pace: Pace, seed: int = 0) -> None:
        self.subject = subject
        self._programs: list[Program] = []
        self.pace = pace = pace.with_load(ProgramLoad(self._programs))
        self.rng = Random(seed)
        self.exchange = Exchange()
        self.remarks: list[tuple[Verdict, Phrase]] = []
        self.program: Program | None = None
        self.port = 0
        self._peers: list[Peer] = []
        self._servers: list[asyncio.Server] = []
        self._ports: list[int] = []
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._is_up = False
        self._inside: tuple[Callable[[], Peer], str] | None = None
        """For a client in a sandbox: what is called when it connects, and where."""

    # What a scenario says of the program

    def allowed(self, text: str, **values: object) -> None:
        """The program differs from ours here, and the document permits it."""
        self._remark(Verdict.ALLOWED, text, values)

    def advise(self, text: str, **values: object) -> None:
        """The document is silent here, and users would expect something else."""
        self._remark(Verdict.ADVICE, text, values)

    def _remark(self, verdict: Verdict, text: str, values: Mapping[str, object]) -> None:
        remark = (verdict, phrase(text, **values))
        if remark not in self.remarks:
            self.remarks.append(remark)
            self.exchange.note("", str(remark[1]))

    @contextlib.contextmanager
    def setting_up(self) -> Iterator[None]:
        """What goes wrong inside is not what this scenario is about: its point is not reached."""
        try:
            yield
        except Fault as fault:
            self.raise_crash()
            why = phrase("expected {expected}, but {came}", expected=fault.expected, came=fault.came)
            raise NotReached(why) from fault

    def raise_crash(self) -> None:
        """Raises Fault if a program was ended by a signal that nobody sent, had filled the machine, or is not there."""
        for program in self._programs:
            if program.has_multiplied:
                came = phrase("it started more than {n} processes, and was ended", n=MOST_PROCESSES)
                raise Fault(FaultKind.CRASHED, Phrase("the program goes on"), came, cause=MULTIPLIED)
            if program.crash:
                came = phrase("it was ended by signal {number}", number=program.crash)
                raise Fault(FaultKind.CRASHED, Phrase("the program goes on"), came)
            if program.is_missing:
                came = phrase("it ended: {how}", how=f"exit code {MISSING}")
                raise Fault(FaultKind.EXIT, Phrase("the program starts in the sandbox"), came, cause=NOT_INSIDE)

    def ended_badly(self, fault: Fault) -> Fault:
        """The fault, or that the program ended, if that is why a connection was closed."""
        code = self.program.process.returncode if self.program is not None else None
        if not code or code < 0:
            return fault
        how = phrase("the program ended: {how}", how=f"exit code {code}")
        return Fault(FaultKind.EXIT, fault.expected, how, fault.who)

    async def learns(self) -> bool:
        """Asked when the scenario fails: whether the program does otherwise what the document leaves open.

        The scenario is then played once more, by a stage that knows it.
        """
        return False

    @property
    def is_runaway(self) -> bool:
        """Whether a program has started processes, or has sent lines, without an end."""
        return self.exchange.flooded or any(program.has_multiplied for program in self._programs)

    def all_ended(self) -> bool:
        """Whether no program runs any more."""
        return all(program.exited for program in self._programs)

    # The program under test

    def folder(self) -> Path:
        """A folder for the files of this scenario."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="stolik-check-")
        return Path(self._folder.name)

    def free_port(self) -> int:
        """A port that nobody listens on."""
        port = ports.free_port()
        self._ports.append(port)
        return port

    async def start(
        self, parameters: Sequence[str], values: Mapping[str, object], *, exactly: bool = False, piped: bool = False
    ) -> Program:
        """Starts the program: with the values in place of its placeholders, or with the parameters added.

        `exactly`: the scenario is about these parameters, so it cannot be played with a command that has placeholders.
        """
        if self.subject.at is not None:
            raise NotReached(Phrase("the program would have to be started again"), program=False)
        if self.subject.placeholders(self.placeholders):
            if exactly:
                raise NotReached(Phrase("the command has placeholders, so parameters are not checked"), program=False)
            words = self.subject.filled({name: str(value) for name, value in values.items()})
        else:
            words = [*self.subject.command, *parameters]
        listen = (self._inside[1], self.port) if self._inside else None
        self.program = await start(words, self.subject, self.pace, self.exchange, piped=piped, listen=listen)
        self._programs.append(self.program)
        if self._inside is not None and self.program.listening is not None:
            loop = asyncio.get_running_loop()
            self._servers.append(await loop.create_server(self._inside[0], sock=self.program.listening))
        return self.program

    # Peers

    async def connect(self, name: str, host: str = "", greeting: bytes = b"") -> Peer:
        """Connects to the server under test, and sends the greeting; waits while it starts. Raises Fault."""
        address, port = self.subject.at if self.subject.at is not None else (V4, self.port)
        expected = phrase("a connection to port {port} is accepted", port=port)
        wait, retry = self.pace.wait(2 * self.pace.patience), FIRST_RETRY
        while True:
            try:
                # A server that accepts nobody lets connections wait for minutes.
                return await asyncio.wait_for(self._connect(name, host or address, port, greeting), self.pace.patience)
            except OSError as error:
                why = os.strerror(error.errno) if error.errno else str(error) or "it waits for ever"
            self._stop_if_ended(expected)
            if self._is_up or await wait.is_over():
                # A port is closed a moment before the system tells that the program has ended.
                await self.until(self.all_ended, END_TIME)
                self._stop_if_ended(expected)
                cause = "" if self._is_up else NOT_LISTENING
                raise Fault(FaultKind.SILENT, expected, phrase("it is not: {why}", why=why), name, cause)
            await asyncio.sleep(retry)
            retry = min(LAST_RETRY, 2 * retry)

    def _stop_if_ended(self, expected: Phrase) -> None:
        if self.program is not None and self.program.exited:
            self.raise_crash()
            code = self.program.process.returncode
            cause = "" if self._is_up else ENDED_EARLY
            came = phrase("the program ended: {how}", how=f"exit code {code}")
            raise Fault(FaultKind.EXIT, expected, came, cause=cause)

    async def _connect(self, name: str, host: str, port: int, greeting: bytes) -> Peer:
        loop = asyncio.get_running_loop()
        peer = Caller(name, self.end, self.pace, self.exchange, greeting)
        if self.program is not None and self.program.is_inside:
            inside = await self.program.open_socket(host, port)
            await loop.create_connection(lambda: peer, sock=inside)
        else:
            await loop.create_connection(lambda: peer, host, port)
        self._is_up = True
        self._peers.append(peer)
        return peer

    # Time

    async def until(self, ready: Callable[[], bool], seconds: float | None = None) -> bool:
        """Waits until `ready`, which is asked whenever anything happens; False when the patience is over."""
        return await self.pace.until(self.exchange.changed, ready, seconds)

    async def expect_closed_after(self, peer: Peer, seconds: float) -> None:
        """The program closes the connection so many seconds after it was made, not much earlier and not much later."""
        await peer.expect_closed(seconds + self.pace.patience)
        expected = phrase("the connection is closed after {n} s", n=seconds)
        await self.in_time(peer.connected_at, peer.ended_at, seconds, expected)

    async def in_time(
        self, began: Moment, ended: Moment, seconds: float, expected: Phrase, delay_before: float = 0.0
    ) -> None:
        """What took from `began` to `ended` took about so many seconds; raises Fault.

        Times are seen from here, and a busy machine shifts them. It is too early if it took less than half of the time
        at most, and too late if it took more than twice the time at least. The time that the program waited for a
        processor counts neither way; `delay_before` is how long it had waited before that.
        """
        waited = self.pace.load.delay() - delay_before
        most, least = ended.latest - began.earliest + waited, ended.earliest - began.latest - waited
        if most < EARLY_SHARE * seconds:
            raise Fault(FaultKind.EARLY, expected, phrase("it was after {n} s", n=f"{most - waited:.2f}"))
        if least > LATE_SHARE * seconds + self.pace.patience * LATE_PATIENCE + 20 * await self.pace.lateness():
            raise Fault(FaultKind.LATE, expected, phrase("it was after {n} s", n=f"{least + waited:.2f}"))

    async def dribble(self, peer: Peer, text: str, every: float = 0.2) -> None:
        """Sends the text's bytes over and over, one at a time, until the program closes; raises Fault."""
        wait = self.pace.wait(2 * self.pace.patience)
        self.exchange.note(peer.name, f"the checker sends {text} over and over, a byte at a time")
        while not (peer.has_ended or peer.has_flooded or await wait.is_over()):
            for byte in text.encode():
                peer.whisper(bytes([byte]))
                await asyncio.sleep(every)
        if not peer.has_ended:
            raise peer.fault(FaultKind.SILENT, Phrase("the connection is closed"), Phrase("it stays open"))

    async def listen(self, host: str = V4) -> asyncio.Queue[Peer]:
        """Listens, for clients under test; returns the queue of those who connect. Sets `port`."""
        arrivals: asyncio.Queue[Peer] = asyncio.Queue()

        def arrived() -> Peer:
            peer = Visitor(f"client {len(self._peers) + 1}", self.end, self.pace, self.exchange, arrivals)
            self._peers.append(peer)
            return peer

        self.port = self.free_port()
        if self.subject.sandbox is not None:
            # The program's network does not exist yet: `start` opens the socket there.
            self._inside = (arrived, host)
            return arrivals
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            server = await asyncio.get_running_loop().create_server(arrived, host, self.port, family=family)
        except OSError as error:
            why = phrase("this machine cannot listen on {host}: {why}", host=host, why=error.strerror or error)
            raise NotReached(why, program=False) from None
        self._servers.append(server)
        return arrivals

    async def arrival(self, arrivals: asyncio.Queue[Peer], name: str) -> Peer:
        """The next client that connects; raises Fault when none does."""

        def ready() -> bool:
            return not arrivals.empty() or (self.program is not None and self.program.exited)

        await self.until(ready, 2 * self.pace.patience)
        expected = Phrase("the program connects")
        if arrivals.empty():
            self._stop_if_ended(expected)
            raise Fault(FaultKind.SILENT, expected, Phrase("it does not connect"))
        peer = arrivals.get_nowait()
        peer.name = name
        return peer

    def on_pipes(self, name: str, program: Program) -> PipePeer:
        """A peer that speaks with the program's standard input and output."""
        peer = PipePeer(name, self.end, self.pace, self.exchange, program.process)
        self._peers.append(peer)
        return peer

    async def strike(self) -> None:
        """Ends all that the scenario started."""
        for peer in self._peers:
            peer.discard()
        for server in self._servers:
            server.close()
        for program in self._programs:
            await program.end()
        for port in self._ports:
            ports.release(port)
        if self._folder is not None:
            self._folder.cleanup()

    @property
    def stderr(self) -> str:
        """The end of what the last program wrote on its standard error."""
        return self.program.stderr if self.program is not None else ""


class Caller(Peer):
    """A peer that connects to a server under test."""

    def __init__(self, name: str, end: bytes, pace: Pace, exchange: Exchange, greeting: bytes) -> None:
        """`greeting`: what is sent as soon as there is a connection, however busy this process is."""
        super().__init__(name, end, pace, exchange)
        self._greeting = greeting

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The server has accepted the connection, or will."""
        super().connection_made(transport)
        self.exchange.note(self.name, f"is connected, from port {self.address[1]}")
        if self._greeting:
            self.exchange.sent(self.name, self._greeting)
            self._write(self._greeting)


class Visitor(Peer):
    """A peer that is made when a client under test connects."""

    def __init__(self, name: str, end: bytes, pace: Pace, exchange: Exchange, arrivals: asyncio.Queue[Peer]) -> None:
        super().__init__(name, end, pace, exchange)
        self._arrivals = arrivals

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has come."""
        super().connection_made(transport)
        self.exchange.spoke = True
        self.exchange.note(self.name, "the program connects")
        self._arrivals.put_nowait(self)
