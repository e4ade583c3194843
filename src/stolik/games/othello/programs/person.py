"""Connects the terminal of a person with the stay at an Othello server."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from stolik.cli.terminal.ink import Ink, printable
from stolik.cli.terminal.terminal import Terminal
from stolik.cli.terminal.terminals import ink_for, open_terminal
from stolik.games.othello.programs.client import Outcome, Stay
from stolik.games.othello.programs.commands import obey, words
from stolik.games.othello.programs.text import lobby, spoken, status
from stolik.games.othello.told import PlayerKnowledge
from stolik.games.othello.wire import ServerMessage
from stolik.service.net.loop import on_stop_signal
from stolik.service.net.reach import Server

HINT: Final = "help lists the commands"
# How often the remaining seconds are printed on a terminal without a status line.
SAY_EVERY: Final = 10.0


class OthelloPerson:
    """Shows the server's messages and does what the person types."""

    def __init__(self, name: str) -> None:
        self._told = PlayerKnowledge(name)
        self._ink: Ink = ink_for()
        self._terminal: Terminal
        self._stay: Stay
        self._waiting: float | None = None
        self._said_waiting = 0.0
        self._lost_game: str | None = None
        """The opponent of the game in which the connection was lost, until it is known whether the game goes on."""
        self._input_ended = False
        self._listening: asyncio.Future[None] | None = None

    @property
    def refusal(self) -> str:
        """The server's notice when it refused the person."""
        return printable(self._stay.last_words)

    async def play(self, server: Server, patience: float) -> int:
        """Plays at the server until the end; returns the exit code; raises CannotConnect and Refused."""
        known = self._told
        self._stay = stay = Stay(known, server, self, patience)
        self._terminal = open_terminal(
            f"{known.name}> ", HINT, lambda: words(known), self._end_of_input, lambda: status(known, self._waiting)
        )
        on_stop_signal(self._end_of_input)
        try:
            return self._exit_code(await stay.until_its_end())
        finally:
            if self._listening is not None:
                self._listening.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await self._listening
            await self._terminal.settle()

    def _exit_code(self, outcome: Outcome) -> int:
        playing = self._told.game is not None or self._lost_game is not None
        if outcome is Outcome.LEFT:
            return int(playing and self._input_ended)
        self._say(f"The server cannot be reached any more. {self.refusal}".rstrip())
        return int(playing or not self._told.finished)

    async def _listen(self) -> None:
        await self._terminal.listen(self._typed)
        self._end_of_input()

    def _end_of_input(self) -> None:
        self._input_ended = True
        self._stay.leave()

    def _say(self, *lines: str) -> None:
        if lines:
            self._terminal.say(lines)

    def _typed(self, line: str) -> None:
        reply = obey(line, self._told, self._ink, self._stay.connected)
        self._stay.say(*reply.messages)
        self._say(*reply.lines)
        if reply.quit:
            self._stay.leave()

    def heard(self, message: ServerMessage) -> None:
        """Tells the person."""
        self._say(*spoken(message, self._told, self._ink))

    def entered(self, again: bool) -> None:
        """Shows the lobby, unless a game goes on."""
        self._waiting = None
        if again:
            self._say("You are connected again.")
        else:
            # Not earlier: commands of a script would be lost before the server has accepted the client.
            self._listening = asyncio.ensure_future(self._listen())
        if self._told.game is not None:
            self._lost_game = None
            return
        if self._lost_game is not None:
            self._say(f"The game with {self._lost_game} did not wait for you.")
            self._lost_game = None
        self._say(*lobby(self._told, self._ink))

    def lost(self) -> None:
        """Says so."""
        game = self._told.game
        self._lost_game = None if game is None else game.opponent or "the opponent"
        self._said_waiting = float("inf")
        self._say("The connection is lost.")

    def waiting(self, seconds: float) -> None:
        """Counts down."""
        self._waiting = seconds
        if seconds <= self._said_waiting - SAY_EVERY:
            self._said_waiting = seconds
            self._say(f"Trying to come back under the same name: {seconds:.0f} s left.")
