"""Checks a game when it is loaded, so that a missing part is not first noticed at a move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from stolik.contract.game import AnyGame
from stolik.contract.parts import Part, find_part

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NEEDED: Final = ("start", "read", "write", "read_move", "write_move")


class GameError(Exception):
    """A game cannot be played; the message says what is missing or wrong."""


def check_game(game: AnyGame) -> None:
    """Raises GameError for the first fault of the game; the message is one line."""
    fault = next(_faults(game), None)
    if fault is not None:
        raise GameError(fault)


def _faults(game: AnyGame) -> Iterator[str]:
    if not _NAME.fullmatch(game.name):
        yield f"its name {game.name!r} is not made of lower-case letters, digits and hyphens"
    if not game.seats or len(set(game.seats)) != len(game.seats) or not all(game.seats):
        yield f"its seats {game.seats!r} are not different names"
    for name in _NEEDED:
        if not callable(getattr(game, name)):
            yield f"its {name!r} is not a function"
    for name, part in _parts(game):
        wrong = find_part(part)
        if wrong:
            yield f"its {name} cannot be found: {wrong}"
    for name in filter(None, (game.quick_player, game.instant_player)):
        if name != "random" and name not in game.players:
            yield f"it says that {name!r} plays at once, and has no player of that name"
    if game.page is not None and not game.page.is_dir():
        yield f"its page's folder {str(game.page)!r} does not exist"
    if game.guide is not None and not (game.guide / "play.en.md").is_file():
        yield f"its guide's folder {str(game.guide)!r} has no play.en.md"
    yield from _faults_of_start(game)
    for variant in game.variants:
        yield from (f"{variant.name}: {fault}" for fault in _faults(variant))


def _parts(game: AnyGame) -> Iterator[tuple[str, Part]]:
    for name in ("critic", "solve", "drawing", "shown", "read_file", "host", "join"):
        part = getattr(game, name)
        if part is not None:
            yield name, part
    for name, player in game.players.items():
        yield f"player {name!r}", player.make
    for kind, parts in (("export", game.exports), ("command", game.commands), ("engine", game.engines)):
        for name, part in parts.items():
            yield f"{kind} {name!r}", part
    if game.protocol is not None:
        yield "protocol's door", game.protocol.door
        yield "protocol's contest_table", game.protocol.contest_table


def _faults_of_start(game: AnyGame) -> Iterator[str]:
    """Draws a start position and checks that it has every attribute of a position."""
    try:
        position = game.start(Random(0))
    except Exception as error:  # whatever it raises, the game cannot be played
        yield f"no start can be drawn: {type(error).__name__}: {error}"
        return
    for name in ("turn", "moves", "play", "view", "scores", "winners"):
        if not hasattr(position, name):
            yield f"its positions have no {name!r}"
            return
    view = position.view(None)
    if not isinstance(view, game.view_type):
        yield f"its positions are seen as {type(view).__name__}, and view_type says {game.view_type.__name__}"
    if game.hidden and game.text is None and game.shown is None:
        yield "it hides something and does not say how a view is shown: give it 'text' or 'shown'"
