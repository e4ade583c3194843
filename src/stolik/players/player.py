"""What every automatic player promises."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from stolik.contract import View

V = TypeVar("V", bound=View[Any], contravariant=True)
MoveOut = TypeVar("MoveOut", covariant=True)


class Player(Protocol[V, MoveOut]):
    """Chooses a move from what its seat may know."""

    def choose(self, view: V) -> MoveOut:
        """One of the view's moves; called only when it is the seat's turn."""
