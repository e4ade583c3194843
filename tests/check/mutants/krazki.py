"""Mutants of `stolik bot krazki`, a program on standard input and output."""

from __future__ import annotations

import os
import sys
from typing import Any

from tests.check.mutants import Mutants

from stolik.cli.main import command
from stolik.cli.play import bot
from stolik.service.clients import code_client
from stolik.wire import codes

mutants = Mutants()


def main() -> None:
    command(["bot", "krazki", "--strength", "random"])


@mutants.mutant("first-move-1")
def empties_a_stack_of_the_opponent() -> None:
    """The program always empties the stack with the number 11."""
    codes.MakeMove.text = lambda self: "210 11"


@mutants.mutant("first-move-1")
def answers_without_the_code() -> None:
    """The program answers without 210."""
    codes.MakeMove.text = lambda self: self.move


@mutants.mutant("opponents-move-counts")
def forgets_the_opponents_move() -> None:
    """The program ignores 220."""
    whole = codes.ClientSide.hear
    code_client.ClientSide.hear = lambda self, message: (
        self.position if isinstance(message, codes.Moved) else whole(self, message)
    )


@mutants.mutant("one-line-for-one-question")
def prints_notes_on_standard_output() -> None:
    """The program prints its notes on standard output."""
    whole = bot.play_game
    bot.play_game = lambda game, player, inward, outward, tell: whole(
        game, player, inward, outward, lambda text: print(text, flush=True)
    )


@mutants.mutant("nothing-before-200")
def says_hello() -> None:
    """The program greets the server."""
    print("hello", flush=True)


@mutants.mutant("first-move-1")
def does_not_flush() -> None:
    """The program's answers stay in a buffer."""
    whole = code_client.play_game

    class Buffered:
        def write(self, data: bytes) -> None:
            sys.stderr.write("kept\n")

        def flush(self) -> None:
            pass

    bot.play_game = lambda game, player, inward, outward, tell: whole(game, player, inward, Buffered(), tell)


@mutants.mutant("ends-at-231")
def waits_after_231() -> None:
    """The program goes on after 231."""
    _goes_on_after("231")


@mutants.mutant("ends-at-999")
def waits_after_999() -> None:
    """The program goes on after 999."""
    _goes_on_after("999")


def _goes_on_after(code: str) -> None:
    whole = code_client.read_server_message

    def read(text: str) -> Any:
        if text.startswith(code):
            raise codes.NotationError("ignored")
        return whole(text)

    code_client.read_server_message = read


@mutants.mutant("ends-at-240")
def crashes_when_it_has_lost() -> None:
    """The program crashes at 240."""
    whole = code_client.read_server_message
    code_client.read_server_message = lambda text: os.abort() if text.startswith("240") else whole(text)


@mutants.mutant("longest-position")
def reads_a_short_line() -> None:
    """The program reads at most 100 characters of a line."""
    whole = code_client.read_server_message
    code_client.read_server_message = lambda text: whole(text[:100])
