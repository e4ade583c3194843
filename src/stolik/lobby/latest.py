"""Leaves out news that later news makes useless: who hears them together needs only how things stand at the end."""

from __future__ import annotations

from collections.abc import Sequence

from stolik.lobby.words import Arrived, Changed, Gone, LobbyEvent


def latest(events: Sequence[LobbyEvent]) -> tuple[LobbyEvent, ...]:
    """The events without each change of status that is followed by another, and without those who came and went."""
    if len(events) == 1:
        return tuple(events)
    left_out: set[int] = set()
    arrived: dict[str, int] = {}
    changed: dict[str, int] = {}
    for number, event in enumerate(events):
        if isinstance(event, Arrived):
            arrived[event.player] = number
        elif isinstance(event, Changed | Gone):
            left_out.update(_popped(changed, event.player))
            if isinstance(event, Changed):
                changed[event.player] = number
            elif came := _popped(arrived, event.player):
                left_out.update((*came, number))
    return tuple(event for number, event in enumerate(events) if number not in left_out)


def _popped(numbers: dict[str, int], player: str) -> tuple[int, ...]:
    return (numbers.pop(player),) if player in numbers else ()
