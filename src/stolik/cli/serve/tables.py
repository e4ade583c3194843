"""`stolik tables`: what the operator of a running service sees of its tables, and how one is closed."""

from __future__ import annotations

import json
import ssl
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import click
from rich.console import Console
from rich.table import Table

from stolik.cli.serve.operator_file import OperatorFileError, default_operator_file, read_token
from stolik.service.settings import HTTP_PORT

_ANSWER_TIME: Final = 30.0


class Service:
    """The API of a running service, asked as its operator."""

    def __init__(self, url: str, operator_file: str | None, certificate: str | None) -> None:
        self._url = url.rstrip("/")
        self._file = Path(operator_file) if operator_file else default_operator_file()
        self._certificate = certificate

    def ask(self, path: str, what: object = None) -> Any:  # noqa: ANN401 - JSON
        """The answer to a request; raises ClickException, in words."""
        try:
            headers = {"Authorization": f"Bearer {read_token(self._file)}", "Content-Type": "application/json"}
            request = urllib.request.Request(  # noqa: S310 - the operator's own address
                self._url + path, None if what is None else json.dumps(what).encode(), headers
            )
            trust = ssl.create_default_context(cafile=self._certificate) if self._url.startswith("https") else None
            with urllib.request.urlopen(request, timeout=_ANSWER_TIME, context=trust) as response:  # noqa: S310
                return json.load(response)
        except OperatorFileError as error:
            raise click.ClickException(str(error)) from None
        except urllib.error.HTTPError as error:
            raise click.ClickException(f"{self._url} says: {_said(error)}") from None
        except (OSError, ValueError) as error:
            why = getattr(error, "reason", None) or error
            raise click.ClickException(f"no service answers at {self._url}: {why}") from None


def _said(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["error"])
    except (ValueError, KeyError, TypeError):
        return str(error)


@click.group(invoke_without_command=True)
@click.option(
    "--url", default=f"http://127.0.0.1:{HTTP_PORT}", show_default=True, help="Address of the service's page."
)
@click.option(
    "--operator-file", metavar="FILE", help="File with the operator's token.  [default: a file in your data folder]"
)
@click.option("--tls-cert", metavar="FILE", help="Certificate to trust, if the service has one of its own.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, for programs.")
@click.pass_context
def command(ctx: click.Context, url: str, operator_file: str | None, tls_cert: str | None, as_json: bool) -> None:
    """List or close the tables of a running service.

    Without a subcommand, it lists all live tables. It needs the token of the service's operator.
    """
    ctx.obj = Service(url, operator_file, tls_cert), as_json
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_tables)


@command.command("list")
@click.pass_obj
def list_tables(obj: tuple[Service, bool]) -> None:
    """List all live tables, the oldest first."""
    service, as_json = obj
    tables = service.ask("/api/operator/tables")
    if as_json:
        click.echo(json.dumps(tables, indent=1, ensure_ascii=False))
    elif not tables:
        click.echo("There are no tables.")
    else:
        Console().print(_drawn(tables))


@command.command("close")
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@click.option("--why", help="Reason that the players read.  [default: the operator closed the table]")
@click.pass_obj
def close(obj: tuple[Service, bool], ids: tuple[str, ...], why: str | None) -> None:
    """End tables at once, without a result."""
    service, as_json = obj
    # An argument may have bytes that are not UTF-8: Python keeps them as surrogates.
    quoted = [quote(id_, safe="", errors="surrogateescape") for id_ in ids]
    closed = [service.ask(f"/api/operator/tables/{id_}/close", {"why": why} if why else {}) for id_ in quoted]
    if as_json:
        click.echo(json.dumps(closed, indent=1, ensure_ascii=False))
    else:
        click.echo(f"Closed {len(closed)} table{'s' if len(closed) > 1 else ''}.")


def _drawn(tables: list[dict[str, Any]]) -> Table:
    drawn = Table(box=None, pad_edge=False)
    for heading in ("table", "game", "stage", "age", "empty"):
        drawn.add_column(heading, no_wrap=True)
    for heading in ("players", "maker", "watch", "port"):
        drawn.add_column(heading, overflow="fold")
    now = time.time()
    for table in tables:
        since = table["deserted_since"]
        drawn.add_row(
            table["id"], table["game"], table["stage"], _span(now - table["opened"]),
            "" if since is None else _span(now - since), _players(table["seats"]), table["maker"] or "",
            str(table["watchers"]), str(table["port"] or ""),
        )  # fmt: skip
    return drawn


def _players(seats: dict[str, dict[str, Any] | None]) -> str:
    """Who sits where; somebody who is away is in brackets."""
    shown = ((seat, who["name"] if who["here"] else f"({who['name']})") for seat, who in seats.items() if who)
    return " ".join(f"{seat}:{name}" for seat, name in shown)


def _span(seconds: float) -> str:
    minutes = max(0, int(seconds // 60))
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02} h"
