"""`stolik deal`: writes files that define Kierki matches."""

from __future__ import annotations

import secrets
from pathlib import Path
from random import Random

import click

from stolik.cli.options import Integer
from stolik.games.kierki.match_file import write_deals
from stolik.games.kierki.rules import KINDS, random_deal


def kinds_given(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, ...]:
    """The deal types of a text such as `1234567` or `7`."""
    if not value or any(digit not in "1234567" for digit in value):
        raise click.BadParameter(
            f"{value!r} is not a list of deal types from 1 to 7, such as 1234567 or 55", ctx, param
        )
    return tuple(int(digit) for digit in value)


def repeated(types: tuple[int, ...], deals: int | None) -> list[int]:
    """The types of so many deals, over and over; each once when no number is given."""
    return [types[i % len(types)] for i in range(deals or len(types))]


@click.command()
@click.option("-n", "--deals", type=Integer(1), help="How many deals; one of each type if not given. The types repeat.")
@click.option(
    "--types",
    default="".join(map(str, KINDS)),
    show_default=True,
    callback=kinds_given,
    help="Types of the deals, in order.",
)
@click.option("--seed", help="Draw the same deals again: any text. A random one if not given.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="File to write.")
def command(deals: int | None, types: tuple[int, ...], seed: str | None, output: Path | None) -> None:
    """Write a file of random Kierki deals, for kierki-serwer -f.

    \b
    stolik deal -o match.txt                      one deal of each type
    stolik deal -n 100 --types 7 --seed course    a hundred robbers, the same every time
    """
    rng = Random(seed if seed is not None else secrets.token_hex())
    text = write_deals(tuple(random_deal(rng, kind) for kind in repeated(types, deals)))
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text)
    except OSError as error:
        raise click.ClickException(f"cannot write {str(output)!r}: {error.strerror}") from None
