"""`stolik join othello` at a real `stolik host othello`: two processes meet, play, are killed, and come back."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest
from tests.end_to_end.programs import PATIENCE, STOLIK, Server, running
from tests.support.piped import Piped

from stolik.cli.terminal.ink import PLAIN
from stolik.games.othello.programs.text import board
from stolik.games.othello.rules import BLACK, START, WHITE, Position, write_square
from stolik.games.othello.told import PlayerKnowledge
from stolik.games.othello.wire import Recover

COLOUR = re.compile(rb"\x1b\[(?:[0-9]+;)*(?:3[0-8]|4[0-8]|9[0-7])[0-9;]*m")
BOARD_ROWS = 9


@pytest.fixture
def server() -> Iterator[Server]:
    with running(STOLIK, "host", "othello", "--port", "0") as server:
        yield server


class Evening:
    """People at a server, by name."""

    def __init__(self, port: int, stack: ExitStack) -> None:
        self.port = port
        self._stack = stack
        self.people: dict[str, Piped] = {}

    def come(self, name: str, *arguments: str) -> Piped:
        where = ("--host", "127.0.0.1", "--port", str(self.port))
        self.people[name] = self._stack.enter_context(
            Piped("stolik", "join", "othello", "--name", name, *where, *arguments)
        )
        return self.people[name]

    def sit_down(self, host: str, guest: str, *arguments: str) -> None:
        """Both come, and the host's invitation is accepted."""
        self.come(host, *arguments).until(f"You are {host}.")
        self.come(guest, *arguments).until(f"  READY  {host}")
        self.people[host].until(f"{guest} is here.")
        self.people[host].enter(f"invite {guest}")
        self.people[guest].until(f"{host} invites you")
        self.people[guest].enter("accept")
        for one, other in ((host, guest), (guest, host)):
            self.people[one].until(f"The game with {other} begins.")

    def play(self, position: Position, names: dict[str, str], rng: Random, moves: int = 64) -> Position:
        """So many moves, or all to the end; each is typed by the one and seen by the other."""
        for _ in range(moves):
            if position.turn is None:
                break
            square = rng.choice(position.moves())
            mover = names[position.turn]
            other = next(name for name in names.values() if name != mover)
            self.people[mover].enter(write_square(square))
            self.people[other].until(f"{mover} moves to {write_square(square)}.")
            position = position.play(square)
        return position


@pytest.fixture
def evening(server: Server) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield Evening(server.port, stack)


def test_two_people_meet_play_to_the_end_and_are_in_the_lobby_again(evening: Evening) -> None:
    evening.sit_down("Dan", "Eva")
    dan, eva = evening.people.values()
    dan.enter("a1")
    dan.until("a1 is not played: a1 turns no disc.")
    eva.enter("f5")
    eva.until("f5 is not played: it is Dan's turn.")
    end = evening.play(START, {BLACK: "Dan", WHITE: "Eva"}, Random(2))
    counts = f"black {end.discs[BLACK]}, white {end.discs[WHITE]}."
    for person in (dan, eva):
        person.until(f"Server: {end.winners[0].capitalize()} wins: {counts}")
        person.until("The game is closed. You are in the lobby.")
    eva.enter("quit")
    assert eva.end() == 0
    dan.until("Eva has left.")
    dan.end_typing()
    assert dan.end() == 0


def test_whoever_is_killed_comes_back_to_the_board_under_the_same_name(evening: Evening) -> None:
    evening.sit_down("Dan", "Eva")
    names, rng = {BLACK: "Dan", WHITE: "Eva"}, Random(3)
    position = evening.play(START, names, rng, moves=11)
    evening.people["Eva"].kill()
    evening.people["Dan"].until("Server: Eva is gone. The game waits 60 s.")
    eva = evening.come("Eva")
    eva.until("The server shows the board:")
    assert tuple(eva.next_lines(BOARD_ROWS)) == board(told_of(position), PLAIN)
    evening.people["Dan"].until("Server: Eva is back.")
    evening.play(position, names, rng)
    for person in evening.people.values():
        person.until("The game is closed. You are in the lobby.")


def told_of(position: Position) -> PlayerKnowledge:
    """What Eva is told when she is back."""
    known = PlayerKnowledge("Eva")
    known.hear(b"SSTARTG~Dan")
    known.hear(Recover(position, host=False).text().encode())
    return known


