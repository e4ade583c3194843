"""The stages of the code protocol: the checker is the server and the opponent."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from stolik.check.exchange import quoted
from stolik.check.peers import Peer
from stolik.check.stage import V4, Stage
from stolik.check.verdicts import FaultKind, Phrase, phrase
from stolik.contract import AnyGame, IllegalMove, NotationError, Position, Seat
from stolik.wire.codes import END, Begin, Moved, read_client_message, read_line, write_position

# How many starts are drawn to find one of a kind, such as one with a single move.
MOST_DRAWS = 400


class CodeStage(Stage):
    """One program, one game against it."""

    end = END
    game: ClassVar[AnyGame]
    peer: Peer
    position: Position[Any]
    seat: Seat

    async def begin(self) -> Peer:
        """Starts the program; returns the peer that speaks with it."""
        raise NotImplementedError

    # Positions

    def drawn(self, seed: int) -> Position[Any]:
        """A start position."""
        start: Position[Any] = self.game.start(Random(seed))
        return start

    def after(self, seed: int, moves: int) -> Position[Any]:
        """A position after some random moves, in which the game goes on."""
        for draw in range(MOST_DRAWS):
            rng = Random(f"{seed} {draw}")
            position = self.game.start(rng)
            for _ in range(moves):
                if position.turn is not None:
                    position = position.play(rng.choice(position.moves()))
            if position.turn is not None:
                return position  # type: ignore[no-any-return] # a game's own position
        return self.drawn(seed)

    def with_one_move(self, seed: int) -> Position[Any]:
        """A position with a single legal move, or, if none is found, with few."""
        best = self.drawn(seed)
        for draw in range(MOST_DRAWS):
            rng = Random(f"{seed} {draw}")
            position = self.game.start(rng)
            while position.turn is not None:
                if len(position.moves()) < len(best.moves()):
                    best = position
                if len(best.moves()) == 1:
                    return best
                position = position.play(rng.choice(position.moves()))
        return best

    def longest(self) -> Position[Any]:
        """The start position, of many, whose text is longest."""
        starts = [self.drawn(seed) for seed in range(MOST_DRAWS // 4)]
        return max(starts, key=lambda start: len(self.game.write(start)))

    # The game

    def question(self, position: Position[Any]) -> str:
        """200 with a position: whoever is to move in it is the program."""
        return Begin(write_position(self.game, position.view(position.turn))).text()

    async def ask(self, position: Position[Any]) -> None:
        """Sends 200, and plays the program's answer."""
        assert position.turn is not None  # noqa: S101 - a position in which the game goes on
        self.position, self.seat = position, position.turn
        await self.peer.send(self.question(position))
        await self.answer()

    async def answer(self) -> None:
        """The program answers with 210 and a legal move; raises Fault."""
        moves = [self.game.write_move(move) for move in self.position.moves()]
        shown = ", ".join(moves[:12]) + (", …" if len(moves) > 12 else "")
        wanted = phrase("210 and one of these moves: {moves}", moves=shown)
        line = await self.peer.hear(wanted)
        try:
            move = self.game.read_move(read_client_message(read_line(line.encode("latin-1"))).move)
            self.position = self.position.play(move)
        except (NotationError, IllegalMove) as error:
            came = phrase("{line} came: {why}", line=quoted(line), why=error)
            raise self.peer.fault(FaultKind.OTHER, wanted, came) from None

    async def reply(self) -> None:
        """The opponent makes a random move, and the program answers it."""
        move = self.rng.choice(self.position.moves())
        self.position = self.position.play(move)
        if self.position.turn is None:
            return
        await self.peer.send(Moved(self.game.write_move(move)).text())
        await self.answer()

    async def play_out(self) -> None:
        """Plays to the end by the rules; the program is told the verdict, and ends."""
        while self.position.turn is not None:
            await self.reply()
        await self.verdict("230" if self.seat in self.position.winners else "240")

    async def verdict(self, line: str) -> None:
        """Sends the line that ends the game; the program ends."""
        await self.peer.send(line)
        await self.ends()

    async def ends(self) -> None:
        """The program ends, with any exit code."""
        assert self.program is not None  # noqa: S101 - it was started
        if self.peer.waiting:
            came = phrase("{line} came", line=quoted(self.peer.waiting[0]))
            raise self.peer.fault(FaultKind.EXTRA, Phrase("the program says nothing more"), came)
        await self.program.expect_exit()


class PipedStage(CodeStage):
    """A program on standard input and output."""

    async def begin(self) -> Peer:
        """Starts the program on pipes."""
        program = await self.start([], {}, piped=True)
        self.peer = self.on_pipes("program", program)
        return self.peer


class TcpStage(CodeStage):
    """A client over TCP."""

    placeholders: ClassVar[tuple[str, ...]] = ("host", "port")

    async def begin(self) -> Peer:
        """Starts the client, which connects."""
        arrivals = await self.listen()
        await self.start(["--ip", V4, "--port", str(self.port)], {"host": V4, "port": self.port})
        self.peer = await self.arrival(arrivals, "client")
        return self.peer
