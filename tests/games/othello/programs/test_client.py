"""A stay at an Othello server that keeps to a script: it closes, refuses, dribbles and goes silent when it likes."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest
from tests.support.othello_stay import Follower, Peer, Story, let_in

from stolik.games.othello.programs import client as othello_client
from stolik.games.othello.programs.client import Outcome, Refused, Stay
from stolik.games.othello.rules import START, read_square
from stolik.games.othello.told import PlayerKnowledge
from stolik.games.othello.wire import Invite, Notice, Recover
from stolik.service.net.loop import run
from stolik.service.net.reach import CannotConnect, Server

BOARD = Recover(START.play(read_square("f5")), host=False).text()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(othello_client, "TRY_EVERY", 0.01)


def test_a_person_comes_in_speaks_and_leaves() -> None:
    async def visit(peer: Peer) -> None:
        await let_in(peer, "SADDP~Eva", "SUPS~Eva~BUSY")
        assert await peer.hear() == "CREQ~Eva"
        assert await peer.hear() == "CEXIT"
        await peer.hear_end()

    async def main() -> None:
        story = Story(visit)

        async def speak() -> None:
            await story.follower.until("entered")
            assert story.stay.connected
            assert story.known.players == {"Eva": True}
            story.stay.say(Invite("Eva"))
            story.stay.leave()

        assert await story.last(speak()) is Outcome.LEFT
        assert story.follower.notes == ["entered", "SPONG"], "who is here is no news on coming in"

    run(main())


def test_lines_are_heard_however_they_are_cut() -> None:
    lines = ["SADDP~Řehoř", "garbage", "SSTARTG~Řehoř", BOARD, "SGAMEI~Hello~you."]

    async def visit(peer: Peer) -> None:
        assert await peer.hear() == "CNAME~Dan"
        await peer.dribble(*lines, "SPONG")
        assert await peer.hear() == "CEXIT"

    async def main() -> None:
        story = Story(visit)

        async def speak() -> None:
            await story.follower.until("SPONG")
            assert story.known.game
            assert story.known.game.mine
            story.stay.leave()

        assert await story.last(speak()) is Outcome.LEFT
        assert story.follower.notes == ["entered", *lines[2:], "SPONG"]

    run(main())


@pytest.mark.parametrize("end", [Peer.close, Peer.reset])
def test_a_lost_connection_is_made_again_and_the_board_is_back(end: Callable[[Peer], None]) -> None:
    async def first(peer: Peer) -> None:
        await let_in(peer, "SADDP~Eva")
        peer.say("SSTARTG~Eva")
        await peer.story.follower.until("SSTARTG~Eva")
        end(peer)

    async def taken(peer: Peer) -> None:
        assert await peer.hear() == "CNAME~Dan"
        peer.say("SGAMEI~You cannot come in: the name is taken.")

    async def back(peer: Peer) -> None:
        assert await peer.hear() == "CNAME~Dan"
        peer.say("SADDP~Eva", "SSTARTG~Eva", BOARD, "SPONG")
        await peer.story.follower.until(BOARD)
        peer.story.stay.leave()
        assert await peer.hear() == "CEXIT"

    async def main() -> None:
        story = Story(first, taken, taken, back)
        assert await story.last() is Outcome.LEFT
        assert story.follower.notes[1:] == [
            *["SPONG", "SSTARTG~Eva", "lost", "waiting", "again", "SSTARTG~Eva", BOARD, "SPONG"]
        ], "being refused while the server has not noticed is no news"

    run(main())


def test_a_server_that_is_gone_for_good_ends_the_stay() -> None:
    async def visit(peer: Peer) -> None:
        await let_in(peer)
        peer.say("SGAMEI~The server stops.")

    async def main() -> None:
        story = Story(visit, patience=0.05)
        assert await story.last() is Outcome.LOST
        assert story.follower.notes == ["entered", "SPONG", "SGAMEI~The server stops.", "lost", "waiting"]
        assert not story.stay.connected

    run(main())


def test_with_no_patience_nothing_is_tried() -> None:
    async def main() -> None:
        story = Story(let_in, patience=0)
        assert await story.last() is Outcome.LOST
        assert story.follower.notes == ["entered", "SPONG", "lost"]

    run(main())


def test_a_person_can_leave_while_the_connection_is_lost() -> None:
    async def main() -> None:
        story = Story(let_in)

        async def speak() -> None:
            await story.follower.until("waiting")
            story.stay.say(Invite("Eva"))  # to nobody
            story.stay.leave()

        assert await story.last(speak()) is Outcome.LEFT

    run(main())


def test_whoever_is_not_let_in_knows_why() -> None:
    async def visit(peer: Peer) -> None:
        assert await peer.hear() == "CNAME~Dan"
        peer.say("SGAMEI~You cannot come in: the name is taken.")

    async def main() -> None:
        story = Story(visit)
        with pytest.raises(Refused):
            await story.last()
        assert story.stay.last_words == "You cannot come in: the name is taken."
        assert story.follower.notes == []

    run(main())


def test_a_server_that_is_not_there_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

    async def main() -> None:
        await Stay(PlayerKnowledge("Dan"), Server("127.0.0.1", port), Follower()).until_its_end()

    with pytest.raises(CannotConnect, match="Connection refused"):
        run(main())


def test_a_server_that_goes_silent_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(othello_client, "SILENCE", 1.0)
    monkeypatch.setattr(othello_client, "PING_EVERY", 0.05)

    async def silent(peer: Peer) -> None:
        await let_in(peer)
        for _ in range(3):
            await peer.hear_ping()
        await peer.story.follower.until("lost")

    async def answering(peer: Peer) -> None:
        await let_in(peer)
        for _ in range(30):  # longer than the silence that is allowed
            await peer.hear_ping()
            peer.say("SPONG")
        peer.story.stay.leave()

    async def main() -> None:
        story = Story(silent, answering)
        assert await story.last() is Outcome.LEFT
        assert story.follower.notes.count("lost") == 1

    run(main())


def test_a_board_gone_astray_is_asked_for_by_coming_back() -> None:
    async def first(peer: Peer) -> None:
        await let_in(peer, "SADDP~Eva")
        peer.say("SSTARTG~Eva", BOARD, "SMOV~0~0")
        await peer.hear_end()

    async def back(peer: Peer) -> None:
        await let_in(peer, "SADDP~Eva", "SSTARTG~Eva", BOARD)
        await peer.story.follower.until("again")
        assert peer.story.known.game
        assert peer.story.known.game.mine
        peer.story.stay.leave()

    async def main() -> None:
        story = Story(first, back)
        assert await story.last() is Outcome.LEFT

    run(main())


def test_notices_after_coming_in_are_handed_on() -> None:
    async def visit(peer: Peer) -> None:
        await let_in(peer)
        peer.say("SGAMEI~one", "SGAMEI~two")
        await peer.story.follower.until(Notice("two").text())
        peer.story.stay.leave()

    async def main() -> None:
        story = Story(visit)
        await story.last()
        assert story.follower.notes[2:] == ["SGAMEI~one", "SGAMEI~two"]

    run(main())
