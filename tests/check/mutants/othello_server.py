"""Mutants of `stolik host othello`. Like the document's server they read the port and the number of clients."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from typing import Any

from tests.check.mutants import Mutants, framing

from stolik.cli.main import command
from stolik.games.othello import door, rules, wire
from stolik.lobby import lobby
from stolik.lobby.words import Arrived, Changed, Gone, Status, Withdrawn
from stolik.table import inputs

mutants = Mutants()


def main() -> None:
    """Runs the server; it is told its port as the document says."""
    port, clients = sys.stdin.readline().strip(), sys.stdin.readline().strip()
    command(["host", "othello", "--port", port, "--max-clients", clients])


def _unsaid(is_unsaid: Callable[[Any], bool]) -> None:
    """Events of the lobby that nobody is told of."""
    whole = door._lobby_messages
    door._lobby_messages = lambda event: () if is_unsaid(event) else whole(event)


@mutants.mutant("others-are-told-of-a-newcomer")
def newcomers_are_not_announced() -> None:
    """SADDP is not sent to those who are in the lobby."""
    _unsaid(lambda event: isinstance(event, Arrived))


@mutants.mutant("newcomer-is-told-who-is-here")
def newcomers_are_told_nothing() -> None:
    """A newcomer is not told who is in the lobby."""
    wire.list_players = lambda names, busy: []


@mutants.mutant("newcomer-is-told-who-is-busy")
def newcomers_are_not_told_who_is_busy() -> None:
    """A newcomer is not told who is busy."""
    whole = wire.list_players
    wire.list_players = lambda names, busy: whole(names, ())


@mutants.mutant("login-with-empty-name")
def names_are_not_checked() -> None:
    """Any text is a name."""
    wire._FIELDS = {**wire._FIELDS, "name": (str, "a name")}


@mutants.mutant("unknown-type-is-wrong")
def wrong_messages_are_ignored() -> None:
    """Wrong messages are ignored."""
    door.OthelloDoor._wrong = lambda self, why: None


@mutants.mutant("second-name")
def name_can_be_changed() -> None:
    """A second CNAME is ignored."""
    whole = door.OthelloDoor._login
    door._READ = {**door._READ, wire.Login: lambda self, login: None if self._name else whole(self, login)}


@mutants.mutant("prefix-small-letter")
def prefix_is_not_checked() -> None:
    """The first letter of a message is not looked at."""
    whole = wire.read_client_message
    wire.read_client_message = lambda line: whole(line.upper().replace(b"ANN", b"Ann").replace(b"BOB", b"Bob"))


@mutants.mutant("invited-player-is-busy")
def nobody_is_busy() -> None:
    """BUSY is never sent."""
    _unsaid(lambda event: isinstance(event, Changed) and event.status is Status.BUSY)


@mutants.mutant("players-are-ready-after-the-game")
def nobody_is_ready_again() -> None:
    """READY is never sent."""
    _unsaid(lambda event: isinstance(event, Changed) and event.status is Status.READY)


@mutants.mutant("invitation-is-taken-back")
def cancelled_invitation_is_not_told() -> None:
    """SREQC is never sent."""
    _unsaid(lambda event: isinstance(event, Withdrawn))


@mutants.mutant("others-are-told-who-is-disconnected")
def leaving_has_another_type() -> None:
    """SSTARTG is sent in the place of SDELP."""
    whole = door._lobby_messages

    def messages(event: Any) -> Any:
        return (wire.StartGame(event.player),) if isinstance(event, Gone) else whole(event)

    door._lobby_messages = messages


@mutants.mutant("invitation-is-accepted")
def start_names_the_player_itself() -> None:
    """SSTARTG has the player's own name."""
    whole = door.OthelloDoor.seated
    door.OthelloDoor.seated = lambda self, seat, opponent, **more: whole(self, seat, self._name, **more)


