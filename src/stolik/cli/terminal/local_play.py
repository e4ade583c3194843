"""Plays a local game: reads lines from the terminal; people and bots move in turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Final

from stolik.cli.terminal.local_game import LocalGame, Quit
from stolik.cli.terminal.terminal import Terminal
from stolik.cli.terminal.terminals import ink_for, open_terminal
from stolik.contract import Seat
from stolik.players.registry import AnyPlayer
from stolik.service.net.loop import on_stop_signal

HINT: Final = "a move, or help"


async def play_out(local: LocalGame, bots: Mapping[Seat, AnyPlayer]) -> int:
    """Plays until the end of the game or of the input; returns the exit code."""
    # None means the end: the input has ended, or a signal stopped the program.
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def stop() -> None:
        lines.put_nowait(None)

    terminal = open_terminal(f"{local.drawing.game.name}> ", HINT, local.words, stop)
    on_stop_signal(stop)
    listening = asyncio.ensure_future(_listen(terminal, lines))
    try:
        return await _play(local, bots, terminal, lines)
    except Quit:
        return 0
    finally:
        listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listening
        await terminal.settle()


async def _listen(terminal: Terminal, lines: asyncio.Queue[str | None]) -> None:
    await terminal.listen(lines.put_nowait)
    lines.put_nowait(None)


async def _play(
    local: LocalGame, bots: Mapping[Seat, AnyPlayer], terminal: Terminal, lines: asyncio.Queue[str | None]
) -> int:
    ink = ink_for()
    terminal.say(local.help())
    while (seat := local.position.turn) is not None:
        bot = bots.get(seat)
        if bot is not None:
            move = await asyncio.to_thread(bot.choose, local.position.view(seat))
            terminal.say([local.said(move)])
            local.play(move)
            continue
        terminal.say(local.board(ink))
        before = local.position
        while local.position is before:
            line = await lines.get()
            if line is None:
                return 1
            answer = local.obey(line, ink)
            if answer:
                terminal.say(answer)
    terminal.say(local.board(ink))
    return 0
