"""What protects a browser from other sites: headers on every answer, and a look at where a request comes from."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stolik.web.page.index import import_map_sources

# The page needs nothing from elsewhere, so nothing from elsewhere is let in, and no script but from files of ours and
# the one import map that the page itself contains.
_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        " ".join(("script-src 'self'", *import_map_sources())),
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
SECURITY: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class SecurityHeaders:
    """Puts the headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on and adds the headers to the answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def is_welcome(headers: Headers, allowed: Collection[str]) -> bool:
    """Whether a request comes from our own page, from an allowed one, or from no page at all.

    A browser always says where a cross-site request comes from; a program has no origin, and nobody's secrets.
    """
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    came_from = urlsplit(origin)
    return came_from.scheme in ("http", "https") and came_from.netloc.lower() == headers.get("host", "").lower()
