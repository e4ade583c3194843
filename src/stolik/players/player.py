"""The interface of every automatic player."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from stolik.contract import View

V = TypeVar("V", bound=View[Any], contravariant=True)
MoveOut = TypeVar("MoveOut", covariant=True)


class Player(Protocol[V, MoveOut]):
    """Chooses a move, given only what its seat may know."""

    def choose(self, view: V) -> MoveOut:
        """Returns one of the view's moves. Called only when it is the seat's turn."""
