"""`stolik host kierki`, `stolik bot kierki` and `stolik join kierki`: the same as the document's programs."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from tests.support.programs import PATIENCE, program, run

from stolik.games.kierki.cards import CARD_TEXTS


@contextmanager
def hosted(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a free port, and that port."""
    command = [program("stolik"), "host", "kierki", "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        try:
            yield server, server.stderr.readline().split()[-1]
        finally:
            server.kill()


@contextmanager
def client(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [program("stolik"), *arguments]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_bots_and_a_person_take_the_seats_that_are_free_and_play_a_match() -> None:
    with ExitStack() as stack:
        server, port = stack.enter_context(hosted("-n", "1", "--types", "5", "--seed", "1", "--early-end"))
        bots = [
            stack.enter_context(client("bot", "kierki", "--strength", strength, "--port", port, *seat))
            for strength, seat in (("steady", ()), ("random", ("--seed", "1")), ("heuristic", ("--seat", "W")))
        ]
        person = stack.enter_context(client("join", "kierki", "--port", port))
        assert person.stdin
        # Every card again and again: what cannot be played is not sent, until the match is over.
        assert person.stdout
        deck = "".join(f"!{card}\n" for card in CARD_TEXTS)
        for line in person.stdout:
            if line.startswith("Available"):
                person.stdin.write(deck)
                person.stdin.flush()
        assert person.wait(PATIENCE) == 0
        for bot in bots:
            out, err = bot.communicate(timeout=PATIENCE)
            assert (bot.returncode, err) == (0, "")
            assert "] TOTAL" in out
        assert server.wait(PATIENCE) == 0
        assert server.stdout
        assert "] TOTAL" in server.stdout.read()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bot", "kierki", "--seat", "X"], "'X' is not a seat of kierki: N, E, S, W"),
        (["bot", "krazki", "--seat", "b"], "'--seat' does not go with krazki"),
        (["bot", "kierki", "--nboard"], "--nboard does not go with kierki"),
        (["bot", "kierki", "--strength", "nobody"], "no player of kierki is called 'nobody'"),
        (["host", "kierki", "--types", "8"], "'8' is not a list of deal types"),
        (["host", "kierki", "--move-time", "0"], "'0' is not a positive number of seconds"),
        (["join", "kierki", "--seat", "X"], "'X' is not one of 'N', 'E', 'S', 'W'"),
    ],
)
def test_a_wrong_argument_is_quoted(arguments: list[str], words: str) -> None:
    done = run("stolik", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_no_match_is_named() -> None:
    done = run("stolik", "host", "kierki", "--file", "/dev/zero")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "/dev/zero: it has more than 16777216 bytes" in done.stderr
