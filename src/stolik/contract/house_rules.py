"""House rules: how a table treats silence, fouls and empty seats, whatever is played at it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct

# A player that works is not wrong a hundred times in a row; a broken program must not be answered for ever.
PATIENCE: Final = 100
SILENT_SHARE: Final = 6
"""A player for whom the house has moved gets a sixth of the time for the next moves, until it moves by itself: nobody
should wait the whole time again and again for someone who is not looking."""
SHORTEST_GRACE: Final = 10.0
"""Seconds to come back, at least, for someone who has been away before: a page takes some of them to load."""


class HouseRules(Struct, frozen=True, omit_defaults=True):
    """What a table does when something other than a legal move happens."""

    turn_time: float | None = None
    """Seconds for a move; None: no limit."""
    on_silence: Literal["ask again", "forfeit", "stand in"] = "ask again"
    """`stand in` asks again, and the house moves for the player."""
    on_foul: Literal["refuse", "forfeit", "expel"] = "refuse"
    on_absence: Literal["wait", "forfeit", "count", "claim"] = "wait"
    """`count` ends the game as it stands. `claim` lets the opponent claim the win; at a table of more than two seats
    the house plays on for the absent player instead."""
    grace: float = 0
    """Seconds to come back before `forfeit`, `count` or `claim`; for `claim`, all absences of a player together."""
    patience: int = PATIENCE
    """How many fouls in a row are refused before the player is expelled."""
    game_time: float | None = None
    """Seconds for all moves of one player together; a player who has used them up loses, whatever `on_silence` is."""
    increment: float = 0
    """Seconds that each move adds to `game_time`."""
    counts: bool = True
    """Whether the result counts: a game that continues from the middle of another is only for practice."""
    bot_pause: float = 0
    """Seconds that a built-in player takes at least for a move, so that people can follow it."""

    listed: bool = True
    """Whether lists show the table; otherwise only who has its address comes to it."""

    def rates(self, ending: Ending) -> bool:
        """Whether a game that ended so is rated: only when nobody can have gained by leaving or by ending it early."""
        if ending is Ending.GONE:
            return self.counts and self.on_absence == "forfeit"
        return self.counts and ending in _FAIR


class Ending(StrEnum):
    """How a game ended."""

    RULES = "rules"
    """It was played to its end."""
    OVERTIME = "overtime"
    """Someone was silent for too long."""
    FOUL = "foul"
    """Someone broke the rules or the protocol."""
    GONE = "gone"
    """Someone left and did not come back."""
    ABANDONED = "abandoned"
    """Nobody was left at the table."""
    CANCELLED = "cancelled"
    """Someone at the table ended it."""
    RESIGNED = "resigned"
    """Someone resigned."""
    AGREED = "agreed"
    """The players agreed on a draw."""
    CLAIMED = "claimed"
    """Someone left and did not come back in time, and lost by it."""


_FAIR: Final = frozenset((Ending.RULES, Ending.RESIGNED, Ending.OVERTIME, Ending.FOUL, Ending.CLAIMED))
