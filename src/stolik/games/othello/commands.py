"""What a person can type at the Othello client, and what comes of it. Nothing wrong is ever sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from stolik.cli.ink import Ink
from stolik.contract import IllegalMove, NotationError
from stolik.games.othello.rules import read_square, write_square
from stolik.games.othello.text import board, lobby
from stolik.games.othello.told import Told
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
    """What comes of a person's line: text to show, messages to send, and perhaps the end."""

    lines: tuple[str, ...] = ()
    messages: tuple[ClientMessage, ...] = ()
    quit: bool = False


def obey(line: str, told: Told, ink: Ink, connected: bool = True) -> Reply:
    """What comes of a line that the person typed."""
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
        return _COMMANDS[command](rest.strip(), told, ink)
    return _play(line.strip(), told, ink)


def words(told: Told) -> list[str]:
    """What makes sense to type at this moment, for completion."""
    game = told.game
    if game is not None:
        squares = map(write_square, game.position.moves() if game.mine else ())
        return [*squares, "board", "leave", "players", "help", "quit"]
    answers = ["accept", "decline"] if told.invitations else []
    if told.invited:
        return [*answers, "cancel", "players", "help", "quit"]
    ready = [f"invite {name}" for name, busy in told.players.items() if not busy]
    return [*answers, *ready, "players", "help", "quit"]


def _invite(name: str, told: Told, ink: Ink) -> Reply:
    why_not = _why_not_invite(name, told)
    if why_not:
        return Reply((why_not,))
    return Reply((f"{name} is invited. Waiting for the answer; cancel takes it back.",), (told.invite(name),))


def _why_not_invite(name: str, told: Told) -> str | None:
    if told.game is not None:
        return "You are in a game: leave ends it."
    if not name:
        return "Whom? Type invite and a name."
    if name == told.name:
        return "You cannot invite yourself."
    if name in told.invitations:
        return f"{name} invites you already: accept or decline?"
    if told.invited is not None:
        return f"You have invited {told.invited}: cancel that first."
    if name not in told.players:
        return f"Nobody here is called {name[:40]!r}. Names are told apart by capital letters too."
    if told.players[name]:
        return f"{name} is BUSY and cannot be invited now."
    return None


def _cancel(rest: str, told: Told, ink: Ink) -> Reply:
    if told.invited is None:
        return Reply(("You have invited nobody.",))
    name = told.invited
    return Reply((f"Your invitation to {name} is taken back.",), (told.cancel(),))


def _answer(name: str, told: Told, accepted: bool) -> Reply:
    if not told.invitations:
        return Reply(("Nobody invites you.",))
    if not name and len(told.invitations) > 1:
        return Reply((f"Whose? {', '.join(told.invitations)} invite you.",))
    name = name or told.invitations[0]
    if name not in told.invitations:
        return Reply((f"{name[:40]!r} does not invite you.",))
    return Reply((f"You {'accept' if accepted else 'decline'}.",), (told.answer(name, accepted),))


def _leave(rest: str, told: Told, ink: Ink) -> Reply:
    if told.game is None:
        return Reply(("You are in no game. To leave the server, type quit.",))
    return Reply(("You leave the game.",), (EndGame(),))


def _play(text: str, told: Told, ink: Ink) -> Reply:
    try:
        square = read_square(text.removeprefix("!").strip())
    except NotationError:
        return Reply((f"Neither a command nor a square: {text[:40]!r}. Type help for the list of commands.",))
    why_not = _why_not_play(square, told)
    if why_not:
        return Reply((f"{write_square(square)} is not played: {why_not}.",))
    move = told.put(square)
    return Reply((f"You move to {write_square(square)}.", *board(told, ink)), (move,))


def _why_not_play(square: int, told: Told) -> str | None:
    game = told.game
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


_COMMANDS: Final[Mapping[str, Callable[[str, Told, Ink], Reply]]] = {
    "invite": _invite,
    "cancel": _cancel,
    "accept": lambda name, told, _: _answer(name, told, True),
    "decline": lambda name, told, _: _answer(name, told, False),
    "leave": _leave,
    "players": lambda _, told, ink: Reply(lobby(told, ink)),
    "board": lambda _, told, ink: Reply(board(told, ink)),
}
