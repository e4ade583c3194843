"""Positions that know their game: they print as a board, take moves as text, and can be written in code again."""

from __future__ import annotations

from html import escape
from typing import Any, Final, NamedTuple

from stolik.cli.terminal.boards import drawing_of
from stolik.cli.terminal.ink import PLAIN
from stolik.cli.terminal.scene import Scene
from stolik.contract import AnyGame, Seat
from stolik.contract.registry import find_game

Move = Any
"""A move in the game's notation, such as "f5"; the values that the rules use are accepted too."""


class Origin(NamedTuple):
    """How the first position of a game was made."""

    code: str
    """The call that makes it again, such as `start(seed=7)`."""
    value: Any


class Position:
    """One moment of a game. It never changes: `play` returns another position. Equal positions are equal."""

    __slots__ = ("_origin", "history", "rules", "value")

    def __init__(self, rules: AnyGame, value: Any, origin: Origin, history: tuple[str, ...] = ()) -> None:  # noqa: ANN401 - any game's
        """Made by `Game.start`, `Game.read` and `play`."""
        self.rules: Final = rules
        """The game's own registration: a `stolik.contract.Game`."""
        self.value: Final = value
        """The position as the game's rules have it, for code that needs every microsecond."""
        self.history: Final = history
        """The moves made since the first position."""
        self._origin: Final = origin

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""
        turn: Seat | None = self.value.turn
        return turn

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.value.turn is None

    @property
    def scores(self) -> dict[Seat, int]:
        """Every seat's score now; final when the game is over."""
        return dict(self.value.scores)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who is ahead now, or who has won; several seats if they share the lead."""
        return tuple(self.value.winners)

    def moves(self) -> list[str]:
        """The legal moves, in the game's notation."""
        return [self.rules.write_move(move) for move in self.value.moves()]

    def play(self, *moves: Move) -> Position:
        """The position after one or more moves; raises NotationError or IllegalMove, which quote the move."""
        value, played = self.value, []
        for move in moves:
            value = value.play(_move_value(self.rules, move))
            played.append(_move_text(self.rules, move))
        return Position(self.rules, value, self._origin, (*self.history, *played))

    def view(self, seat: Seat | None) -> View:
        """What that seat may know; for None, what everyone may know. Raises ValueError for a seat that is not there."""
        if seat is not None and seat not in self.rules.seats:
            raise ValueError(f"{seat!r} is not a seat of {self.rules.name}: {', '.join(self.rules.seats)}")
        return View(self.rules, self.value.view(seat), seat, self._last())

    @property
    def start(self) -> Position:
        """The position that the game began with."""
        return Position(self.rules, self._origin.value, self._origin)

    def positions(self) -> list[Position]:
        """Every position of the game so far, from its start to this one: one more than `history` has moves."""
        found = [self.start]
        for move in self.history:
            found.append(found[-1].play(move))
        return found

    def write(self) -> str:
        """The position in the game's notation: what `Game.read` reads."""
        return self.rules.write(self.value)

    def _last(self) -> Any:  # noqa: ANN401 - any game's
        return self.rules.read_move(self.history[-1]) if self.history else None

    def __str__(self) -> str:
        """The board. Of a game that hides something: what the seat that moves may know."""
        seen = self.value.view(self.turn) if self.rules.hidden else self.value
        return _drawn(self.rules, seen, self.value, self._last())

    def __repr__(self) -> str:
        """Code that makes the position again: the shorter of how it came about and how it is written."""
        moves = f".play({', '.join(map(repr, self.history))})" if self.history else ""
        told = f"stolik.game({self.rules.name!r}).{self._origin.code}{moves}"
        text = self.write()
        written = f"stolik.game({self.rules.name!r}).read({text!r})"
        if len(written) < len(told) and self.rules.read(text) == self.value:
            return written
        return told

    def _repr_html_(self) -> str:
        """The board, in a notebook."""
        return _in_notebook(str(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.rules is other.rules and bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash((self.rules.name, self.value))

    def __reduce__(self) -> tuple[Any, ...]:
        # By the game's name: its functions cannot be sent to another process, and are there already.
        return _restored, (self.rules.name, self.value, self._origin, self.history)


class View:
    """What one seat, or everyone, may know of a position. It prints as a board."""

    __slots__ = ("_last", "rules", "seat", "value")

    def __init__(self, rules: AnyGame, value: Any, seat: Seat | None, last: Any) -> None:  # noqa: ANN401 - any game's
        """Made by `Position.view`."""
        self.rules: Final = rules
        self.value: Final = value
        """The view as the game's rules have it."""
        self.seat: Final = seat
        """Whose view it is; None: everyone's."""
        self._last: Final = last

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""
        turn: Seat | None = self.value.turn
        return turn

    def moves(self) -> list[str]:
        """The legal moves, if it is this seat's turn."""
        return [self.rules.write_move(move) for move in self.value.moves()]

    def __str__(self) -> str:
        return _drawn(self.rules, self.value, None, self._last)

    def __repr__(self) -> str:
        return f"<what {self.seat or 'everyone'} may know, {self.rules.name}>"

    def _repr_html_(self) -> str:
        """The board, in a notebook."""
        return _in_notebook(str(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.rules is other.rules and bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash((self.rules.name, self.value))


def _restored(name: str, value: Any, origin: Origin, history: tuple[str, ...]) -> Position:  # noqa: ANN401 - any game's
    """A position from another process."""
    return Position(find_game(name), value, origin, history)


def _move_value(rules: AnyGame, move: Move) -> Any:  # noqa: ANN401 - any game's
    """The move as the rules have it; raises NotationError."""
    return rules.read_move(move) if isinstance(move, str) else move


def _move_text(rules: AnyGame, move: Move) -> str:
    return rules.write_move(_move_value(rules, move))


def _in_notebook(board: str) -> str:
    return f"<pre>{escape(board)}</pre>"


def _drawn(rules: AnyGame, seen: Any, whole: Any, last: Any) -> str:  # noqa: ANN401 - any game's
    """The board as text, without names of players."""
    drawing = drawing_of(rules)
    turn = seen.turn
    if turn is not None:
        status = f"{drawing.title(turn)} to move."
    else:
        status = drawing.result(whole) if whole is not None else "The game is over."
    scene = Scene(seen, {}, last, (status,), choosing=bool(seen.moves()))
    return "\n".join(line.rstrip() for line in drawing.draw(scene, PLAIN))
