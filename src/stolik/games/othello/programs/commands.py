"""What a person can type at the Othello client. A wrong command is explained, and nothing is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from stolik.cli.terminal.ink import Ink
from stolik.contract import IllegalMove, NotationError
from stolik.games.othello.programs.text import board, lobby
from stolik.games.othello.rules import read_square, write_square
from stolik.games.othello.told import PlayerKnowledge
from stolik.games.othello.wire import ClientMessage, EndGame

HELP: Final = (
    "invite NAME     invite a READY player to a game; you have black and move first",
    "cancel          take your invitation back",
    "accept, decline answer an invitation; with a NAME when there are several",
    "f5              put a disc on f5; !f5 does the same",
    "leave           end the game and go back to the lobby",
    "players, board  show who is here; show the board",
    "help, quit      this list; leave the server",
)


class Reply(NamedTuple):
    """The reply to a person's line: text to show, messages to send, and perhaps the end."""

    lines: tuple[str, ...] = ()
    messages: tuple[ClientMessage, ...] = ()
    quit: bool = False


def obey(line: str, known: PlayerKnowledge, ink: Ink, connected: bool = True) -> Reply:
    """Does what a typed line says, and returns the reply."""
    word, _, rest = line.strip().partition(" ")
    command = word.lower()
    if not command:
        return Reply()
    if command in ("quit", "exit"):
        return Reply(quit=True)
    if command in ("help", "?"):
        return Reply(HELP)
    if not connected:
        return Reply(("You are not connected now. Wait, or type quit.",))
    if command in _COMMANDS:
        return _COMMANDS[command](rest.strip(), known, ink)
    return _play(line.strip(), known, ink)


def words(known: PlayerKnowledge) -> list[str]:
    """The commands that are possible now, for completion."""
    game = known.game
    if game is not None:
        squares = map(write_square, game.position.moves() if game.mine else ())
        return [*squares, "board", "leave", "players", "help", "quit"]
    answers = ["accept", "decline"] if known.invitations else []
    if known.invited:
        return [*answers, "cancel", "players", "help", "quit"]
    ready = [f"invite {name}" for name, busy in known.players.items() if not busy]
    return [*answers, *ready, "players", "help", "quit"]


def _invite(name: str, known: PlayerKnowledge, ink: Ink) -> Reply:
    why_not = _why_not_invite(name, known)
    if why_not:
        return Reply((why_not,))
    return Reply((f"{name} is invited. Waiting for the answer; cancel takes it back.",), (known.invite(name),))


def _why_not_invite(name: str, known: PlayerKnowledge) -> str | None:
    if known.game is not None:
        return "You are in a game: leave ends it."
    if not name:
        return "Whom? Type invite and a name."
    if name == known.name:
        return "You cannot invite yourself."
    if name in known.invitations:
        return f"{name} invites you already: accept or decline?"
    if known.invited is not None:
        return f"You have invited {known.invited}: cancel that first."
    if name not in known.players:
        return f"Nobody here is called {name[:40]!r}. Names are told apart by capital letters too."
    if known.players[name]:
        return f"{name} is BUSY and cannot be invited now."
    return None


def _cancel(rest: str, known: PlayerKnowledge, ink: Ink) -> Reply:
    if known.invited is None:
        return Reply(("You have invited nobody.",))
    name = known.invited
    return Reply((f"Your invitation to {name} is taken back.",), (known.cancel(),))


def _answer(name: str, known: PlayerKnowledge, accepted: bool) -> Reply:
    if not known.invitations:
        return Reply(("Nobody invites you.",))
    if not name and len(known.invitations) > 1:
        return Reply((f"Whose? {', '.join(known.invitations)} invite you.",))
    name = name or known.invitations[0]
    if name not in known.invitations:
        return Reply((f"{name[:40]!r} does not invite you.",))
    return Reply((f"You {'accept' if accepted else 'decline'}.",), (known.answer(name, accepted),))


def _leave(rest: str, known: PlayerKnowledge, ink: Ink) -> Reply:
    if known.game is None:
        return Reply(("You are in no game. To leave the server, type quit.",))
    return Reply(("You leave the game.",), (EndGame(),))


def _play(text: str, known: PlayerKnowledge, ink: Ink) -> Reply:
    try:
        square = read_square(text.removeprefix("!").strip())
    except NotationError:
        return Reply((f"Neither a command nor a square: {text[:40]!r}. Type help for the list of commands.",))
    why_not = _why_not_play(square, known)
    if why_not:
        return Reply((f"{write_square(square)} is not played: {why_not}.",))
    move = known.put(square)
    return Reply((f"You move to {write_square(square)}.", *board(known, ink)), (move,))


def _why_not_play(square: int, known: PlayerKnowledge) -> str | None:
    game = known.game
    if game is None:
        return "you are in no game"
    if game.position.turn is None:
        return "the game is over"
    if game.seat is None or game.astray:
        return "the server has yet to show the board"
    if not game.mine:
        return f"it is {game.opponent}'s turn"
    try:
        game.position.play(square)
    except IllegalMove as error:
        return str(error)
    return None


_COMMANDS: Final[Mapping[str, Callable[[str, PlayerKnowledge, Ink], Reply]]] = {
    "invite": _invite,
    "cancel": _cancel,
    "accept": lambda name, known, _: _answer(name, known, True),
    "decline": lambda name, known, _: _answer(name, known, False),
    "leave": _leave,
    "players": lambda _, known, ink: Reply(lobby(known, ink)),
    "board": lambda _, known, ink: Reply(board(known, ink)),
}
