"""`stolik play`: a game for people at the same screen, or for one against bots; no server needed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from random import Random
from typing import Final

import click

from stolik.cli.examples import examples
from stolik.cli.options import InstalledGame
from stolik.cli.terminal.boards import drawing_of
from stolik.cli.terminal.local_game import LocalGame
from stolik.cli.terminal.local_play import play_out
from stolik.cli.waiting import wait_for
from stolik.contract import AnyGame, Seat
from stolik.contract.registry import all_games
from stolik.players.registry import AnyPlayer, check_player, make_player, player_names, strengths_in_words
from stolik.service.net.loop import run

_USUAL: Final = "steady"
"""Who plays against a person where people cannot share a screen."""


def _examples() -> Iterator[tuple[str, str]]:
    for game in all_games().values():
        if game.hidden:
            yield f"play {game.name}", "against bots"
        else:
            yield f"play {game.name}", f"{len(game.seats)} people"
            yield f"play {game.name} --against easy --you {game.seats[-1]}", "against a bot"


@click.command(epilog=examples(*_examples()))
@click.argument("game", type=InstalledGame())
@click.option("--against", metavar="PLAYER", help=f"Play against bots: {strengths_in_words()}.")
@click.option("--you", metavar="SEAT", help="The seat that you take against bots; the first if not given.")
@click.option("--seed", metavar="TEXT", help="Draw the same start, and let bots choose in the same way: any text.")
def command(game: AnyGame, against: str | None, you: Seat | None, seed: str | None) -> int:
    """Play at this screen: people in turn, or you against bots.

    `stolik games` lists the games. The exit code is 0 when the game was played to its end or you quit, 1 when the
    input ended before.
    """
    rng = Random(seed if seed is not None else secrets.token_hex())
    if against is None and game.hidden:
        against = _USUAL if _USUAL in player_names(game.name) else "random"
        click.echo(
            f"You play against bots (--against {against}), because this game hides something.",
            err=True,
        )
    bots = _bots(game, against, you, rng)
    names = {seat: str(against) if seat in bots else "you" if bots else "a person" for seat in game.seats}
    mine = next((seat for seat in game.seats if seat not in bots), None) if bots else None
    return run(play_out(LocalGame(drawing_of(game), game.start(rng), names, mine), bots))


def _bots(game: AnyGame, against: str | None, you: Seat | None, rng: Random) -> dict[Seat, AnyPlayer]:
    """The seats that are not played by a person."""
    if against is None:
        if you is not None:
            raise click.UsageError("'--you' needs '--against': without bots, people take all seats.")
        return {}
    if you is not None and you not in game.seats:
        seats = " or ".join(game.seats)
        raise click.BadParameter(f"{you!r} is not a seat of {game.name}: {seats}", param_hint="'--you'")
    try:
        check_player(game.name, against)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="'--against'") from None
    theirs = [seat for seat in game.seats if seat != (you or game.seats[0])]
    return wait_for(lambda: {seat: make_player(game.name, str(against), rng) for seat in theirs}, f"loading {against}")
