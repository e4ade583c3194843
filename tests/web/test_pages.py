"""The page's own files: every address that it understands, and how browsers may keep them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from stolik.service.net.loop import run
from stolik.web.pages import page_routes

Get = Callable[..., httpx.Response]


def getter(static: Path) -> Get:
    """Asks an application that serves the files of that folder."""
    app = Starlette(routes=page_routes(static))

    async def ask(path: str, headers: dict[str, str]) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
            return await client.get(path, headers=headers)

    def get(path: str, **headers: str) -> httpx.Response:
        return run(ask(path, {name.replace("_", "-"): value for name, value in headers.items()}))

    return get


@pytest.fixture
def get(tmp_path: Path) -> Get:
    """The page with two small files, beside one that is nobody's business."""
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html><title>Stolik</title>")
    (static / "app.js").write_text("export const x = 1;\n")
    (tmp_path / "secret.txt").write_text("secret")
    return getter(static)


@pytest.mark.parametrize(
    "address",
    ["/", "/table/x1", "/replay/x1", "/player/A/B", "/leaderboard", "/contests", "/contests/x", "/local/othello"],
)
def test_every_address_of_the_page_is_the_page(get: Get, address: str) -> None:
    response = get(address)
    assert (response.status_code, "Stolik" in response.text) == (200, True)


def test_a_file_that_a_browser_has_is_not_sent_again(get: Get) -> None:
    first = get("/static/app.js")
    assert first.headers["content-type"].startswith("text/javascript")
    assert first.headers["cache-control"] == "no-cache"
    again = get("/static/app.js", if_none_match=first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/static/../secret.txt", "/static/%2e%2e/secret.txt", "/static/nothing", "/other"])
def test_nothing_else_is_served(get: Get, path: str) -> None:
    assert get(path).status_code == 404


def test_without_its_files_the_page_says_so(tmp_path: Path) -> None:
    response = getter(tmp_path / "none")("/")
    assert (response.status_code, "/api/docs" in response.text) == (404, True)
