"""A player that always has a move in time: another plays while it comes up, and it is told when to stop thinking."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from threading import Thread
from typing import Any, Final, Protocol, runtime_checkable

from stolik.games.contract import View
from stolik.players.registry import AnyPlayer
from stolik.service.alarm import ring_in_time

# A move over the wire has 300 ms, and some of them belong to the network and to the rest of the machine.
MOVE_TIME: Final = 0.25


@runtime_checkable
class Thinks(Protocol):
    """A player that may think long."""

    def cancel(self) -> None:
        """Makes the choice that is under way come at once, from any thread."""


class Ready:
    """Plays as the strong player does, once that has been made in the background; until then, as the quick one."""

    def __init__(self, make: Callable[[], AnyPlayer], quick: AnyPlayer) -> None:
        self._strong: Future[AnyPlayer] = Future()
        self._quick = quick
        Thread(target=self._make, args=(make,), daemon=True).start()

    def _make(self, make: Callable[[], AnyPlayer]) -> None:
        try:
            self._strong.set_result(make())
        except BaseException as error:
            self._strong.set_exception(error)

    def choose(self, view: View[Any], seconds: float | None = MOVE_TIME) -> Any:  # noqa: ANN401 - any game's
        """A move within so many seconds; with None, the strong player's, however long it takes to come up."""
        if seconds is None:
            return self._strong.result().choose(view)
        # What is being compiled needs the processor, and would make a move late that waits for it to the last moment.
        if seconds <= 0 or not self._strong.done():
            return self._quick.choose(view)
        player = self._strong.result()
        with ring_in_time(seconds, partial(_cancel, player)):
            return player.choose(view)

    def cancel(self) -> None:
        """Makes the choice that is under way come at once."""
        if self._strong.done():
            _cancel(self._strong.result())


def _cancel(player: AnyPlayer) -> None:
    if isinstance(player, Thinks):
        player.cancel()
