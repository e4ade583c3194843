"""How programs come to a tournament's table, in protocols of every kind, and what costs them their game there."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.support import high_card, tournaments

from stolik.contract.registry import added, find_game
from stolik.games.kierki.rules import random_match
from stolik.games.othello import GAME as OTHELLO
from stolik.games.othello.rules import START
from stolik.tournament.plan.assignment import Assignment, Result, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.referee import clock
from stolik.tournament.referee.play import play
from stolik.tournament.referee.stopwatch import Stopwatch

TERMS = Terms(move_time=0.5, start_time=3.0, sandbox=False)
CARDS = "1 4/2 5/3 6;"
# Hears a question, and plays the last card that it names.
PLAYS = "read x; set -- $x; for card; do :; done; echo 210 $card"


def cards(*scripts: str, terms: Terms = TERMS) -> Result:
    """A game of high card: three play, cards are hidden, and the house rules are those of a game that has none."""
    seats = {
        seat: Entrant(f"player {seat}", ("/bin/sh", "-c", script), "/")
        for seat, script in zip(high_card.SEATS, scripts, strict=True)
    }
    with added(high_card.GAME):
        return play(Assignment(1, 1, "high-card", CARDS, seats, "seed", terms))


def test_three_programs_play_with_hidden_cards_and_see_their_own_alone() -> None:
    result = cards(*[f"{PLAYS}; {PLAYS}; read x"] * 3)
    assert (result.ending, result.scores) == ("rules", {"a": 0, "b": 0, "c": 2}), result.reason
    assert result.moves == ["4", "5", "6", "1", "2", "3"]
    first = {said.seat: said.text for said in reversed(result.transcript) if said.text.startswith("200")}
    assert first["a"].endswith("your cards: 1 4")
    assert first["b"].endswith("played: 4 your cards: 2 5")


def test_where_the_game_refuses_a_foul_the_program_is_asked_again() -> None:
    result = cards(f"read x; echo hello; {PLAYS}; {PLAYS}; read x", *[f"{PLAYS}; {PLAYS}; read x"] * 2)
    assert result.ending == "rules", result.reason
    assert [said.text[:3] for said in result.transcript if said.seat == "a"][:4] == ["200", "hel", "200", "210"]


def test_who_is_silent_has_lost_whatever_the_house_rules_of_the_game_are() -> None:
    terms = Terms(move_time=0.2, start_time=0.2, sandbox=False)
    result = cards(f"{PLAYS}; {PLAYS}; read x", "sleep 9", f"{PLAYS}; {PLAYS}; read x", terms=terms)
    assert (result.ending, result.by, result.winners) == ("overtime", "b", ("a", "c"))


def test_writing_on_stderr_all_the_time_does_not_stop_the_clock() -> None:
    talks = "read x; (while :; do echo thinking >&2; done) & sleep 60; echo 210 0"
    seats = {
        "c": Entrant("Talks", ("/bin/sh", "-c", talks), "/"),
        "b": Entrant("House", builtin="random"),
    }
    terms = Terms(move_time=0.2, start_time=0.2, sandbox=False)
    result = play(Assignment(1, 1, "krazki", "c |c|b|", seats, "seed", terms))
    assert (result.ending, result.by) == ("overtime", "c"), result.reason


CONNECTS = "import socket, sys; print(socket.create_connection(('{host}', int('{port}'))).recv(99), file=sys.stderr)"


def test_one_that_connects_is_not_blamed_for_one_that_does_not() -> None:
    terms = Terms(start_time=1.5, sandbox=False)
    seats = {
        "c": Entrant("Late", ("/bin/sh", "-c", "sleep 9"), "/", network=True),
        "b": Entrant("Here", (sys.executable, "-c", CONNECTS), "/", network=True),
    }
    result = play(Assignment(1, 1, "krazki", "c |c|b|", seats, "seed", terms))
    assert (result.ending, result.by, result.winners) == ("start", "c", ("b",)), result.reason
    assert result.reason == "Late could not be started: it did not connect to its table within 1.5 s"
    assert result.conduct["b"].stderr == "b'230\\n'\n"


TWICE = """\
import socket
first, second = (socket.create_connection(("{host}", int("{port}"))) for _ in range(2))
first.sendall(b"IAM{seat}\\r\\n")
first.recv(1)
second.sendall(b"IAM{seat}\\r\\n")
print(second.recv(99), second.recv(99))
"""


def test_a_second_claim_of_ones_own_seat_is_answered_as_the_protocol_has_it() -> None:
    setup = find_game("kierki").write(random_match(Random(1), kinds=(1,)))
    seats = {seat: Entrant(f"house {seat}", builtin="random") for seat in "ESW"}
    seats["N"] = Entrant("Twice", (sys.executable, "-c", TWICE), "/")
    result = play(Assignment(1, 1, "kierki", setup, seats, "seed", TERMS))
    assert result.conduct["N"].stderr == "b'BUSYNESW\\r\\n' b''\n"
    assert (result.ending, result.reason) == ("gone", "Twice left its table (exit code 0)")


WRONG_SEAT = """\
import socket
server = socket.create_connection(("{host}", int("{port}")))
server.sendall(b"IAME\\r\\n")
print(server.recv(99))
server = socket.create_connection(("{host}", int("{port}")))
server.sendall(b"IAM{seat}\\r\\n")
print(server.recv(4))
"""


def test_a_wrong_greeting_is_closed_without_a_word_and_the_right_one_may_follow() -> None:
    setup = find_game("kierki").write(random_match(Random(1), kinds=(1,)))
    seats = {seat: Entrant(f"house {seat}", builtin="random") for seat in "ESW"}
    seats["N"] = Entrant("Confused", (sys.executable, "-c", WRONG_SEAT), "/")
    result = play(Assignment(1, 1, "kierki", setup, seats, "seed", TERMS))
    assert result.conduct["N"].stderr == "b''\nb'DEAL'\n"


CLIENT = Path(tournaments.__file__).parent / "othello_client.py"


def test_one_that_shows_no_sign_of_life_is_sent_away_as_the_protocol_has_it() -> None:
    protocol = OTHELLO.protocol
    assert protocol is not None
    watchful = replace(OTHELLO, name="othello-watchful", protocol=replace(protocol, longest_silence=1.0))
    command = (sys.executable, str(CLIENT), "{host}", "{port}", "{seat}", "hangs")
    seats = {"black": Entrant("Quiet", command, str(CLIENT.parent)), "white": Entrant("House", builtin="random")}
    with added(watchful):
        terms = Terms(move_time=30.0, start_time=10.0, sandbox=False)
        result = play(Assignment(1, 1, watchful.name, OTHELLO.write(START), seats, "seed", terms))
    assert (result.ending, result.by) == ("foul", "black"), result.reason
    assert "you were silent for too long" in result.reason


def test_one_that_waits_for_a_processor_is_not_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of its time is such a wait: then the clock decides, which has a bound for that."""
    protocol = OTHELLO.protocol
    assert protocol is not None
    watchful = replace(OTHELLO, name="othello-watchful", protocol=replace(protocol, longest_silence=4.0))
    monkeypatch.setattr(clock, "MOST_WAITS", 1)
    monkeypatch.setattr(
        Stopwatch, "measure", lambda self, at: self._clock.measured(max(0.0, at - self._clock.asked_at), 0.0)
    )
    command = (sys.executable, str(CLIENT), "{host}", "{port}", "{seat}", "hangs")
    seats = {"black": Entrant("Starved", command, str(CLIENT.parent)), "white": Entrant("House", builtin="random")}
    with added(watchful):
        terms = Terms(move_time=0.5, start_time=3.0, sandbox=False)
        result = play(Assignment(1, 1, watchful.name, OTHELLO.write(START), seats, "seed", terms))
    assert (result.ending, result.by) == ("overtime", "black"), result.reason


# Asks whether the server is there, in lots that it waits to be answered, without an end.
CHATS = """
import socket, sys
with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as table:
    table.sendall(b"CNAME~black\\n")
    while table.recv(65536):
        table.sendall(b"CPING\\n" * 100)
"""


def test_one_that_says_too_much_is_sent_away() -> None:
    command = (sys.executable, "-c", CHATS, "{host}", "{port}")
    seats = {"black": Entrant("Chats", command, "/"), "white": Entrant("House", builtin="random")}
    result = play(Assignment(1, 1, "othello", OTHELLO.write(START), seats, "seed", TERMS))
    assert (result.ending, result.by) == ("foul", "black"), result.reason
    assert "you say too much" in result.reason
    assert len(result.transcript) < 2500
