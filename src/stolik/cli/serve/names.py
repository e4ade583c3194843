"""`stolik names`: gives names to a class at a running service: a code for each, as a list and as a sheet to print."""

from __future__ import annotations

import csv
import io
import sys
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import click

from stolik.cli.serve.tables import Service
from stolik.cli.text_file import TextError, read_stdin, read_text
from stolik.service.settings import HTTP_PORT

_HEADINGS: Final = ("name", "nick", "nazwa", "imię", "jméno", "přezdívka")
"""Headings of the column of names; a file without one has its names in the first column."""
_JOINT: Final = "_"
"""Between the words of a name: on the page and in the protocols a name is one word."""
_SEPARATORS: Final = ",;\t"
"""Spreadsheets in Polish and Czech separate the columns of CSV by semicolons."""
_LOOPBACK: Final = ("127.", "localhost", "::1")
"""How the addresses begin that only this computer can open."""
_HOW: Final = "“I have a code” · „Mam kod” · „Mám kód“"
"""What is to be pressed on the page."""
_AT_ONCE: Final = 500
"""Names in one request."""
_LARGEST: Final = 1024 * 1024
"""Bytes of a list of names."""
_STYLE: Final = (
    "body{font:16px sans-serif}div{border:1px dashed #888;padding:1em;margin:.5em;break-inside:avoid}"
    "code{font-size:1.2em;display:block;margin-top:.4em}"
)


@click.command()
@click.argument("names", metavar="NAMES.csv")
@click.option(
    "--sheet", type=click.Path(dir_okay=False), help="Also write a page to print and cut: a card for each name."
)
@click.option(
    "--url", default=f"http://127.0.0.1:{HTTP_PORT}", show_default=True, help="Address of the service's page."
)
@click.option(
    "--operator-file", metavar="FILE", help="File with the operator's token.  [default: a file in your data folder]"
)
@click.option("--tls-cert", metavar="FILE", help="Certificate to trust, if the service has one of its own.")
def command(names: str, sheet: str | None, url: str, operator_file: str | None, tls_cert: str | None) -> None:
    """Give names to a class, as the operator of a running service.

    NAMES.csv has the names in its column `name`, or in its first column. A name is one word, so "Jan Kowalski" becomes
    Jan_Kowalski. The names and their codes are written to standard output as CSV. Whoever chooses "I have a code" on
    the page and types the code has the name.
    """
    wanted = read_names(_text(names))
    if not wanted:
        raise click.UsageError(f"there are no names in {names!r}")
    service = Service(url, operator_file, tls_cert)
    issued: list[dict[str, str]] = []
    for at in range(0, len(wanted), _AT_ONCE):
        issued += service.ask("/api/operator/names", {"names": wanted[at : at + _AT_ONCE]})
    out = csv.DictWriter(sys.stdout, ["name", "code", "problem"], restval="", lineterminator="\n")
    out.writeheader()
    out.writerows(issued)
    if sheet is not None:
        Path(sheet).write_text(write_sheet(issued, url), encoding="utf-8")
        if (urlsplit(url).hostname or "").startswith(_LOOPBACK):
            click.echo(
                f"The sheet says {url}, which only this computer can open: name another address with --url.", err=True
            )
    refused = sum("problem" in line for line in issued)
    if refused:
        raise click.ClickException(f"{refused} of {len(issued)} names were refused: see the column `problem`")


def _text(names: str) -> str:
    try:
        return read_stdin(_LARGEST) if names == "-" else read_text(Path(names), _LARGEST)
    except TextError as error:
        raise click.BadParameter(str(error), param_hint="'NAMES.csv'") from None
    except OSError as error:
        raise click.BadParameter(f"cannot read {names!r}: {error.strerror}", param_hint="'NAMES.csv'") from None


def read_names(text: str) -> list[str]:
    """The names in a CSV text: of the column `name`, or else of the first one."""
    first, _, _ = text.lstrip().partition("\n")
    separator = max(_SEPARATORS, key=first.count)  # the comma, where there is none
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=separator) if any(cell.strip() for cell in row)]
    if not rows:
        return []
    headings = [cell.strip().lower() for cell in rows[0]]
    known = next((heading for heading in _HEADINGS if heading in headings), None)
    column = 0 if known is None else headings.index(known)
    body = rows if known is None else rows[1:]
    return [_JOINT.join(row[column].split()) for row in body if len(row) > column and row[column].strip()]


def write_sheet(issued: list[dict[str, str]], url: str) -> str:
    """A page to print: a card for each name, with its code and where to type it."""
    cards = "".join(
        f"<div><b>{escape(line['name'])}</b> {escape(url)}<br>{_HOW}<code>{escape(line['code'])}</code></div>\n"
        for line in issued
        if line.get("code")
    )
    return f"<!doctype html><meta charset=utf-8><title>Stolik</title><style>{_STYLE}</style>\n{cards}"
