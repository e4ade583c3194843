"""House rules: how a table treats silence, fouls and empty seats, whatever is played at it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct

# A player that works is not wrong a hundred times in a row; a broken program must not be answered for ever.
PATIENCE: Final = 100


class HouseRules(Struct, frozen=True, omit_defaults=True):
    """What a table does when something other than a legal move happens."""

    turn_time: float | None = None
    """Seconds for a move; None: no limit."""
    on_silence: Literal["ask again", "forfeit"] = "ask again"
    on_foul: Literal["refuse", "forfeit", "expel"] = "refuse"
    on_absence: Literal["wait", "forfeit", "count"] = "wait"
    """`count` ends the game as it stands."""
    grace: float = 0
    """Seconds to come back before `forfeit` or `count`."""
    patience: int = PATIENCE
    """How many fouls in a row are refused before the player is expelled."""
    game_time: float | None = None
    """Seconds for all moves of one player together; a player who has used them up loses, whatever `on_silence` is."""
    counts: bool = True
    """Whether the result counts: a game that continues from the middle of another is only for practice."""
    bot_pause: float = 0
    """Seconds that a built-in player takes at least for a move, so that people can follow it."""


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
