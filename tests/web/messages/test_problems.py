"""Every refusal has a code that a program can rely on, beside the words."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException
from tests.support.loop import in_loop
from tests.support.web import Guest, bearer, open_site
from websockets.asyncio.client import connect

from stolik.web.messages.problems import STATUS, Code, MoveCode, Problem, code_of


def test_every_code_has_a_status() -> None:
    assert set(STATUS) == set(Code)


@pytest.mark.parametrize("code", Code)
def test_a_problem_tells_its_code_and_status(code: Code) -> None:
    problem = Problem(code, "why")
    assert (code_of(problem), problem.status_code, problem.detail) == (code, STATUS[code], "why")


@pytest.mark.parametrize(
    ("status", "code"),
    [(404, Code.NOT_FOUND), (405, Code.WRONG_METHOD), (413, Code.TOO_LONG), (418, Code.REFUSED)],
)
def test_what_the_framework_refuses_has_a_code_too(status: int, code: Code) -> None:
    assert code_of(HTTPException(status)) is code


def test_every_code_is_explained_in_the_documentation() -> None:
    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
    assert [code for code in Code if f"| `{code}` | {STATUS[code].value} |" not in page] == []


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_every_code_has_a_text_in_every_language_of_the_page(language: str) -> None:
    texts = (files("stolik.web") / "static" / "js" / "lang" / f"{language}.js").read_text()
    keys = [f"problem.{code}" for code in Code] + [f"refusal.{code}" for code in MoveCode]
    assert [key for key in keys if f"'{key}': '" not in texts] == []


def test_every_code_of_a_refused_move_is_in_the_documentation() -> None:
    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
    assert [code for code in MoveCode if f"`{code}`" not in page] == []


@in_loop
async def test_refused_requests_have_codes() -> None:
    async with open_site() as site:
        token = await site.claim("Ada")
        post, mine = site.http.post, bearer(token)
        refused = {
            "unknown_token": await post("/api/tables", json={"game": "othello"}, headers=bearer("stolen")),
            "impossible": await post("/api/tables", json={"game": "chess"}, headers=mine),
            "unreadable": await post("/api/tables", content=b"{", headers=mine | {"Content-Type": "application/json"}),
            "not_json": await post("/api/tables", content=b"{}", headers=mine),
            "too_long": await post("/api/tables", json={"game": "x" * 100_000}, headers=mine),
            "strange_origin": await post("/api/session", json={}, headers={"Origin": "http://evil.example"}),
            "name_taken": await post("/api/session", json={"name": "ada"}),
            "bad_name": await post("/api/session", json={"name": "two words"}),
            "not_operator": await post("/api/contests", json={}, headers=mine),
            "not_found": await site.http.get("/api/tables/none"),
            "wrong_method": await site.http.put("/api/tables"),
        }
        for code, response in refused.items():
            assert (response.json()["code"], response.status_code) == (code, STATUS[Code(code)]), response.text
            assert response.json()["error"]


@in_loop
async def test_refused_words_have_codes() -> None:
    async with open_site() as site, site.person("Ada") as ada:
        for said, code in (
            ({"type": "sit", "table": "none", "seat": "N"}, "not_found"),
            ({"type": "play", "table": "none", "move": "f5"}, "not_yours"),
            ({"type": "invite", "to": "Bob", "game": "chess"}, "refused"),
            ({"type": "dance"}, "unreadable"),
        ):
            await ada.say(said.pop("type"), **said)
            assert (await ada.hear("error"))["code"] == code
        async with connect(f"ws://127.0.0.1:{site.port}/api/ws") as socket:
            stranger = Guest(socket)
            await stranger.say("hello", token="stolen")
            assert (await stranger.closed())[1][-1]["code"] == "unknown_token"


@in_loop
async def test_refused_moves_have_codes() -> None:
    async with open_site() as site:
        table = await site.make_table(await site.claim("Eve"), "othello", {})
        async with site.person("Ada") as ada, site.person("Bob") as bob:
            await ada.say("sit", table=table, seat="black")
            await bob.say("sit", table=table, seat="black")
            assert (await bob.hear("error"))["code"] == "seat_taken"
            await ada.say("play", table=table, move="f5")
            assert (await ada.hear("refused"))["code"] == "not_begun"
            await bob.say("sit", table=table, seat="white")
            await bob.hear("asked", seat="black")
            await bob.say("play", table=table, move="f5")
            assert (await bob.hear("refused"))["code"] == "not_your_turn"
            for move in ("a1", "nonsense"):
                await ada.say("play", table=table, move=move)
                assert (await ada.hear("refused"))["code"] == "bad_move"
