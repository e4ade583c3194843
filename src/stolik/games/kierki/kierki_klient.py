"""`kierki-klient`: the course's Kierki client, for a person or automatic."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections.abc import Callable
from typing import NoReturn

import click

from stolik.cli.options import Port
from stolik.cli.terminal.terminal import PlainTerminal, Terminal, is_capable
from stolik.contract import Seat
from stolik.games.kierki.cards import write_card
from stolik.games.kierki.client import AutomaticClient, PersonClient, automatic_player
from stolik.games.kierki.client_text import COMMANDS, playable_now
from stolik.games.kierki.strict import FAILED, OK, run_strictly
from stolik.games.kierki.told import SeatKnowledge
from stolik.service.net.loop import on_stop_signal, run
from stolik.service.net.reach import CannotConnect, Server, connect
from stolik.service.net.report import Report

HINT = "!card plays it; help lists the commands"


@click.command("kierki-klient", options_metavar="-h HOST -p PORT -N|-E|-S|-W [OPTIONS]")
@click.option("-h", "host", metavar="HOST", required=True, help="The server's address or name.")
@click.option("-p", "port", metavar="PORT", type=Port(1), required=True, help="The server's port, 1 to 65535.")
@click.option("-N", "seat", flag_value="N", help="Sit at north.")
@click.option("-E", "seat", flag_value="E", help="Sit at east.")
@click.option("-S", "seat", flag_value="S", help="Sit at south.")
@click.option("-W", "seat", flag_value="W", help="Sit at west.")
@click.option("-4", "family", flag_value=int(socket.AF_INET), type=int, help="Use IPv4 only.")
@click.option("-6", "family", flag_value=int(socket.AF_INET6), type=int, help="Use IPv6 only.")
@click.option("-a", "automatic", is_flag=True, help="Play automatically; the report goes to standard output.")
def kierki_klient(host: str, port: int, family: int | None, seat: Seat | None, automatic: bool) -> int:
    """Play Kierki, Polish hearts, at a server: by hand, or automatically with -a.

    If options are given twice or contradict each other, the last one counts. Two examples: play by hand at north, and
    start an automatic player at east:

    \b
        kierki-klient -h localhost -p 1234 -N
        kierki-klient -h localhost -p 1234 -E -a

    While you play, !10C puts the ten of clubs on the table, "cards" shows your hand, "tricks" the tricks that you
    took, and "help" all the commands.

    The exit code is 0 when the match was played to its end, otherwise 1.
    """
    if not host:
        raise click.BadParameter("'' is not a host", param_hint="'-h'")
    if seat is None:
        raise click.UsageError("Missing seat: one of '-N', '-E', '-S', '-W'.")
    server = Server(host, port, socket.AF_UNSPEC if family is None else family)
    try:
        return run(_until_the_end(SeatKnowledge(seat), server, automatic))
    except CannotConnect as error:
        raise click.ClickException(str(error)) from error


async def _until_the_end(known: SeatKnowledge, server: Server, automatic: bool) -> int:
    """Plays until the server closes the connection or a signal stops the program; returns the exit code."""
    playing = asyncio.current_task()

    def stop() -> None:
        if playing:
            playing.cancel()

    on_stop_signal(stop)
    try:
        await (_play_automatically(known, server) if automatic else _play_by_hand(known, server, stop))
    except asyncio.CancelledError:
        return FAILED
    return OK if known.finished else FAILED


async def _play_automatically(known: SeatKnowledge, server: Server) -> None:
    report = Report(sys.stdout.buffer)
    client = AutomaticClient(known, automatic_player(), report)
    try:
        await connect(client, server)
        await client.ended
    finally:
        report.flush()


async def _play_by_hand(known: SeatKnowledge, server: Server, stop: Callable[[], None]) -> None:
    terminal = _terminal(known, stop)
    client = PersonClient(known, terminal.say)
    await connect(client, server)
    listening = asyncio.ensure_future(terminal.listen(client.typed))
    try:
        await client.ended
    finally:
        listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listening
        await terminal.settle()


def _terminal(known: SeatKnowledge, stop: Callable[[], None]) -> Terminal:
    if not is_capable():
        return PlainTerminal(stop)
    # Imported here, because it is slow to import and only a person at a terminal needs it.
    from stolik.cli.terminal.prompt import PromptTerminal
    from stolik.games.kierki.paint import painted

    def words() -> list[str]:
        return [*(f"!{write_card(card)}" for card in playable_now(known)), *COMMANDS]

    return PromptTerminal(f"{known.seat}> ", HINT, words, stop, paint=painted)


def main() -> NoReturn:
    """Runs the program."""
    run_strictly(kierki_klient)


if __name__ == "__main__":
    main()
