"""The exchange of lines of a finished game, made again from its record: what each door said and heard. Pure.

Of lines that were no accepted move, a record has only the one that ended the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from stolik.contract import Seat
from stolik.service.doors.door import Door
from stolik.store.export import Export
from stolik.store.stored import StoredTable
from stolik.table.events import Played
from stolik.table.inputs import Foul
from stolik.table.record import replayed


def report(
    stored: StoredTable,
    doors: Mapping[Seat, Door],
    say: Callable[[str], str],
    greetings: Mapping[Seat, Sequence[str]] | None = None,
) -> Export:
    """All messages of a game as a report, with seats in place of addresses.

    Each door has its seat already; `say` writes a move as a client sends it. `greetings` were told before the game.
    """
    greeted = [(seat, line) for seat, told in (greetings or {}).items() for line in told]
    lines = [_reported(stored.facts.created, "server", seat, line) for seat, line in greeted]
    lines += [_reported(*line) for line in _exchange(stored, doors, say)]
    return Export("".join(f"{line}\n" for line in lines), "text/plain", "txt")


def _exchange(
    stored: StoredTable, doors: Mapping[Seat, Door], say: Callable[[str], str]
) -> Iterator[tuple[float, str, str, str]]:
    """When, from whom, to whom, and the line."""
    for entry, events in replayed(stored.record):
        played = next((event for event in events if isinstance(event, Played)), None)
        if played is not None:
            yield entry.at, played.seat, "server", say(played.move)
        foul = entry.input
        if isinstance(foul, Foul) and (foul.move or foul.line):
            yield entry.at, foul.seat, "server", say(foul.move) if foul.move else foul.line
        for event in events:
            for seat, door in doors.items():
                if event.to in (None, seat) and not door.over:
                    for line in door.tell(event):
                        yield entry.at, "server", seat, line


def _reported(at: float, sender: str, receiver: str, line: str) -> str:
    when = datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
    return f"[{sender},{receiver},{when}] {line}"
