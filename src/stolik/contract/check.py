"""Checks a game when it is loaded, so that a missing part is not first noticed at a move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from stolik.contract.game import AnyGame, Game
from stolik.contract.house_rules import HouseRules
from stolik.contract.page_folder import PageFolderError, check_words
from stolik.contract.parts import BuiltinPlayer, Part, find_part
from stolik.contract.positions import NotationError, Seat

HOUSE_COMMANDS: Final = (
    "analyse",
    "bot",
    "check",
    "export",
    "games",
    "grade",
    "host",
    "join",
    "names",
    "new-game",
    "play",
    "players-file",
    "replay",
    "rules",
    "serve",
    "solve",
    "tables",
    "tournament",
)
"""The commands of `stolik` that the house has: no game can bring one of the same name."""
NO_SEAT: Final = "watchers"
"""How a table calls those who have no seat: no seat can be called so."""

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
WRONG_NAME: Final = "must begin with a letter and have only lower-case letters, digits and single hyphens"
_SEAT: Final = re.compile(r"\w[\w-]*", re.ASCII)
_NEEDED: Final = ("start", "read", "write", "read_move", "write_move", "start_from")
_OPTIONAL: Final = ("start_for_pair", "start_of_size", "text", "guess", "solve_words")
_HIGHEST_PORT: Final = 65535
_WRONG_TEXTS: Final = ("", "?")
"""Texts that hardly any notation has: reading one must not fail in another way than by NotationError."""


class GameError(Exception):
    """A game cannot be played; the message says what is missing or wrong."""


def check_name(name: str) -> None:
    """Raises GameError when no game can have the name."""
    if not _NAME.fullmatch(name):
        raise GameError(
            f"its name {name!r} must begin with a letter and have only lower-case letters, digits and single hyphens"
        )


def check_seats(seats: tuple[Seat, ...]) -> None:
    """Raises GameError when no game can have these seats."""
    fault = next(_faults_of_seats(seats), None)
    if fault is not None:
        raise GameError(fault)


def check_game(game: AnyGame) -> None:
    """Raises GameError, in one line, for the first thing that is wrong with the game."""
    check_name(game.name)
    try:
        fault = next(_faults(game), None)
    except Exception as error:  # the game is somebody else's, and may fail in any way when it is asked
        fault = f"it fails when a game is tried: {in_one_line(error)}"
    if fault is not None:
        raise GameError(fault)


def in_one_line(error: Exception) -> str:
    """What kind of error it is and what it says, however many lines that has."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def parts_of(game: AnyGame) -> Iterator[tuple[str, Part]]:
    """Every part that the game brings, with what it is called in messages."""
    for name in ("critic", "solve", "drawing", "shown", "read_file", "host", "join", "bot", "learning", "batch"):
        part = getattr(game, name)
        if part is not None:
            yield name, part
    for name, player in game.players.items():
        yield f"player {name!r}", player.make
    for kind, parts in (
        ("export", game.exports),
        ("command", game.commands),
        ("engine", game.engines),
        ("check", game.checks),
    ):
        for name, part in parts.items():
            yield f"{kind} {name!r}", part
    if game.protocol is not None:
        yield "protocol's door", game.protocol.door


def _faults(game: AnyGame) -> Iterator[str]:
    yield from _faults_of_fields(game)
    yield from _faults_of_parts(game)
    yield from _faults_of_start(game)
    for variant in game.variants:
        if not isinstance(variant, Game):
            yield f"its variant {variant!r} is not a Game"
        elif not _NAME.fullmatch(variant.name):
            yield f"its variant's name {variant.name!r} {WRONG_NAME}"
        else:
            yield from (f"its variant {variant.name!r}: {fault}" for fault in _faults(variant))


def _faults_of_seats(seats: tuple[Seat, ...]) -> Iterator[str]:
    if not isinstance(seats, tuple) or not seats or len(set(seats)) != len(seats):
        yield f"its seats {seats!r} are not a tuple of different names"
    for seat in seats:
        if not _SEAT.fullmatch(seat) or seat == NO_SEAT:
            yield f"no seat can be called {seat!r}: one word of letters, digits, '-' and '_', and not {NO_SEAT!r}"


def _faults_of_fields(game: AnyGame) -> Iterator[str]:
    yield from _faults_of_seats(game.seats)
    for name in _NEEDED:
        if not callable(getattr(game, name)):
            yield f"its {name!r} is not a function"
    for name in _OPTIONAL:
        if getattr(game, name) is not None and not callable(getattr(game, name)):
            yield f"its {name!r} is not a function"
    yield from _faults_of_size(game)
    if not isinstance(game.house_rules, HouseRules):
        yield "its 'house_rules' are not HouseRules"
    if game.port is not None and not 0 < game.port <= _HIGHEST_PORT:
        yield f"its port {game.port!r} is not between 1 and {_HIGHEST_PORT}"


