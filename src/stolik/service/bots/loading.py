"""A player that always has a move in time: another plays while it comes up, and it is told when to stop thinking."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Thread
from time import monotonic
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from stolik.contract import View
from stolik.players.registry import AnyPlayer
from stolik.service.net.alarm import ring_in_time

# A move over the wire has 300 ms, and some of them belong to the network and to the rest of the machine.
MOVE_TIME: Final = 0.25

COMING_UP: Final = 3.0
"""Who was compiled on this machine before is up within so many seconds. Nobody waits longer for one that was not."""
# What is being compiled needs the processor, and would make a move late that waits for it to the last moment.
_WAITING_SHARE: Final = 0.5


@runtime_checkable
class Thinks(Protocol):
    """A player that may think long."""

    def cancel(self) -> None:
        """Makes the choice that is under way come at once, from any thread."""


class Choice(NamedTuple):
    """A move, and whether the quick player chose it in place of the one that was asked."""

    move: Any
    stand_in: bool = False


def choose_in_time(player: AnyPlayer, view: View[Any], seconds: float | None) -> Any:  # noqa: ANN401 - any game's
    """The player's move within so many seconds, if it can be told to stop thinking; None: as long as it takes."""
    if seconds is None or not isinstance(player, Thinks):
        return player.choose(view)
    with ring_in_time(seconds, player.cancel):
        return player.choose(view)


class LoadingPlayer:
    """Plays as the strong player does, once that has been made in the background; until then, as the quick one."""

    def __init__(self, make: Callable[[], AnyPlayer], quick: AnyPlayer, coming_up: float = COMING_UP) -> None:
        self._strong: Future[AnyPlayer] = Future()
        self._quick = quick
        self._awaited_until = monotonic() + coming_up
        self._news = Event()
        """The strong player has been made, or is not wanted."""
        Thread(target=self._make, args=(make,), daemon=True).start()

    def _make(self, make: Callable[[], AnyPlayer]) -> None:
        try:
            self._strong.set_result(make())
        except BaseException as error:
            self._strong.set_exception(error)
        self._news.set()

    def choose(self, view: View[Any], seconds: float | None = MOVE_TIME) -> Any:  # noqa: ANN401 - any game's
        """A move within so many seconds, whoever of the two chooses it."""
        return self.choice(view, seconds).move

    def choice(self, view: View[Any], seconds: float | None) -> Choice:
        """A move within so many seconds; with None, the strong player's, however long it takes to come up."""
        if seconds is None:
            return Choice(self._strong.result().choose(view))
        began = monotonic()
        self._wait(min(_WAITING_SHARE * seconds, self._awaited_until - began))
        left = began + seconds - monotonic()
        if left <= 0 or not self._strong.done():
            return Choice(self._quick.choose(view), stand_in=True)
        return Choice(choose_in_time(self._strong.result(), view, left))

    def _wait(self, seconds: float) -> None:
        """Until the strong player has been made, the choice is cancelled, or the time is up."""
        self._news.clear()
        if not self._strong.done():  # after that: what has been made since then is news
            self._news.wait(max(seconds, 0))

    def cancel(self) -> None:
        """Makes the choice that is under way come at once."""
        self._news.set()
        if self._strong.done() and self._strong.exception() is None:
            stop_thinking(self._strong.result())


def stop_thinking(player: AnyPlayer | None) -> None:
    """Makes a player's choice come at once, if it can be told so."""
    if isinstance(player, Thinks):
        player.cancel()
