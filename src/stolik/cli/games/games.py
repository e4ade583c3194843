"""`stolik games`: the games that are installed, and those that cannot be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Final

import click
import msgspec
from msgspec import Struct

from stolik.contract import AnyGame, Seat
from stolik.contract.registry import all_games, faulty_games, game_packages
from stolik.players.registry import missing_players, player_names

_WIDTH: Final = 79
_INDENT: Final = 12

# How programs come to a game, by the entrance of its protocol.
_CODES: Final = "codes"
_PROTOCOLS: Final[Mapping[str, str]] = {
    _CODES: "the code protocol, on stdio and on TCP",
    "lobby": "its own, in a lobby",
    "seats": "its own, each table on a port of its own",
}


class GameShown(Struct, frozen=True):
    """What is told of an installed game."""

    name: str
    title: str
    seats: tuple[Seat, ...]
    hidden: bool
    variants: list[str]
    players: tuple[str, ...]
    """The strengths that can play here, weakest first."""
    missing: dict[str, str]
    """The strengths that cannot, and for each what is missing and how to get it."""
    protocol: str
    port: int | None
    package: str
    version: str


class Listed(Struct, frozen=True):
    """Everything that `--json` tells."""

    games: list[GameShown]
    faulty: dict[str, str]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object: games, and what is wrong with faulty ones.")
def command(as_json: bool) -> None:
    """List the games that are installed.

    It shows the seats, how programs connect, and the package of each game. A game that cannot be played is named at the
    end, with the reason. `stolik new-game` writes a package for a new game.
    """
    listed = Listed([_shown(game) for game in all_games().values()], dict(faulty_games()))
    if as_json:
        click.echo(msgspec.json.encode(listed))
        return
    for game in listed.games:
        click.echo("\n".join(_lines(game)))
    for why in listed.faulty.values():
        click.echo(f"! {why}")


def _shown(game: AnyGame) -> GameShown:
    package, version = game_packages().get(game.name, ("", ""))
    return GameShown(
        name=game.name,
        title=game.title,
        seats=game.seats,
        hidden=game.hidden,
        variants=[variant.name for variant in game.variants],
        players=player_names(game.name),
        missing=missing_players(game.name),
        protocol=_CODES if game.protocol is None else game.protocol.entrance,
        port=game.port,
        package=package,
        version=version,
    )


def _lines(game: GameShown) -> Iterator[str]:
    """A game in a few lines of 79 columns."""
    yield f"{game.name}: {game.title}"
    yield from _row("seats", ", ".join(game.seats) + ("; each sees only its own" if game.hidden else ""))
    yield from _row("variants", ", ".join(game.variants))
    yield from _row("players", ", ".join(game.players))
    for why in game.missing.values():
        yield from _row("missing", why)
    yield from _row("programs", _PROTOCOLS[game.protocol] + (f", port {game.port}" if game.port else ""))
    yield from _row("from", f"{game.package} {game.version}".strip())


def _row(label: str, words: str) -> list[str]:
    """One thing that is known of a game; nothing when there is nothing to say."""
    blank = " " * _INDENT
    return wrap(words, _WIDTH, initial_indent=f"  {label}".ljust(_INDENT), subsequent_indent=blank) if words else []
