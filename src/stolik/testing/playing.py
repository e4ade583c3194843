"""Random games of any game, and texts with mistakes in them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from stolik.contract import AnyGame, NotationError, Position, Seat

seeds = st.integers(0, 2**32)
percents = st.integers(0, 100)

# The load of a machine is no fault of a game; and one test runs for the class of every game, which Hypothesis would
# take for a mistake.
_ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow])
# A whole random game stands behind most examples: these numbers keep the suite of a long game within half a minute.
few = settings(_ANY_MACHINE, max_examples=15)
some = settings(_ANY_MACHINE, max_examples=30)
many = settings(_ANY_MACHINE, max_examples=100)


class Suite:
    """What the parts of the suite know of the game, and what an author may say of it."""

    game: ClassVar[AnyGame]
    """The game that is tested."""
    longest: ClassVar[int] = 400
    """Moves after which a random game must be over."""

    def alike(self, position: Any, seat: Seat | None, rng: Random) -> Any:  # noqa: ANN401 - any game's
        """Another position that the seat (None: somebody who only watches) cannot tell from this one.

        A game with hidden information should say it here, unless it brings `guess`; None: this is not tested.
        """
        return None if self.game.guess is None or seat is None else self.game.guess(position.view(seat), rng)

    def random_play(self, seed: int) -> list[Position[Any]]:
        """Every position of a random game, from the start to the end."""
        rng = Random(seed)
        positions = [self.game.start(rng)]
        while positions[-1].turn is not None:
            over = f"a random game is not over after {self.longest} moves: set `longest` if that is right"
            assert len(positions) <= self.longest, over
            positions.append(positions[-1].play(rng.choice(positions[-1].moves())))
        return positions

    def reached(self, seed: int, percent: int) -> Position[Any]:
        """A position so far into a random game."""
        positions = self.random_play(seed)
        return positions[(len(positions) - 1) * percent // 100]


def damaged(data: st.DataObject, text: str) -> str:
    """The text with a piece of it replaced by a few characters, mostly of its own."""
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(begin + 3, len(text))))
    alphabet = st.sampled_from(text) | st.characters() if text else st.characters()
    return text[:begin] + data.draw(st.text(alphabet, max_size=3)) + text[end:]


def attempt(read: Callable[[str], Any], text: str) -> tuple[Any, str]:
    """What the text is read as, or why it is not; whatever is raised but NotationError is a fault of the game."""
    try:
        return read(text), ""
    except NotationError as error:
        return None, str(error)
    except Exception as error:
        raise AssertionError(f"reading {text!r} raised {error!r}; it must raise NotationError") from error
