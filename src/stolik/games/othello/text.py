"""The words between the Othello client and the person who plays: what was told in, lines out."""

from __future__ import annotations

from stolik.cli.ink import Ink, printable
from stolik.cli.scene import Scene
from stolik.contract import Seat
from stolik.games.othello.board import draw, result
from stolik.games.othello.rules import BLACK, SEATS, write_square
from stolik.games.othello.told import GameTold, Told
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


def spoken(message: ServerMessage, told: Told, ink: Ink) -> Lines:
    """A server's message as a person is told of it, after it was taken in."""
    match message:
        case Pong():
            return ()
        case Notice(words):
            return (ink("notice", f"Server: {printable(words)}"),)
        case StartGame(opponent):
            return (f"The game with {opponent} begins.", *board(told, ink))
        case Moved(column, row):
            return _moved(write_square(column + 8 * row), told, ink)
        case Recover():
            return ("The server shows the board:", *board(told, ink))
        case GameOver():
            return ("The game is closed. You are in the lobby.", *lobby(told, ink))
        case Invitation(name):
            return (ink("turn", f"{name} invites you to a game: accept or decline?"),)
        case InvitationOver(name):
            over = "has declined, or cannot play now" if told.own_over else "has taken the invitation back"
            return (f"{name} {over}.",)
        case AddPlayer() | DeletePlayer() | SetStatus():
            # Whoever plays is not told of each coming and going; the lobby is shown when the game is over.
            return () if told.game else _lobby_news(message, told, ink)


def _lobby_news(message: AddPlayer | DeletePlayer | SetStatus, told: Told, ink: Ink) -> Lines:
    if isinstance(message, DeletePlayer):
        return (f"{message.name} has left.",)
    if isinstance(message, AddPlayer):
        return (f"{message.name} is here.",)
    if message.name == told.invited or message.name in told.invitations:
        return ()  # why that player is busy was just said
    return (f"{message.name} is {_status(message.busy, ink)}.",)


def _moved(square: str, told: Told, ink: Ink) -> Lines:
    game = told.game
    if game is not None and game.astray:
        return (
            f"The server says that {game.opponent} moved to {square}, which cannot be on this board.",
            "Connecting again, to be shown the board as it is.",
        )
    return (f"{game.opponent if game else 'The opponent'} moves to {square}.", *board(told, ink))


def lobby(told: Told, ink: Ink) -> Lines:
    """Who is here, and what is open between them and the person."""
    if not told.players:
        return (f"You are {told.name}. Nobody else is here yet.",)
    rows = (f"  {_status(busy, ink)}{' ' if busy else ''}  {name}" for name, busy in told.players.items())
    open_ = [f"You have invited {told.invited}."] if told.invited else []
    open_ += [f"{name} invites you." for name in told.invitations]
    return (f"You are {told.name}. Also here:", *_capped(tuple(rows)), *open_)


def _capped(rows: Lines, most: int = 16) -> Lines:
    """As many rows as a screen has room for; those who came last are left out."""
    return rows if len(rows) <= most else (*rows[: most - 1], f"  and {len(rows) - most + 1} more")


def _status(busy: bool, ink: Ink) -> str:
    return ink("busy", "BUSY") if busy else ink("ready", "READY")


def board(told: Told, ink: Ink) -> Lines:
    """The game's board, or why there is none to show."""
    game = told.game
    if game is None:
        return ("You are in no game.",)
    if game.seat is None:
        return ("Waiting for the server to show the board.",)
    return draw(Scene(game.position, _names(game, told), game.last, _moment(game), game.mine), ink)


def _names(game: GameTold, told: Told) -> dict[Seat, str]:
    other = game.opponent or "the opponent"
    return {seat: "you" if seat == game.seat else other for seat in SEATS}


def _moment(game: GameTold) -> Lines:
    other = game.opponent or "the opponent"
    if game.position.turn is None:
        return (result(game.position),)
    passed = () if game.passed is None else (f"{'You have' if game.passed == game.seat else f'{other} has'} no move.",)
    if game.mine:
        first = "Your turn" if game.passed is None else "Your turn again"
        return (*passed, f"{first}: type a square with a dot.")
    return (*passed, f"It is {other}'s turn.")


def status(told: Told, waiting: float | None) -> str:
    """One line that is always in sight: where the person is, and what is waited for."""
    if waiting is not None:
        return f" {told.name}: the connection is lost. Trying to come back, {waiting:.0f} s left. "
    game = told.game
    if game is None:
        if told.invitations:
            return f" {told.name}: {told.invitations[0]} invites you: accept or decline? "
        asked = f", waiting for {told.invited}'s answer" if told.invited else ""
        return f" {told.name}: in the lobby{asked} "
    discs = game.position.discs
    counts = ", ".join(f"{seat} {discs[seat]}" for seat in SEATS)
    whose = "the game is over" if game.position.turn is None else "your turn" if game.mine else "not your turn"
    return f" {told.name} ({game.seat or BLACK}) against {game.opponent}: {counts}; {whose} "
