"""What the Othello client shows to the person: makes lines from what the client knows."""

from __future__ import annotations

from stolik.cli.terminal.ink import Ink, printable
from stolik.cli.terminal.scene import Scene
from stolik.contract import Seat
from stolik.games.othello.board import draw, result
from stolik.games.othello.rules import BLACK, SEATS, write_square
from stolik.games.othello.told import KnownGame, PlayerKnowledge
from stolik.games.othello.wire import (
    AddPlayer,
    DeletePlayer,
    GameOver,
    Invitation,
    InvitationOver,
    Moved,
    Notice,
    Pong,
    Recover,
    ServerMessage,
    SetStatus,
    StartGame,
)

Lines = tuple[str, ...]


def spoken(message: ServerMessage, known: PlayerKnowledge, ink: Ink) -> Lines:
    """A server's message as text for a person, after `known` was updated."""
    match message:
        case Pong():
            return ()
        case Notice(words):
            return (ink("notice", f"Server: {printable(words)}"),)
        case StartGame(opponent):
            return (f"The game with {opponent} begins.", *board(known, ink))
        case Moved(column, row):
            return _moved(write_square(column + 8 * row), known, ink)
        case Recover():
            return ("The server shows the board:", *board(known, ink))
        case GameOver():
            return ("The game is closed. You are in the lobby.", *lobby(known, ink))
        case Invitation(name):
            return (ink("turn", f"{name} invites you to a game: accept or decline?"),)
        case InvitationOver(name):
            over = "has declined, or cannot play now" if known.own_over else "has taken the invitation back"
            return (f"{name} {over}.",)
        case AddPlayer() | DeletePlayer() | SetStatus():
            # News of the lobby are not shown during a game; the lobby is shown when the game is over.
            return () if known.game else _lobby_news(message, known, ink)


def _lobby_news(message: AddPlayer | DeletePlayer | SetStatus, known: PlayerKnowledge, ink: Ink) -> Lines:
    if isinstance(message, DeletePlayer):
        return (f"{message.name} has left.",)
    if isinstance(message, AddPlayer):
        return (f"{message.name} is here.",)
    if message.name == known.invited or message.name in known.invitations:
        return ()  # the reason was just shown
    return (f"{message.name} is {_status(message.busy, ink)}.",)


def _moved(square: str, known: PlayerKnowledge, ink: Ink) -> Lines:
    game = known.game
    if game is not None and game.astray:
        return (
            f"The server says that {game.opponent} moved to {square}, which cannot be on this board.",
            "Connecting again, to be shown the board as it is.",
        )
    return (f"{game.opponent if game else 'The opponent'} moves to {square}.", *board(known, ink))


def lobby(known: PlayerKnowledge, ink: Ink) -> Lines:
    """Who is here, and the open invitations."""
    if not known.players:
        return (f"You are {known.name}. Nobody else is here yet.",)
    rows = (f"  {_status(busy, ink)}{' ' if busy else ''}  {name}" for name, busy in known.players.items())
    open_ = [f"You have invited {known.invited}."] if known.invited else []
    open_ += [f"{name} invites you." for name in known.invitations]
    return (f"You are {known.name}. Also here:", *_capped(tuple(rows)), *open_)


def _capped(rows: Lines, most: int = 16) -> Lines:
    """At most as many rows as a screen has room for; the last ones are left out."""
    return rows if len(rows) <= most else (*rows[: most - 1], f"  and {len(rows) - most + 1} more")


def _status(busy: bool, ink: Ink) -> str:
    return ink("busy", "BUSY") if busy else ink("ready", "READY")


def board(known: PlayerKnowledge, ink: Ink) -> Lines:
    """The game's board, or why there is none to show."""
    game = known.game
    if game is None:
        return ("You are in no game.",)
    if game.seat is None:
        return ("Waiting for the server to show the board.",)
    return draw(Scene(game.position, _names(game, known), game.last, _moment(game), game.mine), ink)


def _names(game: KnownGame, known: PlayerKnowledge) -> dict[Seat, str]:
    other = game.opponent or "the opponent"
    return {seat: "you" if seat == game.seat else other for seat in SEATS}


def _moment(game: KnownGame) -> Lines:
    other = game.opponent or "the opponent"
    if game.position.turn is None:
        return (result(game.position),)
    passed = () if game.passed is None else (f"{'You have' if game.passed == game.seat else f'{other} has'} no move.",)
    if game.mine:
        first = "Your turn" if game.passed is None else "Your turn again"
        return (*passed, f"{first}: type a square with a dot.")
    return (*passed, f"It is {other}'s turn.")


def status(known: PlayerKnowledge, waiting: float | None) -> str:
    """The status line: where the person is, and what the client waits for."""
    if waiting is not None:
        return f" {known.name}: the connection is lost. Trying to come back, {waiting:.0f} s left. "
    game = known.game
    if game is None:
        if known.invitations:
            return f" {known.name}: {known.invitations[0]} invites you: accept or decline? "
        asked = f", waiting for {known.invited}'s answer" if known.invited else ""
        return f" {known.name}: in the lobby{asked} "
    discs = game.position.discs
    counts = ", ".join(f"{seat} {discs[seat]}" for seat in SEATS)
    whose = "the game is over" if game.position.turn is None else "your turn" if game.mine else "not your turn"
    return f" {known.name} ({game.seat or BLACK}) against {game.opponent}: {counts}; {whose} "
