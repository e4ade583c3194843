"""A player that always moves in time: a quick player stands in while it loads, and it is cancelled when time is up."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Thread
from time import monotonic
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from stolik.contract import View
from stolik.players.registry import AnyPlayer
from stolik.service.net.alarm import ring_in_time

# Seconds. The protocol allows 300 ms for a move; the rest is for the network and for a busy machine.
MOVE_TIME: Final = 0.25

LOADING_TIME: Final = 3.0
"""Seconds to wait for a player to load. A player that was compiled on this machine before needs less."""
# The share of a move's time to wait for loading. Compiling uses the processor, so waiting longer would make moves late.
_WAITING_SHARE: Final = 0.5


@runtime_checkable
class Cancellable(Protocol):
    """A player whose `choose` can be cut short."""

    def cancel(self) -> None:
        """Makes the running `choose` return at once. May be called from any thread."""


class Choice(NamedTuple):
    """A move, and whether the quick player chose it instead of the player that was asked."""

    move: Any
    stand_in: bool = False


def choose_in_time(player: AnyPlayer, view: View[Any], seconds: float | None) -> Any:  # noqa: ANN401 - any game's
    """The player's move. A player that can be cancelled is cancelled after `seconds`; None: no limit."""
    if seconds is None or not isinstance(player, Cancellable):
        return player.choose(view)
    with ring_in_time(seconds, player.cancel):
        return player.choose(view)


class LoadingPlayer:
    """Plays as the strong player once it has loaded in the background, and until then as the quick player."""

    def __init__(self, make: Callable[[], AnyPlayer], quick: AnyPlayer, loading_time: float = LOADING_TIME) -> None:
        self._strong: Future[AnyPlayer] = Future()
        self._quick = quick
        self._wait_until = monotonic() + loading_time
        self._wake = Event()
        """Set when the strong player has loaded or failed to, and when the choice is cancelled."""
        Thread(target=self._make, args=(make,), daemon=True).start()

    def _make(self, make: Callable[[], AnyPlayer]) -> None:
        try:
            self._strong.set_result(make())
        except BaseException as error:
            self._strong.set_exception(error)
        self._wake.set()

    def choose(self, view: View[Any], seconds: float | None = MOVE_TIME) -> Any:  # noqa: ANN401 - any game's
        """A move within `seconds`, of the strong player or of the quick one."""
        return self.choice(view, seconds).move

    def choice(self, view: View[Any], seconds: float | None) -> Choice:
        """A move within `seconds`. With None, waits until the strong player has loaded and chosen.

        Raises what the strong player raised while loading or choosing.
        """
        if seconds is None:
            return Choice(self._strong.result().choose(view))
        began = monotonic()
        self._wait(min(_WAITING_SHARE * seconds, self._wait_until - began))
        left = began + seconds - monotonic()
        if left <= 0 or not self._strong.done():
            return Choice(self._quick.choose(view), stand_in=True)
        return Choice(choose_in_time(self._strong.result(), view, left))

    def _wait(self, seconds: float) -> None:
        """Waits until the strong player has loaded, the choice is cancelled, or the time is up."""
        self._wake.clear()
        # Checked after `clear`: a player that finishes loading after this check sets the event again.
        if not self._strong.done():
            self._wake.wait(max(seconds, 0))

    def cancel(self) -> None:
        """Makes the running `choose` return at once."""
        self._wake.set()
        if self._strong.done() and self._strong.exception() is None:
            cancel_choice(self._strong.result())


def cancel_choice(player: AnyPlayer | None) -> None:
    """Makes a player's running `choose` return at once; does nothing for a player that cannot be cancelled."""
    if isinstance(player, Cancellable):
        player.cancel()