def _faults_of_size(game: AnyGame) -> Iterator[str]:
    if (game.start_of_size is None) != (not game.size):
        yield "'start_of_size' and 'size' belong together, and it has only one of them"
    elif game.start_of_size is not None:
        game.start_of_size(Random(0), tuple(game.size.values()))


def _faults_of_parts(game: AnyGame) -> Iterator[str]:
    for name, player in game.players.items():
        if not isinstance(player, BuiltinPlayer):
            yield f"its player {name!r} is not a BuiltinPlayer"
    for name, part in parts_of(game):
        wrong = find_part(part)
        if wrong:
            yield f"its {name} cannot be found: {wrong}"
    for name in game.commands:
        if name in HOUSE_COMMANDS:
            yield f"it brings a command {name!r}, and stolik has one of that name"
    for name in filter(None, (game.quick_player, game.instant_player)):
        if name != "random" and name not in game.players:
            yield f"it says that {name!r} plays at once, and has no player of that name"
        elif name in game.players and game.players[name].needs:
            yield f"it says that {name!r} plays at once, and that player needs {game.players[name].needs}"
    if game.page is not None:
        yield from _faults_of_page(game.page)
    if game.guide is not None and not (game.guide / "play.en.md").is_file():
        yield f"its guide's folder {str(game.guide)!r} has no play.en.md"


def _faults_of_page(folder: Path) -> Iterator[str]:
    if not folder.is_dir():
        yield f"its page's folder {str(folder)!r} does not exist"
        return
    try:
        check_words(folder)
    except PageFolderError as error:
        yield f"its page's words cannot be used: {error}"


def _faults_of_start(game: AnyGame) -> Iterator[str]:
    """Draws a start, and looks whether it has what everybody will ask of it."""
    try:
        position = game.start(Random(0))
    except Exception as error:  # whatever it raises, the game cannot be played
        yield f"no start can be drawn: {in_one_line(error)}"
        return
    yield from _faults_of_position(position)
    if position.turn not in game.seats:
        yield f"at its start it is the turn of {position.turn!r}, which is not a seat"
    if not position.moves():
        yield f"at its start {position.turn!r} has the turn and no move"
    if set(position.scores) != set(game.seats):
        yield f"its scores are of {', '.join(map(str, position.scores))}, and its seats are {', '.join(game.seats)}"
    if not set(position.winners) <= set(game.seats):
        yield f"its winners {position.winners!r} are not seats"
    if game.read(game.write(position)) != position:
        yield "its start is not read back as it was written: see 'read' and 'write'"
    move = position.moves()[0]
    if game.read_move(game.write_move(move)) != move:
        yield f"the move {game.write_move(move)!r} is not read back as it was written: see 'read_move' and 'write_move'"
    if len(game.write_move(move).encode()) > game.longest_move:
        yield f"the move {game.write_move(move)!r} has more than {game.longest_move} bytes: say 'longest_move'"
    if type(position.play(move)) is not type(position):
        yield f"after a move there is a {type(position.play(move)).__name__}, and no position"
    yield from _faults_of_reading(game)
    yield from _faults_of_views(game, position)


def _faults_of_reading(game: AnyGame) -> Iterator[str]:
    for name in ("read", "read_move"):
        for text in _WRONG_TEXTS:
            try:
                getattr(game, name)(text)
            except NotationError:
                pass
            except Exception as error:  # what anybody types ends up there
                yield f"its {name!r} must raise NotationError for the text {text!r}, and raises {in_one_line(error)}"


def _faults_of_position(position: Any) -> Iterator[str]:  # noqa: ANN401 - any game's
    for name in ("turn", "moves", "play", "view", "scores", "winners"):
        if not hasattr(position, name):
            yield f"its positions have no {name!r}"
    try:
        hash(position)
    except TypeError as error:
        yield f"its positions cannot be hashed ({error}): say frozen=True, and use tuples for lists"


def _faults_of_views(game: AnyGame, position: Any) -> Iterator[str]:  # noqa: ANN401 - any game's
    if game.hidden and game.text is None:
        yield "it hides something and does not say how a seat's view is written: give it 'text'"
    for seat in (None, *game.seats):
        view = position.view(seat)
        if not isinstance(view, game.view_type):
            yield f"its positions are seen as {type(view).__name__}, and view_type says {game.view_type.__name__}"
        if msgspec.json.decode(msgspec.json.encode(view), type=game.view_type) != view:
            yield "a view is not the same after it was sent as JSON"
        if not isinstance((game.text or game.write)(view), str):
            yield f"its {'text' if game.text else 'write'!r} of a view is not a text"
