"""`stolik play`: a game for two people at the same screen, or against a bot; no server needed."""

from __future__ import annotations

import secrets
from random import Random

import click

from stolik.cli.boards import drawing_of, drawn_games
from stolik.cli.local_game import LocalGame
from stolik.cli.local_play import play_out
from stolik.cli.options import tell_of_stand_in
from stolik.cli.scene import Drawing
from stolik.contract import Seat
from stolik.players.registry import STRENGTHS, AnyPlayer, check_player, make_player
from stolik.service.net.loop import run


@click.command()
@click.argument("game", type=click.Choice(drawn_games()))
@click.option("--against", metavar="PLAYER", help=f"Play against a bot: {', '.join(STRENGTHS)}.")
@click.option("--you", metavar="SEAT", help="The seat that you take against a bot; the first if not given.")
@click.option("--seed", metavar="TEXT", help="Draw the same start and the same random moves again: any text.")
def command(game: str, against: str | None, you: Seat | None, seed: str | None) -> int:
    """Play at this screen: two people in turn, or one against a bot.

    \b
        stolik play othello                                  two people
        stolik play othello --against random --you white     against a bot
        stolik play krazki --against easy --seed 1           the stacks of seed 1

    The exit code is 0 when the game was played to its end or you quit, 1 when the input ended before that.
    """
    rng = Random(seed if seed is not None else secrets.token_hex())
    drawing = drawing_of(game)
    bots = _bots(drawing, against, you, rng)
    names = {seat: str(against) if seat in bots else "you" if bots else "a person" for seat in drawing.game.seats}
    return run(play_out(LocalGame(drawing, drawing.game.start(rng), names), bots))


def _bots(drawing: Drawing, against: str | None, you: Seat | None, rng: Random) -> dict[Seat, AnyPlayer]:
    """The seats that are not played by a person."""
    seats, game = drawing.game.seats, drawing.game.name
    if against is None:
        if you is not None:
            raise click.UsageError("'--you' needs '--against': without a bot, two people take both seats.")
        return {}
    if you is not None and you not in seats:
        raise click.BadParameter(f"{you!r} is not a seat of {game}: {' or '.join(seats)}", param_hint="'--you'")
    try:
        check_player(game, against)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="'--against'") from None
    tell_of_stand_in(game, against)
    return {seat: make_player(game, against, rng) for seat in seats if seat != (you or seats[0])}
