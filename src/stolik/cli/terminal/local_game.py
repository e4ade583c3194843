"""A game at one screen, and the commands that its players can type: text in, text out."""

from __future__ import annotations

from typing import Any, Final

from stolik.cli.terminal.ink import Ink
from stolik.cli.terminal.scene import Drawing, Scene
from stolik.contract import IllegalMove, NotationError, Seat


class Quit(Exception):
    """The person quits before the end."""


class LocalGame:
    """The position, the last move, and who had to pass."""

    def __init__(
        self,
        drawing: Drawing,
        position: Any,  # noqa: ANN401 - any game's
        names: dict[Seat, str],
        you: Seat | None = None,
    ) -> None:
        """`you`: the seat of the only person; what others hide is not shown to them. None: several people look."""
        self.drawing: Final = drawing
        self._you: Final = you
        self.position = position
        self._names: Final = names
        self._last: Any = None
        self._passed: Seat | None = None

    def board(self, ink: Ink, *, choosing: bool = True) -> tuple[str, ...]:
        """The board, whose turn it is, and the legal moves if a person is to choose one."""
        seen = self.position.view(self._you) if self.drawing.game.hidden else self.position
        return self.drawing.draw(Scene(seen, self._names, self._last, self._moment(), choosing), ink)

    def play(self, move: Any) -> None:  # noqa: ANN401 - any game's
        """Plays the next move; raises IllegalMove."""
        mover = self.position.turn
        self.position = self.position.play(move)
        self._last = move
        others = [seat for seat in self.drawing.game.seats if seat != mover]
        self._passed = others[0] if self.drawing.passes and self.position.turn == mover else None

    def obey(self, line: str, ink: Ink) -> tuple[str, ...]:
        """Does what a typed line says: plays a move, or returns the answer to a command. Raises Quit."""
        words = line.strip()
        match words.lower():
            case "":
                return ()
            case "quit" | "exit":
                raise Quit
            case "help" | "?":
                return self.help()
            case "board":
                return self.board(ink)
            case "moves":
                return (self._moves(),)
        text = words.removeprefix("!").strip()
        try:
            self.play(self.drawing.read_move(text, self.position))
        except (NotationError, IllegalMove) as error:
            return (f"Not played: {error}. Type help for the list of commands.",)
        return ()

    def words(self) -> list[str]:
        """What makes sense to type at this moment, for completion."""
        # A bot's moves would tell what it holds.
        moves = self.position.moves() if self._you in (None, self.position.turn) else ()
        return [*map(self.drawing.game.write_move, moves), "board", "moves", "help", "quit"]

    def help(self) -> tuple[str, ...]:
        """The list of commands."""
        return (
            self.drawing.how,
            "Other commands: board, moves (all legal moves), help, quit.",
        )

    def said(self, move: Any) -> str:  # noqa: ANN401 - any game's
        """A bot's move, in words."""
        seat = self.position.turn
        return f"{self.drawing.title(seat)} ({self._names[seat]}) plays {self.drawing.game.write_move(move)}."

    def _moves(self) -> str:
        return f"Legal moves: {', '.join(map(self.drawing.game.write_move, self.position.moves()))}."

    def _moment(self) -> tuple[str, ...]:
        title = self.drawing.title
        if self.position.turn is None:
            return (self.drawing.result(self.position),)
        passed = () if self._passed is None else (f"{title(self._passed)} has no move.",)
        return (*passed, f"{title(self.position.turn)} to move.")
