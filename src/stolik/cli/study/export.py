"""`stolik export`: writes a finished game in a notation that other programs know."""

from __future__ import annotations

from pathlib import Path

import click

from stolik.cli.examples import examples
from stolik.cli.study.stored_game import find_stored
from stolik.contract.registry import find_game
from stolik.web.records.exports import JSON, export, formats_of


@click.command(
    epilog=examples(
        ("export game.json", "the game's usual notation"),
        ("export game.json --format json -o copy.json", "the record itself"),
        ("export run/games/00042.txt", "game 42 of a tournament in the folder run"),
        ("export 01JD3X… --db stolik.db", "a game of a store, by its id"),
    )
)
@click.argument("record", metavar="RECORD")
@click.option("--format", "format_", metavar="NAME", help="Which notation; the game's usual one if not given.")
@click.option("--formats", is_flag=True, help="Say which notations the game has, and write nothing.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File to write.")
@click.option(
    "--db", metavar="ADDRESS", help="The store of an id: a path or a URL; the one in your data folder if not given."
)
def command(record: str, format_: str | None, formats: bool, output: Path | None, db: str | None) -> None:
    """Write a finished game in a notation of other programs.

    RECORD is a file as `stolik analyse` reads it, `-` for standard input, or the id of a game in a store.
    """
    stored = find_stored(record, db)
    game = find_game(stored.record.game)
    if formats:
        click.echo("\n".join(formats_of(game)))
        return
    # A notation of the game's own is more usual than the record itself.
    chosen = format_ or next(iter(game.exports), JSON)
    try:
        made = export(stored, chosen)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="'--format'") from None
    if output is None:
        click.echo(made.text, nl=False)
        return
    try:
        output.write_text(made.text, encoding="utf-8", newline="")
    except OSError as error:
        raise click.ClickException(f"cannot write {str(output)!r}: {error.strerror}") from None
