"""Mutants of `stolik join othello`."""

from __future__ import annotations

import os
import sys
from typing import Any

from tests.check.mutants import Mutants, framing

from stolik.check.verdicts import Verdict
from stolik.cli.main import command
from stolik.contract import NotationError
from stolik.games.othello import rules, told, wire
from stolik.games.othello.programs import client, commands, join

mutants = Mutants()


def main() -> None:
    """Runs the client."""
    command(["join", "othello", *sys.argv[1:]])


@mutants.mutant("says-its-name")
def login_has_another_type() -> None:
    """The client logs in by CLOGIN."""
    wire.Login.word = "CLOGIN"


@mutants.mutant("says-the-name-that-it-was-given")
def name_is_always_the_same() -> None:
    """The client's name is always Player."""
    wire.Login.text = lambda self: "CNAME~Player"


@mutants.mutant("says-its-name-once")
def logs_in_with_every_ping() -> None:
    """The client says its name with every ping."""
    whole = client.OthelloConnection._ping

    def ping(self: Any) -> None:
        whole(self)
        self.say(self._told.login())

    client.OthelloConnection._ping = ping


@mutants.mutant("pings")
def ping_has_another_type() -> None:
    """The client pings by CALIVE."""
    wire.Ping.word = "CALIVE"


@mutants.mutant("name-two-words")
def names_are_not_checked() -> None:
    """Any text is a name."""
    join.read_name = lambda text: text


@mutants.mutant("invites-a-player")
def invitation_has_the_own_name() -> None:
    """CREQ has the inviting player's name."""
    wire.Invite.text = lambda self: "CREQ~Dan"


@mutants.mutant("busy-player-is-not-invited", Verdict.ADVICE)
def states_are_ignored() -> None:
    """SUPS is ignored."""
    told.PlayerKnowledge._set_status = lambda self, name, busy: False


@mutants.mutant("player-who-has-left-is-not-invited", Verdict.ADVICE)
def leaving_is_ignored() -> None:
    """SDELP is ignored."""
    told.PlayerKnowledge._delete = lambda self, name: False


@mutants.mutant("accepts-an-invitation")
def answer_is_another_word() -> None:
    """An invitation is accepted by OK."""
    wire.Answer.text = lambda self: f"CRES~{self.name}~OK"


@mutants.mutant("guest-answers-the-first-move")
def coordinates_begin_with_1() -> None:
    """Moves are sent with coordinates that are counted from 1, and read from 0."""
    wire.Move.text = lambda self: f"CMOV~{self.column + 1}~{self.row + 1}"


@mutants.mutant("whole-game-1-as-guest")
def coordinates_are_swapped() -> None:
    """The opponent's moves are read with the row before the column."""
    whole = told.PlayerKnowledge._moved
    told.PlayerKnowledge._moved = lambda self, square: whole(self, square % 8 * 8 + square // 8)


@mutants.mutant("guest-waits-for-the-first-move")
def guest_has_black() -> None:
    """The invited player thinks that it has black."""
    told.WHITE = told.BLACK


@mutants.mutant("opponents-pass-as-white")
def passes_are_unknown() -> None:
    """The turn changes after every move, also when the next player has none."""
    rules.settle = told.settle = lambda black, white, next_: rules.Position(black, white, next_)


@mutants.mutant("move-on-taken-square-is-not-sent")
def moves_are_not_checked() -> None:
    """Every square that is typed is sent."""
    commands._why_not_play = lambda square, known: None
    told.PlayerKnowledge.put = lambda self, square: wire.Move(square % 8, square // 8)


@mutants.mutant("no-second-move")
def turn_is_not_checked() -> None:
    """A move is sent at any time."""
    whole = commands._why_not_play

    def why_not(square: int, known: Any) -> str | None:
        why = whole(square, known)
        return None if why and "turn" in why else why

    put = told.PlayerKnowledge.put

    def put_anyway(self: Any, square: int) -> Any:
        try:
            return put(self, square)
        except rules.IllegalMove:
            return wire.Move(square % 8, square // 8)

    commands._why_not_play = why_not
    told.PlayerKnowledge.put = put_anyway


@mutants.mutant("game-is-closed-by-sgamec")
def only_the_documents_end_is_known() -> None:
    """SGAMEC is ignored."""
    whole = told.PlayerKnowledge.hear
    told.PlayerKnowledge.hear = lambda self, line: None if line.startswith(b"SGAMEC") else whole(self, line)


@mutants.mutant("game-is-closed-by-sgameec")
def end_of_game_is_ignored() -> None:
    """SGAMEEC is ignored."""
    whole = told.PlayerKnowledge.hear
    told.PlayerKnowledge.hear = lambda self, line: None if line.startswith(b"SGAMEEC") else whole(self, line)


@mutants.mutant("comes-back-after-a-connection-was-closed")
def nobody_comes_back() -> None:
    """The client ends when the connection is lost."""

    async def come_back(self: Any) -> None:
        return None

    client.Stay._come_back = come_back


@mutants.mutant("plays-on-as-host-after-6-moves", Verdict.ADVICE)
def recovery_is_ignored() -> None:
    """SRECOV is ignored."""
    told.PlayerKnowledge._recover = lambda self, message: False


@mutants.mutant("plays-on-as-guest-after-1-moves", Verdict.ADVICE)
def recovery_has_the_wrong_side() -> None:
    """The host flag of SRECOV is read the other way round."""
    whole = told.PlayerKnowledge._recover
    told.PlayerKnowledge._recover = lambda self, message: whole(self, wire.Recover(message.position, not message.host))


@mutants.mutant("lines-with-unknown-type")
def unknown_messages_crash() -> None:
    """A message of an unknown type crashes the client."""
    whole = told.read_server_message

    def read(line: bytes) -> Any:
        try:
            return whole(line)
        except NotationError:
            os.abort()

    told.read_server_message = read


@mutants.mutant("ends-a-game")
def end_of_game_has_another_type() -> None:
    """The client ends a game by CQUIT."""
    wire.EndGame.word = "CQUIT"


@mutants.mutant("leaves-from-the-lobby")
def exit_has_another_type() -> None:
    """The client leaves by CBYE."""
    wire.Exit.word = "CBYE"


mutants.mutant("invitation-split-after-4")(framing.one_recv_is_one_message)
mutants.mutant("start-and-move-in-one-segment")(framing.rest_of_a_segment_is_lost)