@mutants.mutant("first-move-d3")
def coordinates_are_swapped() -> None:
    """The opponent is sent the row before the column."""
    wire.Moved.text = lambda self: f"SMOV~{self.row}~{self.column}"


@mutants.mutant("first-move-e6")
def coordinates_begin_with_1() -> None:
    """The opponent is sent coordinates that are counted from 1."""
    wire.Moved.text = lambda self: f"SMOV~{self.column + 1}~{self.row + 1}"


@mutants.mutant("move-on-idle-square-after-0")
def moves_need_not_flip() -> None:
    """A disc may be put on any empty square."""
    whole = rules.Position.play

    def play(self: Any, move: int) -> Any:
        try:
            return whole(self, move)
        except rules.IllegalMove:
            return self if (self.black | self.white) >> move & 1 else rules.settle(self.black, self.white, "white")

    rules.Position.play = play


@mutants.mutant("nobody-moves-twice")
def turn_is_not_checked() -> None:
    """Anybody may move at any time."""

    def move(self: Any, message: Any) -> Any:
        turn = self._position.turn if self._position is not None else "black"
        return inputs.Play(turn, rules.write_square(message.column + 8 * message.row))

    door._READ = {**door._READ, wire.Move: move}


@mutants.mutant("black-passes")
def passes_are_unknown() -> None:
    """The turn changes after every move, also when the next player has none."""
    rules.settle = lambda black, white, next_: rules.Position(black, white, next_)


@mutants.mutant("host-ends-the-game-after-3")
def end_of_game_is_unknown() -> None:
    """CENDGAME is not known."""
    wire._CLIENT = {word: how for word, how in wire._CLIENT.items() if word != "CENDGAME"}


@mutants.mutant("guest-comes-back-after-4-moves")
def recovery_has_the_start_position() -> None:
    """SRECOV has the board of the start."""
    whole = wire.Recover.text
    start = whole(wire.Recover(rules.START, True)).split("~")[1]
    wire.Recover.text = lambda self: "~".join(("SRECOV", start, *whole(self).split("~")[2:]))


@mutants.mutant("host-comes-back-after-1-moves")
def recovery_has_the_other_turn() -> None:
    """SRECOV says that the other player is to move."""
    whole = wire.Recover.text

    def text(self: Any) -> str:
        word, board, turn, host = whole(self).split("~")
        return f"{word}~{board}~{1 - int(turn)}~{host}"

    wire.Recover.text = text


@mutants.mutant("guest-comes-back-after-0-moves")
def no_recovery() -> None:
    """SRECOV is not sent."""
    door._TELL = {**door._TELL, door.Shown: lambda self, shown: ()}


@mutants.mutant("ping-in-a-game")
def no_pong_in_a_game() -> None:
    """CPING is not answered during a game."""
    door._READ = {**door._READ, wire.Ping: lambda self, ping: None if self.seat else door._PONG}


@mutants.mutant("server-is-full")
def everybody_is_let_in() -> None:
    """The number of clients has no limit."""
    whole = lobby.Lobby.__init__
    lobby.Lobby.__init__ = lambda self, most, *more, **named: whole(self, 1000, *more, **named)


@mutants.mutant("every-message-has-the-prefix")
def notices_have_no_prefix() -> None:
    """Words for people are sent without S and a type."""
    wire.Notice.text = lambda self: self.words.replace("S", "s")


mutants.mutant("name-split-after-3")(framing.one_recv_is_one_message)
mutants.mutant("five-pings-in-one-segment")(framing.rest_of_a_segment_is_lost)
mutants.mutant("long-line-in-the-lobby")(framing.long_line_crashes)
mutants.mutant("silent-crowd-in-the-lobby")(framing.few_connections_at_once)


@mutants.mutant("player-leaves-while-it-is-told")
def sigpipe_ends_the_server() -> None:
    """SIGPIPE is not ignored: two messages to a player who has just left end the server by a signal."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
