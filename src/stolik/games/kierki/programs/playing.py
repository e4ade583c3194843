"""A whole match of a client, from the connection to the exit code: for a person at a terminal, or automatic."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Sequence
from typing import Final

from stolik.cli.terminal.terminal import PlainTerminal, Terminal, is_capable
from stolik.contract import Seat
from stolik.games.kierki.cards import Card, write_card
from stolik.games.kierki.programs.client import AutomaticClient, KierkiClient, PersonClient
from stolik.games.kierki.programs.client_text import COMMANDS, playable_now
from stolik.games.kierki.programs.strict import FAILED, OK, STOP_SIGNALS
from stolik.games.kierki.rules import View
from stolik.games.kierki.told import SeatKnowledge
from stolik.players.player import Player
from stolik.service.net.loop import on_stop_signal
from stolik.service.net.reach import Server, connect
from stolik.service.net.report import Report

HINT: Final = "!card plays it; help lists the commands"
LEAVE: Final = "Leave the match? Your seat waits for whoever comes. [y/N] "
PATIENCE: Final = 5.0
"""Seconds for which a server that refuses is tried again: it may have been started a moment before the client."""

Say = Callable[[str], None]
"""Tells the person who started the program, on standard error."""


async def play_to_the_end(
    seats: Sequence[Seat], server: Server, say: Say, player: Player[View, Card] | None = None
) -> int:
    """Plays until the server closes the connection or a signal stops the program; returns the exit code.

    Takes the first of the seats that is free. Without a player, a person plays. Raises CannotConnect.
    """
    playing = asyncio.current_task()

    def stop() -> None:
        if playing:
            playing.cancel()

    on_stop_signal(stop, *STOP_SIGNALS)
    try:
        for seat in seats:
            known = SeatKnowledge(seat)
            client = await (_by_hand(known, server, say, stop) if player is None else _by(player, known, server, say))
            if client.busy is None:
                break
    except asyncio.CancelledError:
        return FAILED
    why = client.why_it_ended()
    if why is not None:
        say(why)
        return FAILED
    return OK


async def _by(player: Player[View, Card], known: SeatKnowledge, server: Server, say: Say) -> KierkiClient:
    """Plays automatically; the report goes to standard output."""
    report = Report(sys.stdout.buffer, say)
    client = AutomaticClient(known, player, report)
    try:
        await _connect(client, server, say)
        await client.ended
    finally:
        await report.close()
    return client


async def _by_hand(known: SeatKnowledge, server: Server, say: Say, stop: Callable[[], None]) -> KierkiClient:
    terminal = _terminal(known, stop)
    client = PersonClient(known, terminal.say)
    await _connect(client, server, say)
    listening = asyncio.ensure_future(terminal.listen(client.typed))
    try:
        await client.ended
    finally:
        listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listening
        await terminal.settle()
    return client


async def _connect(client: KierkiClient, server: Server, say: Say) -> None:
    await connect(client, server, PATIENCE, lambda why: say(f"{why}; trying again for {PATIENCE:g} s"))


def _terminal(known: SeatKnowledge, stop: Callable[[], None]) -> Terminal:
    if not is_capable():
        return PlainTerminal(stop)
    # Imported here, because it is slow to import and only a person at a terminal needs it.
    from stolik.cli.terminal.prompt import PromptTerminal
    from stolik.games.kierki.programs.paint import painted

    def words() -> list[str]:
        return [*(f"!{write_card(card)}" for card in playable_now(known)), *COMMANDS]

    return PromptTerminal(f"{known.seat}> ", HINT, words, stop, paint=painted, leave=LEAVE)