def test_invitations_are_declined_and_taken_back_and_a_game_is_left(evening: Evening) -> None:
    dan = evening.come("Dan")
    dan.until("You are Dan.")
    eva = evening.come("Eva")
    dan.until("Eva is here.")
    dan.enter("invite Eva")
    eva.until("Dan invites you")
    eva.enter("decline")
    dan.until("Eva has declined")
    dan.until("Eva is READY.")
    dan.enter("invite Eva")
    eva.until("Dan invites you")
    dan.enter("cancel")
    eva.until("Dan has taken the invitation back.")
    eva.until("Dan is READY.")
    eva.enter("invite Dan")
    dan.until("Eva invites you")
    dan.enter("accept")
    dan.until("It is Eva's turn.")
    dan.enter("leave")
    for person in (dan, eva):
        person.until("The game is closed. You are in the lobby.")


def test_a_name_that_is_taken_is_told_and_the_exit_code_is_1(evening: Evening) -> None:
    evening.come("Dan").until("You are Dan.")
    again = evening.come("Dan")
    again.until("does not let you in: You cannot come in: ")
    assert again.end() == 1


def test_a_server_that_stops_in_the_middle_of_a_game_is_a_loss(server: Server, evening: Evening) -> None:
    evening.sit_down("Dan", "Eva", "--reconnect", "1")
    server.stop()
    for person in evening.people.values():
        person.until("Server: The server stops.")
        person.until("Trying to come back under the same name: 1 s left.")
        person.until("The server cannot be reached any more.")
        assert person.end() == 1


def test_a_server_that_stops_after_a_game_is_none(server: Server, evening: Evening) -> None:
    evening.sit_down("Dan", "Eva", "--reconnect", "0")
    evening.people["Dan"].enter("leave")
    for person in evening.people.values():
        person.until("The game is closed.")
    server.stop()
    assert [person.end() for person in evening.people.values()] == [0, 0]


def test_the_end_of_the_input_in_the_middle_of_a_game_is_a_failure(evening: Evening) -> None:
    evening.sit_down("Dan", "Eva")
    evening.people["Eva"].end_typing()
    assert evening.people["Eva"].end() == 1
    evening.people["Dan"].until("Server: Eva is gone.")
    evening.people["Dan"].process.send_signal(signal.SIGTERM)
    assert evening.people["Dan"].end() == 1


class Screen:
    """A person's end of a terminal."""

    def __init__(self, keyboard: int) -> None:
        self._keyboard = keyboard
        self.shown = b""

    def until(self, text: str) -> None:
        """Reads the screen until the text is there."""
        deadline = time.monotonic() + PATIENCE
        while text.encode() not in self.shown:
            ready, _, _ = select.select([self._keyboard], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"waited for {text!r}, the screen has {self.shown!r}"
            self.shown += os.read(self._keyboard, 4096)

    def type(self, keys: str) -> None:
        os.write(self._keyboard, f"{keys}\r".encode())


@pytest.mark.parametrize("colour", [True, False])
def test_at_a_terminal_the_fields_are_asked_for_and_the_board_is_painted(evening: Evening, colour: bool) -> None:
    eva = evening.come("Eva")
    eva.until("You are Eva.")
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
    environment = kept | {"TERM": "xterm"} | ({} if colour else {"NO_COLOR": "1"})
    keyboard, terminal = pty.openpty()
    process = subprocess.Popen(
        [STOLIK, "join", "othello"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        env=environment,
    )
    try:
        screen = Screen(keyboard)
        fill_in(screen, evening)
        screen.until("Dan> ")
        screen.type("invite Eva")
        eva.until("Dan invites you")
        eva.enter("accept")
        screen.until("Your turn: type a square with a dot.")
        screen.type("f5")
        eva.until("Dan moves to f5.")
        assert ("●".encode() in screen.shown) is colour
        assert bool(COLOUR.search(screen.shown)) is colour
        screen.type("quit")
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
        os.close(keyboard)


def fill_in(screen: Screen, evening: Evening) -> None:
    screen.until("Name: ")
    screen.type("two words")
    screen.until("Error: 'two words' is not a name")
    screen.type("Dan")
    screen.until("Host [localhost]: ")
    screen.type("")
    screen.until("Port [6321]: ")
    screen.type(str(evening.port))
