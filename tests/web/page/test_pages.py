"""The page's own files: every address that it understands, and how browsers may keep them."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from stolik.service.net.loop import run
from stolik.web.api.game_facts import page_folders
from stolik.web.page.index import STATIC
from stolik.web.page.pages import Pages

Get = Callable[..., httpx.Response]
ROOT = Path(__file__).parents[3]


TOLD = [{"name": "nim", "title": "</script><b>"}]


def getter(static: Path, **folders: Path) -> Get:
    """Asks an application that serves the files of that folder, and those of games."""
    docs = static.parent / "docs"
    app = Starlette(routes=Pages(folders, lambda: TOLD, static, guides=folders, docs=docs).routes())

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
    (static / "index.html").write_text(
        '<!doctype html><title>Stolik</title><script type="application/json" id="games">[]</script>'
    )
    (static / "app.js").write_text("export const x = 1;\n")
    (tmp_path / "secret.txt").write_text("secret")
    nim, pig = tmp_path / "nim", tmp_path / "pig"
    for folder in (nim, pig):
        folder.mkdir()
    (nim / "board.js").write_text("export const make = () => null;\n")
    (nim / "words.en.json").write_text('{"title": "Nim", "heap": {"one": "{n} match", "other": "{n} matches"}}')
    (nim / "words.pl.json").write_text('{"title": "Nim po polsku"}')
    (pig / "words.en.json").write_text('{"title": "Pig"}')
    return getter(static, nim=nim, pig=pig)


def test_the_documentation_is_read_in_the_readers_language_or_else_in_english(get: Get, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "api.md").write_text("# The API")
    (docs / "bot-tutorial.md").write_text("# A bot")
    (docs / "bot-tutorial.pl.md").write_text("# Bot po polsku")
    assert get("/static/docs/bot-tutorial.pl.md").text == "# Bot po polsku"
    assert get("/static/docs/bot-tutorial.en.md").text == "# A bot"
    languages = [get(f"/static/docs/bot-tutorial.{one}.md").headers["content-language"] for one in ("pl", "en", "cs")]
    assert languages == ["pl", "en", "en"]
    assert get("/static/docs/api.cs.md").headers["content-type"].startswith("text/markdown")
    for path in ("nothing.en.md", "..%2Fsecret.en.md", "api.english.md", "API.en.md"):
        assert get(f"/static/docs/{path}").status_code == 404, path
    for path in ("/docs", "/docs/api"):
        assert get(path).status_code == 200, path
        assert get(path).text.startswith("<!doctype html>")


def test_whoever_has_no_scripts_is_led_to_the_documentation_as_text() -> None:
    [told] = re.findall(r"<noscript>(.*?)</noscript>", (STATIC / "index.html").read_text(encoding="utf-8"), re.DOTALL)
    links = re.findall(r'href="([^"]+)"', told)
    assert len(links) == told.count("<p") == 3
    app = Starlette(routes=Pages({}, list).routes())
    for address in links:
        answer = run(_ask(app, address))
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/markdown; charset=utf-8")


def test_without_documentation_its_addresses_lead_nowhere(tmp_path: Path) -> None:
    app = Starlette(routes=Pages({}, list, tmp_path, docs=None).routes())

    assert run(_ask(app, "/static/docs/api.en.md")).status_code == 404


async def _ask(app: Starlette, path: str) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
        return await client.get(path)


def test_the_documentation_that_the_page_leads_to_is_in_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {page: f"stolik/web/{page}" for page in included}
    assert all((ROOT / page).is_file() for page in included)
    settings = [folder / "game.js" for folder in page_folders().values()]
    texts = [file.read_text(encoding="utf-8") for file in settings if file.is_file()]
    protocols = {found for text in texts for found in re.findall(r"protocolPage: '([a-z-]+)'", text)}
    assert len(protocols) == 2
    assert {f"docs/{name}.md" for name in {"index", "bot-tutorial", "api", "codes"} | protocols} <= set(included)


def test_how_to_play_is_told_in_the_readers_language_or_else_in_english(get: Get, tmp_path: Path) -> None:
    (tmp_path / "nim" / "play.en.md").write_text("# Nim")
    (tmp_path / "nim" / "play.pl.md").write_text("# Nim po polsku")
    assert get("/static/games/nim/play.pl.md").text == "# Nim po polsku"
    assert get("/static/games/nim/play.cs.md").text == "# Nim"
    for address in ("/static/games/pig/play.en.md", "/static/games/none/play.en.md", "/static/games/nim/play.e-n.md"):
        assert get(address).status_code == 404


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/table/x1",
        "/replay/x1",
        "/player/A/B",
        "/leaderboard",
        "/contests",
        "/contests/x",
        "/local/othello",
        "/how/nim",
    ],
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


def test_the_page_comes_with_what_is_told_of_the_games_and_no_title_ends_the_script(get: Get) -> None:
    found = re.search('id="games">(.*?)</script>', get("/").text)
    assert found
    assert json.loads(found[1]) == TOLD


def test_a_page_that_a_browser_has_is_not_sent_again(get: Get) -> None:
    for path in ("/", "/static/games/words.en.json"):
        first = get(path)
        assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
        again = get(path, if_none_match=first.headers["etag"])
        assert (again.status_code, again.content) == (304, b"")


def test_a_games_files_are_served_from_its_own_folder(get: Get) -> None:
    assert get("/static/games/nim/board.js").headers["content-type"].startswith("text/javascript")
    assert get("/static/games/pig/board.js").status_code == 404


def test_the_words_of_all_games_come_together_and_in_english_where_a_game_has_no_others(get: Get) -> None:
    words = get("/static/games/words.pl.json").json()
    assert words == {"nim": {"title": "Nim po polsku"}, "pig": {"title": "Pig"}}
    assert get("/static/games/words.en.json").json()["nim"]["heap"]["one"] == "{n} match"
    assert get("/static/games/words.x.json").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/static/../secret.txt",
        "/static/%2e%2e/secret.txt",
        "/static/nothing",
        "/other",
        "/static/games/nim/%2e%2e/secret.txt",
        "/static/games/nim/nothing",
        "/static/games/chess/board.js",
    ],
)
def test_nothing_else_is_served(get: Get, path: str) -> None:
    assert get(path).status_code == 404


def test_without_its_files_the_page_says_so(tmp_path: Path) -> None:
    response = getter(tmp_path / "none")("/")
    assert (response.status_code, "/api/docs" in response.text) == (404, True)
