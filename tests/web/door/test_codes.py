"""Codes by which people keep their names, and names that the operator gives to a class."""

from __future__ import annotations

from pathlib import Path

from tests.support.loop import in_loop
from tests.support.web import OPERATOR, bearer, open_site

from stolik.web.door.codes import new_code, read_code


def test_a_code_is_read_however_it_is_typed() -> None:
    code = new_code()
    assert len(code) == 29
    assert code != new_code()
    for typed in (code, code.lower(), code.replace("-", " "), f"  {code.replace('-', '')}\n", code.replace("0", "o")):
        assert read_code(typed) == code
    assert read_code(" an-old-token_x ") == "an-old-token_x"


@in_loop
async def test_a_code_gives_the_name_to_another_browser_after_a_restart_too(tmp_path: Path) -> None:
    async with open_site(f"{tmp_path}/stolik.db") as site:
        code = await site.claim("Ada")
    async with open_site(f"{tmp_path}/stolik.db") as site:
        again = await site.http.post("/api/session", json={"code": code.lower().replace("-", " ")})
        assert again.json() == {"name": "Ada", "token": code}
        wrong = await site.http.post("/api/session", json={"code": "0000-0000"})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "unknown_token")


@in_loop
async def test_the_operator_gives_names_to_a_class() -> None:
    async with open_site() as site:
        await site.claim("Ada")
        wanted = {"names": ["Bob", "Ada", "two words"]}
        refused = await site.http.post("/api/operator/names", json=wanted)
        assert refused.json()["code"] == "not_operator"
        issued = (await site.http.post("/api/operator/names", json=wanted, headers=bearer(OPERATOR))).json()
        assert [line["name"] for line in issued] == ["Bob", "Ada", "two words"]
        assert "taken" in issued[1]["problem"]
        assert "one word" in issued[2]["problem"]
        again = await site.http.post("/api/session", json={"code": issued[0]["code"]})
        assert again.json()["name"] == "Bob"
