"""What the HTTP handlers share: who asks, what was sent, and answers and refusals as JSON."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from stolik.web.client_address import limit_key
from stolik.web.door.guesses import Guesses
from stolik.web.door.people import People
from stolik.web.messages.problems import Code, Problem
from stolik.web.page.headers import is_welcome

T = TypeVar("T")

LONGEST_BODY = 64 * 1024
"""A table with every seat named is a kilobyte."""


def answer(value: object, status: int = 200) -> Response:
    """A value as JSON; what the API says is true only now, so nothing keeps it."""
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


async def read_body(request: Request, type_: type[T]) -> T:
    """What was sent, as what it should be; raises Problem, in words.

    A form of another site can send text, but not JSON: a browser asks us first, and we do not allow it.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Problem(Code.NOT_JSON, "send application/json")
    body = b""
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > LONGEST_BODY:
                raise Problem(Code.TOO_LONG, f"a request has {LONGEST_BODY} bytes at most")
    except ClientDisconnect:  # nobody hears this: but a client that leaves is no fault of ours
        raise Problem(Code.UNREADABLE, "the request has no end") from None
    try:
        return msgspec.json.decode(body or b"{}", type=type_)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Problem(Code.UNREADABLE, f"that cannot be read: {error}") from None


def address_of(request: Request) -> str:
    """The address that the request comes from, as limits are counted by it."""
    return limit_key(request.client.host) if request.client else ""


def bearer_token(request: Request) -> str | None:
    """The secret that came with the request, if any."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


async def who_asks(request: Request, people: People, guesses: Guesses) -> str:
    """The name behind the request's token; raises Problem."""
    token = bearer_token(request)
    name = None if token is None else await guesses.name_of(token, address_of(request), people)
    if name is None:
        raise Problem(Code.UNKNOWN_TOKEN, "say who you are: Authorization: Bearer and your token from /api/session")
    return name


def refuse_strangers(request: Request, origins: tuple[str, ...]) -> None:
    """Raises Problem for a change that another site asks for."""
    if not is_welcome(request.headers, origins):
        raise Problem(Code.STRANGE_ORIGIN, "this origin is not welcome here")
