"""What is known of referees that were killed: in which games, and who can have done it.

A program can kill its referee, or the tournament, only without a sandbox and where the system cannot keep it from doing
so. Nobody can see who has sent a signal. So a game whose referee was killed is played again, alone; when that happens
again, the game is decided without being played.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, field

from stolik.contract import Seat
from stolik.contract.registry import find_game
from stolik.tournament.plan.assignment import Assignment, Ending, Result
from stolik.tournament.plan.causes import Cause, cause
from stolik.tournament.plan.players import Entrant
from stolik.tournament.sandbox.bubblewrap import find_sandbox
from stolik.tournament.sandbox.places import Guest

FILE: Final = "killed.json"
# A game is played alone so many times before it is decided without being played.
MOST_DEATHS: Final = 2


class _Kept(Struct):
    """What is kept in the file."""

    running: bool = False
    """Whether a run has begun that has not ended."""
    alone: int | None = None
    """The game that is played alone."""
    deaths: dict[int, int] = field(default_factory=dict)
    """How often the referee, or the tournament, was killed while a game was played alone."""
    decided: dict[int, list[str]] = field(default_factory=dict)
    """The games that were decided without being played, and the programs in them that could have done it."""


class LostReferees:
    """What is known in one tournament; in its folder, if the programs could kill the whole tournament."""

    def __init__(self, folder: Path | None) -> None:
        """Reads what an earlier run has written. Without a folder nothing is kept."""
        self._file = folder and folder / FILE
        self._kept = _Kept()
        if self._file is not None:
            with contextlib.suppress(OSError, msgspec.MsgspecError):
                self._kept = msgspec.json.decode(self._file.read_bytes(), type=_Kept)
        self.was_killed = self._kept.running
        """Whether the run before this one was killed, as far as is known."""
        if self.was_killed:
            self.died()
        self._kept.running = True
        self._write()

    def _write(self) -> None:
        if self._file is not None:
            part = self._file.with_suffix(".part")
            part.write_bytes(msgspec.json.encode(self._kept))
            os.replace(part, self._file)

    def is_hopeless(self, game: int) -> bool:
        """Whether a game must not be played once more."""
        return self._kept.deaths.get(game, 0) >= MOST_DEATHS

    def begin(self, game: int) -> None:
        """A game is about to be played alone."""
        self._kept.alone = game
        self._write()

    def died(self) -> None:
        """The referee of the game that was played alone was killed, or the whole tournament."""
        if (game := self._kept.alone) is not None:
            self._kept.deaths[game] = self._kept.deaths.get(game, 0) + 1
        self._kept.alone = None
        self._write()

    def ended(self, game: int) -> None:
        """A game that was played alone is over."""
        self._kept.alone = None
        self._kept.deaths.pop(game, None)
        self._write()

    def close(self) -> None:
        """The run ends, and was not killed."""
        self._kept.running, self._kept.alone = False, None
        self._write()

    def decide(self, game: Assignment) -> Result:
        """The result of a game whose referee was killed again and again."""
        able = {seat: entrant.name for seat, entrant in game.seats.items() if could_kill(entrant, game)}
        suspects = self._suspects(able)
        self._kept.decided[game.number] = sorted(able.values())
        self.ended(game.number)
        if len(suspects) == 1:
            ((seat, name),) = suspects.items()
            return not_played(game, Ending.FOUL, cause("referee.by", times=MOST_DEATHS, name=name), seat)
        if not able:
            return not_played(game, Ending.ANNULLED, cause("referee.byNobody", times=MOST_DEATHS), None)
        names = " / ".join(able.values())
        return not_played(game, Ending.ANNULLED, cause("referee.byAny", times=MOST_DEATHS, names=names), None)

    def _suspects(self, able: Mapping[Seat, str]) -> Mapping[Seat, str]:
        """Those who can have killed the referee here, and in the other games where that happened and who sat there."""
        others = [set(names) for names in self._kept.decided.values() if set(names) != set(able.values())]
        seen = {seat: name for seat, name in able.items() if any(name in names for names in others)}
        return seen or able


def deaths_so_far(folder: Path) -> bytes:
    """Something that changes when more is known in a tournament's folder; empty if nothing is."""
    with contextlib.suppress(OSError):
        return (folder / FILE).read_bytes()
    return b""


def could_kill(entrant: Entrant, game: Assignment) -> bool:
    """Whether a program could kill its referee in a game on this machine."""
    if entrant.builtin is not None or game.terms.sandbox:
        return False
    guest = Guest(entrant.command, entrant.cwd, entrant.own, entrant.paths)
    return find_sandbox(game.terms.memory, False).lets_kill(guest)


def not_played(game: Assignment, ending: Ending, why: Cause, by: Seat | None) -> Result:
    """The result of a game without moves; all others win if it ends `by` a seat, and otherwise nobody does."""
    winners = tuple(seat for seat in game.seats if seat != by) if by is not None else ()
    has_scores = find_game(game.game).protocol is not None
    return Result(
        number=game.number,
        round=game.round,
        seats={seat: entrant.name for seat, entrant in game.seats.items()},
        setup=game.setup,
        ending=ending,
        reason=str(why),
        winners=winners,
        scores={seat: int(seat in winners and not has_scores) for seat in game.seats},
        moves=[],
        times=[],
        by=by,
        cause=why,
    )
